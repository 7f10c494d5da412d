#pragma once
#include <stddef.h>
#include <stdint.h>

/// A door to libcrypto, OpenSSL's library of cryptography, that opens when somebody knocks: SHA-256, and signatures of
/// it with keys of the curve P-256.
///
/// Few calls of the command need either, and none is to wait for a library of five megabytes: so it is opened by name
/// at run time. Compiled along, a library of cryptography took half of the first build.
///
/// Every function but the first is there only after copenssl_open returned 0. All are safe from any thread, as long as
/// no two use one hash at a time.

enum {
    COPENSSL_MESSAGE_SIZE = 256,
    /// A digest.
    COPENSSL_DIGEST_SIZE = 32,
    /// A private number.
    COPENSSL_NUMBER_SIZE = 32,
    /// A point in SEC1 form, not compressed.
    COPENSSL_POINT_SIZE = 65,
    /// The most bytes of a signature in DER.
    COPENSSL_SIGNATURE_SIZE = 72,
};

/// Opens the library once; later calls return the first answer.
///
/// Returns 0, or -1 with the loader's words in `message`, which holds COPENSSL_MESSAGE_SIZE characters and ends with a
/// zero byte. Neither its configuration file nor anything that wants to run when the process ends is set up.
int copenssl_open(char *message);

/// The SHA-256 of bytes that come one after the other.
typedef struct copenssl_hash copenssl_hash;

/// A new one, of no bytes yet, or a copy that goes on from where `begun` is. To be freed by copenssl_hash_free.
copenssl_hash *copenssl_hash_make(const copenssl_hash *begun);
void copenssl_hash_add(copenssl_hash *hash, const void *bytes, size_t count);
/// Writes the digest. All that can be done with the hash after this is to free it.
void copenssl_hash_finish(copenssl_hash *hash, uint8_t *digest);
void copenssl_hash_free(copenssl_hash *hash);

/// A public key of P-256.
typedef struct copenssl_key copenssl_key;

/// The key whose point these bytes are, 65 in SEC1 form or 33 in its compressed one; null for what is no point of the
/// curve. To be freed by copenssl_key_free.
copenssl_key *copenssl_key_make(const uint8_t *point, size_t count);
/// Whether a signature in DER is one of SHA-256 of the message by this key: 1 or 0.
int copenssl_key_verifies(
    const copenssl_key *key, const uint8_t *signature, size_t signature_count, const void *message, size_t count);
void copenssl_key_free(copenssl_key *key);

/// Whether a signature in DER is one of the message by the key in a SubjectPublicKeyInfo of RFC 5480, of whichever
/// curve: 1 or 0. Hashed with SHA-384 if `is_sha384` is not 0, else with SHA-256.
int copenssl_info_verifies(
    const uint8_t *info, size_t info_count, int is_sha384, const uint8_t *signature, size_t signature_count,
    const void *message, size_t count);

// A private number is from 1 to what is below the order of the curve; the library looks at that not everywhere.

/// Writes the point of the key with this private number. Returns 0, or -1 for no private number.
int copenssl_private_point(const uint8_t *number, uint8_t *point);
/// Writes a signature of SHA-256 of the message in DER, another one each time. Returns its length, 0 for no private
/// number.
size_t copenssl_private_sign(const uint8_t *number, const void *message, size_t count, uint8_t *signature);
/// Writes the private number that a key in PEM has, PKCS #8 or SEC 1. Returns 0, or -1 for anything else, a key that
/// takes a password among it.
int copenssl_private_number(const void *pem, size_t count, uint8_t *number);
/// Writes random bytes that nobody can foretell. Returns 0, or -1 where the system has none.
int copenssl_random(uint8_t *bytes, size_t count);
