#include "Functions.h"
#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

libcrypto_functions libcrypto;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[COPENSSL_MESSAGE_SIZE];

/// A function of the library, put where it belongs. Returns whether it is there.
static int find(void *library, const char *name, void *place) {
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof function);
    if (function == NULL) snprintf(failure, sizeof failure, "the library lacks %s", name);
    return function != NULL;
}

static int find_all(void *library) {
    return find(library, "OPENSSL_init_crypto", &libcrypto.init)
        && find(library, "ERR_clear_error", &libcrypto.clear_errors)
        && find(library, "RAND_priv_bytes", &libcrypto.random_bytes)
        && find(library, "EVP_sha256", &libcrypto.sha256)
        && find(library, "EVP_sha384", &libcrypto.sha384)
        && find(library, "EVP_MD_CTX_new", &libcrypto.hash_new)
        && find(library, "EVP_MD_CTX_copy_ex", &libcrypto.hash_copy)
        && find(library, "EVP_DigestInit_ex", &libcrypto.hash_begin)
        && find(library, "EVP_DigestUpdate", &libcrypto.hash_add)
        && find(library, "EVP_DigestFinal_ex", &libcrypto.hash_finish)
        && find(library, "EVP_MD_CTX_free", &libcrypto.hash_free)
        && find(library, "d2i_PUBKEY", &libcrypto.read_public_key)
        && find(library, "i2d_PUBKEY", &libcrypto.write_public_key)
        && find(library, "EVP_PKEY_new", &libcrypto.key_new)
        && find(library, "EVP_PKEY_copy_parameters", &libcrypto.copy_curve)
        // As it was called before OpenSSL 3.
        && (find(library, "EVP_PKEY_set1_encoded_public_key", &libcrypto.set_point)
            || find(library, "EVP_PKEY_set1_tls_encodedpoint", &libcrypto.set_point))
        && find(library, "d2i_PrivateKey", &libcrypto.read_private_key)
        && find(library, "i2d_PrivateKey", &libcrypto.write_private_key)
        && find(library, "EVP_PKEY_free", &libcrypto.key_free)
        && find(library, "EVP_DigestVerifyInit", &libcrypto.verify_begin)
        && find(library, "EVP_DigestVerify", &libcrypto.verify)
        && find(library, "EVP_DigestSignInit", &libcrypto.sign_begin)
        && find(library, "EVP_DigestSign", &libcrypto.sign)
        && find(library, "BIO_new_mem_buf", &libcrypto.memory)
        && find(library, "BIO_free_all", &libcrypto.memory_free)
        && find(library, "PEM_read_bio_PrivateKey", &libcrypto.read_pem);
}

static void open_library(void) {
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.4", "libcrypto.so.1.1", "libcrypto.so"};
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL && i == 0) snprintf(failure, sizeof failure, "%s", dlerror());
    }
    if (library == NULL || !find_all(library)) return;
    if (libcrypto.init(INIT_NO_LOAD_CONFIG | INIT_NO_ATEXIT, NULL) != 1) {
        snprintf(failure, sizeof failure, "the library does not initialise itself");
        return;
    }
    result = 0;
}

int copenssl_open(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, COPENSSL_MESSAGE_SIZE, "%s", failure);
    return result;
}
