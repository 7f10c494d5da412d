/// Additional measurements (docs/CANDIDATES.md) for other languages, in a separate WebAssembly module; elsewhere,
/// `depthcheck_request` makes them too. Conventions, memory and parameters are as in depthcheck.h.
#ifndef DEPTHCHECK_CANDIDATES_H
#define DEPTHCHECK_CANDIDATES_H

#include "depthcheck.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Measures all candidates of a map of `count` samples in metres, row by row.
///
/// Width and height are as for `depthcheck_analyze`, parameters as for `depthcheck_analyzer`; only the two for the
/// valid range matter. Returns a record. Its first number is -1, or the index in the description's
/// `candidateAbsences` if the map has no candidates. One number per candidate follows, in the order of the
/// description, NaN if not measured. Returns NULL for dimensions that do not match `count`, and for invalid
/// parameters.
double *DEPTHCHECK_NULLABLE depthcheck_candidates(
    const double *DEPTHCHECK_NULLABLE parameters, size_t parameter_count, const float *samples, size_t count,
    int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
