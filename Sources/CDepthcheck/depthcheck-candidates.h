/// The measurements beside the verdict (docs/CANDIDATES.md) for other languages, in a module of WebAssembly of their
/// own: the library of the Python package does not have them. Conventions, memory and parameters are those of
/// depthcheck.h.
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
/// Width, height and parameters are as for `depthcheck_analyze` and `depthcheck_analyzer`; of the parameters only the
/// two that say which samples are valid make a difference. Returns a record: the place of the reason why the map has
/// none of them in the description's `candidateAbsences`, or -1; then a number for each candidate, in the order of the
/// description, NaN for one that says nothing of this map. NULL for dimensions that do not fit the count, and for
/// parameters without meaning.
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
