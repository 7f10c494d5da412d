#pragma once
#include <stddef.h>

/// A door to OpenBLAS that opens when somebody knocks.
///
/// Linking the library would load it whenever the command starts, and tuning alone needs it: so it is opened by name at
/// run time. The two products are declared here as CBLAS declares them, since no header of OpenBLAS is needed to build.

enum { COPENBLAS_MESSAGE_SIZE = 256 };

/// Opens the library once; later calls return the first answer. Safe from any thread.
///
/// Returns 0, or -1 with the loader's words in `message`, which holds COPENBLAS_MESSAGE_SIZE characters and ends with a
/// zero byte. On success each product runs on the thread that calls it: OpenBLAS starts no threads of its own.
int copenblas_open(char *message);

/// OpenBLAS's own description of itself: version, build and processor kernel. Only after copenblas_open returned 0.
const char *copenblas_description(void);

/// c (m x n) = a (m x k) times b (k x n), all row-major without padding. Only after copenblas_open returned 0.
void copenblas_sgemm(int m, int n, int k, const float *a, const float *b, float *c);

/// The same in f64.
void copenblas_dgemm(int m, int n, int k, const double *a, const double *b, double *c);
