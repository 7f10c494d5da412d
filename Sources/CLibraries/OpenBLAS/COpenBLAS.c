#include "CLoader.h"
#include "COpenBLAS.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// Declarations as in cblas.h.
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111 };
typedef void (*sgemm_function)(
    int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a, int lda,
    const float *b, int ldb, float beta, float *c, int ldc);
typedef void (*dgemm_function)(
    int order, int transpose_a, int transpose_b, int m, int n, int k, double alpha, const double *a, int lda,
    const double *b, int ldb, double beta, double *c, int ldc);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[LOADER_MESSAGE_SIZE];
static sgemm_function sgemm;
static dgemm_function dgemm;
static const char *(*get_config)(void);

static void open_library(void) {
    // The library under its plain name uses 32-bit integers, as declared above.
    static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "libopenblas.dylib",
                                        "/opt/homebrew/opt/openblas/lib/libopenblas.dylib"};
    // Callers already use threads, so OpenBLAS must not start its own. It starts them on loading, and hangs if that
    // fails, unless this variable is set before.
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    void *library = loader_open(names, sizeof names / sizeof *names, failure);
    if (library == NULL) return;
    void (*set_threads)(int);
    const loaded_function functions[] = {
        {"cblas_sgemm", &sgemm},
        {"cblas_dgemm", &dgemm},
        {"openblas_get_config", &get_config},
        {"openblas_set_num_threads", &set_threads},
    };
    if (!loader_find(library, functions, sizeof functions / sizeof *functions, failure)) return;
    // For builds that read another variable.
    set_threads(1);
    result = 0;
}

int copenblas_open(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, COPENBLAS_MESSAGE_SIZE, "%s", failure);
    return result;
}

const char *copenblas_description(void) {
    return get_config();
}

void copenblas_sgemm(int m, int n, int k, const float *a, const float *b, float *c) {
    sgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, 1, a, k, b, n, 0, c, n);
}

void copenblas_dgemm(int m, int n, int k, const double *a, const double *b, double *c) {
    dgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, 1, a, k, b, n, 0, c, n);
}
