#include "COpenSSL.h"
#include "Functions.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// SHA-256. These calls fail only if out of memory, which is fatal.

static EVP_MD_CTX *new_context(void) {
    EVP_MD_CTX *context = libcrypto.hash_new();
    if (context == NULL) abort();
    return context;
}

copenssl_hash *copenssl_hash_make(const copenssl_hash *begun) {
    EVP_MD_CTX *context = new_context();
    const int is_made = begun == NULL ? libcrypto.hash_begin(context, libcrypto.sha256(), NULL)
                                      : libcrypto.hash_copy(context, (const EVP_MD_CTX *)begun);
    if (is_made != 1) abort();
    return (copenssl_hash *)context;
}

void copenssl_hash_add(copenssl_hash *hash, const void *bytes, size_t count) {
    if (libcrypto.hash_add((EVP_MD_CTX *)hash, bytes, count) != 1) abort();
}

void copenssl_hash_finish(copenssl_hash *hash, uint8_t *digest) {
    if (libcrypto.hash_finish((EVP_MD_CTX *)hash, digest, NULL) != 1) abort();
}

void copenssl_hash_free(copenssl_hash *hash) {
    libcrypto.hash_free((EVP_MD_CTX *)hash);
}

// DER encodings of P-256 keys are fixed except for the bytes of the key. Reading and writing DER avoids the functions
// for parts of keys, which differ between versions of the library.

/// `SEQUENCE { OBJECT IDENTIFIER ecPublicKey, OBJECT IDENTIFIER prime256v1 }` and the start of the bit string; the
/// first two lengths are for a point of 65 bytes. RFC 5480, section 2.
static const uint8_t public_beginning[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48,
                                           0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
                                           0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
enum {
    POINT_PLACE = sizeof public_beginning,
    WHOLE_LENGTH = 1,
    POINT_LENGTH = POINT_PLACE - 2,
    COMPRESSED_SIZE = 33,
};

/// `SEQUENCE { INTEGER 1, OCTET STRING number, [0] { OBJECT IDENTIFIER prime256v1 } }`, before and after the number.
/// RFC 5915, section 3. A public key may follow, which changes the length.
static const uint8_t private_beginning[] = {0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20};
static const uint8_t private_end[] = {0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};
enum {
    NUMBER_PLACE = sizeof private_beginning,
    END_PLACE = NUMBER_PLACE + COPENSSL_NUMBER_SIZE,
    PRIVATE_SIZE = END_PLACE + sizeof private_end,
};

static EVP_PKEY *public_key(const uint8_t *point, size_t count) {
    uint8_t encoded[POINT_PLACE + COPENSSL_POINT_SIZE];
    memcpy(encoded, public_beginning, sizeof public_beginning);
    encoded[WHOLE_LENGTH] -= COPENSSL_POINT_SIZE - count;
    encoded[POINT_LENGTH] -= COPENSSL_POINT_SIZE - count;
    memcpy(encoded + POINT_PLACE, point, count);
    const unsigned char *place = encoded;
    return libcrypto.read_public_key(NULL, &place, (long)(POINT_PLACE + count));
}

/// A key whose point is the base point of the curve. SEC 2, section 2.4.2.
static EVP_PKEY *any_key;
static pthread_once_t any_key_once = PTHREAD_ONCE_INIT;

static void make_any_key(void) {
    static const uint8_t base_point[] = {
        0x04, 0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
        0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96, 0x4F,
        0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE,
        0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5};
    any_key = public_key(base_point, sizeof base_point);
    if (any_key == NULL) abort();
}

/// Sets an uncompressed point in a copy of an existing key: OpenSSL 3 looks up a decoder for each DER key, which
/// takes twice as long as verifying a signature.
static EVP_PKEY *key_of_whole_point(const uint8_t *point) {
    pthread_once(&any_key_once, make_any_key);
    EVP_PKEY *key = libcrypto.key_new();
    if (key == NULL || libcrypto.copy_curve(key, any_key) != 1) abort();
    if (libcrypto.set_point(key, point, COPENSSL_POINT_SIZE) == 1) return key;
    libcrypto.key_free(key);
    return NULL;
}

copenssl_key *copenssl_key_make(const uint8_t *point, size_t count) {
    EVP_PKEY *key = count == COPENSSL_POINT_SIZE ? key_of_whole_point(point)
        : count == COMPRESSED_SIZE               ? public_key(point, count)
                                                 : NULL;
    libcrypto.clear_errors();
    return (copenssl_key *)key;
}

static int verifies(
    EVP_PKEY *key, const EVP_MD *digest, const uint8_t *signature, size_t signature_count, const void *message,
    size_t count) {
    EVP_MD_CTX *context = new_context();
    const int answer = libcrypto.verify_begin(context, NULL, digest, NULL, key) == 1
        && libcrypto.verify(context, signature, signature_count, message, count) == 1;
    libcrypto.hash_free(context);
    libcrypto.clear_errors();
    return answer;
}

int copenssl_key_verifies(
    const copenssl_key *key, const uint8_t *signature, size_t signature_count, const void *message, size_t count) {
    return verifies((EVP_PKEY *)key, libcrypto.sha256(), signature, signature_count, message, count);
}

int copenssl_info_verifies(
    const uint8_t *info, size_t info_count, int bits, const uint8_t *signature, size_t signature_count,
    const void *message, size_t count) {
    if (info_count > LONG_MAX) return 0;
    const unsigned char *place = info;
    EVP_PKEY *key = libcrypto.read_public_key(NULL, &place, (long)info_count);
    libcrypto.clear_errors();
    if (key == NULL) return 0;
    const EVP_MD *digest = bits == 256 ? libcrypto.sha256()
        : bits == 384                  ? libcrypto.sha384()
        : bits == 512                  ? libcrypto.sha512()
                                       : NULL;
    const int answer = verifies(key, digest, signature, signature_count, message, count);
    libcrypto.key_free(key);
    return answer;
}

void copenssl_key_free(copenssl_key *key) {
    libcrypto.key_free((EVP_PKEY *)key);
}

static EVP_PKEY *private_key(const uint8_t *number) {
    uint8_t encoded[PRIVATE_SIZE];
    memcpy(encoded, private_beginning, sizeof private_beginning);
    memcpy(encoded + NUMBER_PLACE, number, COPENSSL_NUMBER_SIZE);
    memcpy(encoded + END_PLACE, private_end, sizeof private_end);
    const unsigned char *place = encoded;
    EVP_PKEY *key = libcrypto.read_private_key(KEY_EC, NULL, &place, sizeof encoded);
    libcrypto.clear_errors();
    return key;
}

int copenssl_private_point(const uint8_t *number, uint8_t *point) {
    EVP_PKEY *key = private_key(number);
    if (key == NULL) return -1;
    uint8_t encoded[POINT_PLACE + COPENSSL_POINT_SIZE];
    unsigned char *place = encoded;
    const int is_whole = libcrypto.write_public_key(key, NULL) == sizeof encoded
        && libcrypto.write_public_key(key, &place) == sizeof encoded
        && memcmp(encoded, public_beginning, sizeof public_beginning) == 0;
    if (is_whole) memcpy(point, encoded + POINT_PLACE, COPENSSL_POINT_SIZE);
    libcrypto.key_free(key);
    libcrypto.clear_errors();
    return is_whole ? 0 : -1;
}

size_t copenssl_private_sign(const uint8_t *number, const void *message, size_t count, uint8_t *signature) {
    EVP_PKEY *key = private_key(number);
    if (key == NULL) return 0;
    EVP_MD_CTX *context = new_context();
    size_t length = COPENSSL_SIGNATURE_SIZE;
    const int is_signed = libcrypto.sign_begin(context, NULL, libcrypto.sha256(), NULL, key) == 1
        && libcrypto.sign(context, signature, &length, message, count) == 1;
    libcrypto.hash_free(context);
    libcrypto.key_free(key);
    libcrypto.clear_errors();
    return is_signed ? length : 0;
}

/// Rejects encrypted keys; the default would prompt on the terminal.
static int no_password(char *into, int size, int is_writing, void *context) {
    (void)into, (void)size, (void)is_writing, (void)context;
    return -1;
}

int copenssl_private_number(const void *pem, size_t count, uint8_t *number) {
    if (count > INT_MAX) return -1;
    BIO *text = libcrypto.memory(pem, (int)count);
    if (text == NULL) abort();
    EVP_PKEY *key = libcrypto.read_pem(text, NULL, no_password, NULL);
    libcrypto.memory_free(text);
    // At most 121 bytes with a public key; keys of other curves may be larger.
    uint8_t encoded[256];
    unsigned char *place = encoded;
    const int length = key == NULL ? -1 : libcrypto.write_private_key(key, NULL);
    // The outer length is not compared, because a public key may follow.
    const int is_known = length >= PRIVATE_SIZE && length <= (int)sizeof encoded
        && libcrypto.write_private_key(key, &place) == length
        && memcmp(encoded + 2, private_beginning + 2, NUMBER_PLACE - 2) == 0
        && memcmp(encoded + END_PLACE, private_end, sizeof private_end) == 0;
    if (is_known) memcpy(number, encoded + NUMBER_PLACE, COPENSSL_NUMBER_SIZE);
    memset(encoded, 0, sizeof encoded);
    libcrypto.key_free(key);
    libcrypto.clear_errors();
    return is_known ? 0 : -1;
}

int copenssl_random(uint8_t *bytes, size_t count) {
    return count <= INT_MAX && libcrypto.random_bytes(bytes, (int)count) == 1 ? 0 : -1;
}
