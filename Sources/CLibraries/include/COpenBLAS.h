#pragma once
#include <stddef.h>

/// OpenBLAS, loaded at run time.
///
/// Linking it would load it at every start of the command, although only tuning needs it. Both products are declared
/// as in CBLAS, so building needs no header of OpenBLAS.

enum { COPENBLAS_MESSAGE_SIZE = 256 };

/// Opens the library once; later calls return the first result. Thread-safe.
///
/// Returns 0, or -1 with the loader's message, zero-terminated, in `message`, which has COPENBLAS_MESSAGE_SIZE
/// characters. Products run on the calling thread; OpenBLAS starts no threads.
int copenblas_open(char *message);

/// OpenBLAS's description: version, build and processor kernel. Call only after copenblas_open returned 0.
const char *copenblas_description(void);

/// c (m x n) = a (m x k) times b (k x n), all row-major without padding. Call only after copenblas_open returned 0.
void copenblas_sgemm(int m, int n, int k, const float *a, const float *b, float *c);

/// The same in f64.
void copenblas_dgemm(int m, int n, int k, const double *a, const double *b, double *c);
