// Compiled with -ffp-contract=off: each rounding below is intended.

#include "reference.h"

#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <string.h>

enum { STEPS = 128 };

/// 2^(k / 128), the second number being the rest.
static struct exact_exp powers[STEPS];
/// ln 2 / 128 in three parts. The first two have 40 bits, so that their products with k < 2^13 are exact.
static double step_high, step_middle, step_low;

void reference_prepare(void) {
    mpfr_t exact, part;
    mpfr_inits2(300, exact, part, (mpfr_ptr)0);
    for (int k = 0; k < STEPS; k++) {
        mpfr_set_si(exact, k, MPFR_RNDN);
        mpfr_div_si(exact, exact, STEPS, MPFR_RNDN);
        mpfr_exp2(exact, exact, MPFR_RNDN);
        powers[k].high = mpfr_get_d(exact, MPFR_RNDN);
        mpfr_sub_d(exact, exact, powers[k].high, MPFR_RNDN);
        powers[k].low = mpfr_get_d(exact, MPFR_RNDN);
    }
    mpfr_const_log2(exact, MPFR_RNDN);
    mpfr_div_si(exact, exact, STEPS, MPFR_RNDN);
    double *parts[] = {&step_high, &step_middle, &step_low};
    for (int place = 0; place < 3; place++) {
        mpfr_set_prec(part, place < 2 ? 40 : 53);
        mpfr_set(part, exact, MPFR_RNDN);
        *parts[place] = mpfr_get_d(part, MPFR_RNDN);
        mpfr_sub(exact, exact, part, MPFR_RNDN);
    }
    mpfr_clears(exact, part, (mpfr_ptr)0);
}

/// a + b without error, if |a| >= |b|.
static inline struct exact_exp quick_sum(double a, double b) {
    double sum = a + b;
    return (struct exact_exp){sum, b - (sum - a)};
}

/// a + b without error.
static inline struct exact_exp exact_sum(double a, double b) {
    double sum = a + b;
    double part = sum - a;
    return (struct exact_exp){sum, (a - (sum - part)) + (b - part)};
}

/// x = k ln 2 / 128 + r with |r| < 2^-8.5, and e^x = 2^(k / 128) e^r.
///
/// The errors, relative to e^x: the series of e^r ends after r^7 / 5040, which leaves 2^-83. Its terms from r^3 on are
/// below 2^-28 and calculated in f64 with a relative error below 2^-50.5, which is 2^-78.5; leaving out the lower part
/// of r in them costs 2^-80. All other terms are sums of two f64 numbers, with errors below 2^-100.
struct exact_exp reference_exp(double x) {
    const double shift = 0x1.8p52;
    double k = x * (STEPS / M_LN2) + shift - shift;
    // Exact: both numbers are multiples of 2^-61, and so is the difference, which is below 2^-8.
    double rest = fma(-k, step_high, x);
    struct exact_exp r = exact_sum(rest, -k * step_middle);
    r = quick_sum(r.high, r.low - k * step_low);

    double square = r.high * r.high;
    double square_low = fma(r.high, r.high, -square) + 2 * r.high * r.low;
    double series = 1.0 / 5040;
    series = fma(r.high, series, 1.0 / 720);
    series = fma(r.high, series, 1.0 / 120);
    series = fma(r.high, series, 1.0 / 24);
    series = fma(r.high, series, 1.0 / 6);
    struct exact_exp first = quick_sum(r.high, square / 2);
    struct exact_exp second = quick_sum(first.high, square * r.high * series);
    struct exact_exp growth = quick_sum(second.high, second.low + (first.low + (r.low + square_low / 2)));

    int64_t steps = (int64_t)k;
    struct exact_exp power = powers[steps & (STEPS - 1)];
    double product = power.high * growth.high;
    double product_low = fma(power.high, growth.high, -product) + (power.high * growth.low + power.low * growth.high);
    struct exact_exp sum = quick_sum(power.high, product);
    sum = quick_sum(sum.high, sum.low + (product_low + power.low));
    // Results are above e^-30, so this product is exact.
    uint64_t bits = (uint64_t)(1023 + (steps >> 7)) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return (struct exact_exp){sum.high * scale, sum.low * scale};
}

double reference_rounded(double x, struct exact_exp exact, bool *undecided) {
    double error = exact.high * REFERENCE_ERROR;
    double upper = exact.high + (exact.low + error), lower = exact.high + (exact.low - error);
    *undecided = upper != lower;
    if (!*undecided) return upper;
    mpfr_t number;
    mpfr_init2(number, 53);
    mpfr_set_d(number, x, MPFR_RNDN);
    mpfr_exp(number, number, MPFR_RNDN);
    double rounded = mpfr_get_d(number, MPFR_RNDN);
    mpfr_clear(number);
    return rounded;
}

float reference_rounded_f32(float x, struct exact_exp exact, bool *undecided) {
    // `high` is the f64 nearest to the sum. Rounding it again is right unless it is in the middle of two f32 numbers.
    uint64_t bits;
    memcpy(&bits, &exact.high, sizeof bits);
    *undecided = (bits & 0x1fffffff) == 0x10000000;
    if (!*undecided) return (float)exact.high;
    mpfr_t number;
    mpfr_init2(number, 24);
    mpfr_set_flt(number, x, MPFR_RNDN);
    mpfr_exp(number, number, MPFR_RNDN);
    float rounded = mpfr_get_flt(number, MPFR_RNDN);
    mpfr_clear(number);
    return rounded;
}

double reference_error(double x, struct exact_exp exact) {
    mpfr_t number, found;
    mpfr_inits2(200, number, found, (mpfr_ptr)0);
    mpfr_set_d(number, x, MPFR_RNDN);
    mpfr_exp(number, number, MPFR_RNDN);
    mpfr_set_d(found, exact.high, MPFR_RNDN);
    mpfr_add_d(found, found, exact.low, MPFR_RNDN);
    mpfr_sub(found, found, number, MPFR_RNDN);
    mpfr_div(found, found, number, MPFR_RNDN);
    double error = fabs(mpfr_get_d(found, MPFR_RNDU));
    mpfr_clears(number, found, (mpfr_ptr)0);
    return error;
}

double library_exp(double x) { return exp(x); }

float library_expf(float x) { return expf(x); }
