#pragma once
#include <stddef.h>
#include <stdint.h>

/// libcrypto, OpenSSL's cryptography library, loaded at run time: SHA-256, and signatures of it with keys of the
/// curve P-256.
///
/// Few commands need it, and its five megabytes would slow every start if linked. Compiling a library of cryptography
/// instead took half of the first build.
///
/// Call copenssl_open first; the other functions work only after it returned 0. All are thread-safe, except that a
/// hash must not be used concurrently.

enum {
    COPENSSL_MESSAGE_SIZE = 256,
    COPENSSL_DIGEST_SIZE = 32,
    COPENSSL_NUMBER_SIZE = 32,
    /// A point in uncompressed SEC1 form.
    COPENSSL_POINT_SIZE = 65,
    /// The maximum size of a DER signature.
    COPENSSL_SIGNATURE_SIZE = 72,
};

/// Opens the library once; later calls return the first result.
///
/// Returns 0, or -1 with the loader's message, zero-terminated, in `message`, which has COPENSSL_MESSAGE_SIZE
/// characters. Neither the configuration file nor exit handlers are set up.
int copenssl_open(char *message);

/// A SHA-256 of data added in pieces.
typedef struct copenssl_hash copenssl_hash;

/// A new hash, or a copy of `begun` if that is not null. Free it with copenssl_hash_free.
copenssl_hash *copenssl_hash_make(const copenssl_hash *begun);
void copenssl_hash_add(copenssl_hash *hash, const void *bytes, size_t count);
/// Writes the digest. Afterwards the hash can only be freed.
void copenssl_hash_finish(copenssl_hash *hash, uint8_t *digest);
void copenssl_hash_free(copenssl_hash *hash);

typedef struct copenssl_key copenssl_key;

/// The key for a SEC1 point, 65 bytes or compressed 33; null if it is not a point of the curve. Free it with
/// copenssl_key_free.
copenssl_key *copenssl_key_make(const uint8_t *point, size_t count);
/// Whether a DER signature is this key's signature of the message's SHA-256: 1 or 0.
int copenssl_key_verifies(
    const copenssl_key *key, const uint8_t *signature, size_t signature_count, const void *message, size_t count);
void copenssl_key_free(copenssl_key *key);

/// Whether a signature matches the message and the key in a SubjectPublicKeyInfo: 1 or 0. `bits` are those of the hash,
/// SHA-256, SHA-384 or SHA-512; 0 for Ed25519, which has its own.
int copenssl_info_verifies(
    const uint8_t *info, size_t info_count, int bits, const uint8_t *signature, size_t signature_count,
    const void *message, size_t count);

// Private numbers must be at least 1 and below the order of the curve; the library does not always check that.

/// Writes the public point of a private number. Returns 0, or -1 for an invalid number.
int copenssl_private_point(const uint8_t *number, uint8_t *point);
/// Writes a DER signature of the message's SHA-256, different each time. Returns its length, or 0 for an invalid
/// number.
size_t copenssl_private_sign(const uint8_t *number, const void *message, size_t count, uint8_t *signature);
/// Writes the private number of a PEM key (PKCS #8 or SEC 1). Returns 0, or -1 for anything else, including encrypted
/// keys.
int copenssl_private_number(const void *pem, size_t count, uint8_t *number);
/// Writes unpredictable random bytes. Returns 0, or -1 if the system has none.
int copenssl_random(uint8_t *bytes, size_t count);
