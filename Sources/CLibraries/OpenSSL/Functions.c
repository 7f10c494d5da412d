#include "Functions.h"
#include "CLoader.h"
#include "COpenSSL.h"

#include <pthread.h>
#include <stdio.h>

libcrypto_functions libcrypto;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[LOADER_MESSAGE_SIZE];

static int find_all(void *library) {
    const loaded_function functions[] = {
        {"OPENSSL_init_crypto", &libcrypto.init},
        {"ERR_clear_error", &libcrypto.clear_errors},
        {"RAND_priv_bytes", &libcrypto.random_bytes},
        {"EVP_sha256", &libcrypto.sha256},
        {"EVP_sha384", &libcrypto.sha384},
        {"EVP_sha512", &libcrypto.sha512},
        {"EVP_MD_CTX_new", &libcrypto.hash_new},
        {"EVP_MD_CTX_copy_ex", &libcrypto.hash_copy},
        {"EVP_DigestInit_ex", &libcrypto.hash_begin},
        {"EVP_DigestUpdate", &libcrypto.hash_add},
        {"EVP_DigestFinal_ex", &libcrypto.hash_finish},
        {"EVP_MD_CTX_free", &libcrypto.hash_free},
        {"d2i_PUBKEY", &libcrypto.read_public_key},
        {"i2d_PUBKEY", &libcrypto.write_public_key},
        {"EVP_PKEY_new", &libcrypto.key_new},
        {"EVP_PKEY_copy_parameters", &libcrypto.copy_curve},
        {"d2i_PrivateKey", &libcrypto.read_private_key},
        {"i2d_PrivateKey", &libcrypto.write_private_key},
        {"EVP_PKEY_free", &libcrypto.key_free},
        {"EVP_DigestVerifyInit", &libcrypto.verify_begin},
        {"EVP_DigestVerify", &libcrypto.verify},
        {"EVP_DigestSignInit", &libcrypto.sign_begin},
        {"EVP_DigestSign", &libcrypto.sign},
        {"BIO_new_mem_buf", &libcrypto.memory},
        {"BIO_free_all", &libcrypto.memory_free},
        {"PEM_read_bio_PrivateKey", &libcrypto.read_pem},
    };
    const loaded_function set_point = {"EVP_PKEY_set1_encoded_public_key", &libcrypto.set_point};
    // The name before OpenSSL 3.
    const loaded_function old_set_point = {"EVP_PKEY_set1_tls_encodedpoint", &libcrypto.set_point};
    return loader_find(library, functions, sizeof functions / sizeof *functions, failure)
        && (loader_find(library, &set_point, 1, failure) || loader_find(library, &old_set_point, 1, failure));
}

static void open_library(void) {
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.4", "libcrypto.so.1.1", "libcrypto.so"};
    void *library = loader_open(names, sizeof names / sizeof *names, failure);
    if (library == NULL || !find_all(library)) return;
    if (libcrypto.init(INIT_NO_LOAD_CONFIG | INIT_NO_ATEXIT, NULL) != 1) {
        snprintf(failure, sizeof failure, "the library does not initialise itself");
        return;
    }
    result = 0;
}

int copenssl_open(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, LOADER_MESSAGE_SIZE, "%s", failure);
    return result;
}
