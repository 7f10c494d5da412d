// A correctly rounded exp for the arguments of the analysis, from -30 to 0, and the libraries to compare.

#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>

/// e^x as the sum of two f64 numbers. `low` is at most half a unit in the last place of `high`.
struct exact_exp {
    double high, low;
};

/// Calculates the tables. Call it first.
void reference_prepare(void);

/// e^x with a relative error below `REFERENCE_ERROR`, which reference.c derives. x is from -30 to 0.
struct exact_exp reference_exp(double x);
#define REFERENCE_ERROR 0x1p-74

/// The f64 nearest to e^x, given `reference_exp(x)`. Sets `undecided` if MPFR had to decide.
double reference_rounded(double x, struct exact_exp exact, bool *undecided);

/// The f32 nearest to e^x, likewise.
float reference_rounded_f32(float x, struct exact_exp exact, bool *undecided);

/// The relative error of `reference_exp(x)`, measured with MPFR.
double reference_error(double x, struct exact_exp exact);

/// musl's `expf`.
float musl_expf(float x);

/// The C library's functions. Swift's compiler would evaluate a call with a constant itself.
double library_exp(double x);
float library_expf(float x);

#endif
