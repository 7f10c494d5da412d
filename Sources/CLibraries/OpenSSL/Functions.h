#pragma once
#include <stddef.h>
#include <stdint.h>

// The functions of libcrypto in use, declared as in OpenSSL's manual, identical in 1.1.1, 3 and 4. Not visible to
// users of COpenSSL.

typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct bio_st BIO;
typedef int (*password_callback)(char *, int size, int is_writing, void *);

enum {
    INIT_NO_LOAD_CONFIG = 0x80,
    INIT_NO_ATEXIT = 0x80000,
    KEY_EC = 408,
};

/// The functions; null until the library is open.
typedef struct {
    int (*init)(uint64_t options, const void *settings);
    void (*clear_errors)(void);
    int (*random_bytes)(unsigned char *, int count);

    const EVP_MD *(*sha256)(void);
    const EVP_MD *(*sha384)(void);
    const EVP_MD *(*sha512)(void);
    EVP_MD_CTX *(*hash_new)(void);
    int (*hash_copy)(EVP_MD_CTX *, const EVP_MD_CTX *);
    int (*hash_begin)(EVP_MD_CTX *, const EVP_MD *, void *engine);
    int (*hash_add)(EVP_MD_CTX *, const void *, size_t);
    int (*hash_finish)(EVP_MD_CTX *, unsigned char *, unsigned int *);
    void (*hash_free)(EVP_MD_CTX *);

    EVP_PKEY *(*read_public_key)(EVP_PKEY **, const unsigned char **, long count);
    int (*write_public_key)(EVP_PKEY *, unsigned char **);
    EVP_PKEY *(*key_new)(void);
    int (*copy_curve)(EVP_PKEY *to, const EVP_PKEY *from);
    int (*set_point)(EVP_PKEY *, const unsigned char *, size_t);
    EVP_PKEY *(*read_private_key)(int type, EVP_PKEY **, const unsigned char **, long count);
    int (*write_private_key)(EVP_PKEY *, unsigned char **);
    void (*key_free)(EVP_PKEY *);
    int (*verify_begin)(EVP_MD_CTX *, void *, const EVP_MD *, void *engine, EVP_PKEY *);
    int (*verify)(EVP_MD_CTX *, const unsigned char *signature, size_t, const unsigned char *message, size_t);
    int (*sign_begin)(EVP_MD_CTX *, void *, const EVP_MD *, void *engine, EVP_PKEY *);
    int (*sign)(EVP_MD_CTX *, unsigned char *signature, size_t *, const unsigned char *message, size_t);

    BIO *(*memory)(const void *, int count);
    void (*memory_free)(BIO *);
    EVP_PKEY *(*read_pem)(BIO *, EVP_PKEY **, password_callback, void *);
} libcrypto_functions;

extern libcrypto_functions libcrypto __attribute__((visibility("hidden")));
