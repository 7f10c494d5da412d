// What the library takes beside the sources in Swift: what Embedded Swift leaves to whoever links it, and what the
// processor can do.

#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

/// Where Swift's hashing gets its seed. The C library has it only since version 2.36.
void arc4random_buf(void *bytes, size_t count) {
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            abort();
        }
        next += got;
        count -= (size_t)got;
    }
}

/// The locale in which a decimal point is a point. Made when the library is loaded, before any thread can ask for it.
static locale_t plain_locale;

__attribute__((constructor)) static void make_plain_locale(void) {
    plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/// How Swift reads numbers: where in the text the number ended, or NULL for none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end;
    *number = strtod_l(text, &end, plain_locale);
    return end == text ? NULL : end;
}

const char *_swift_stdlib_strtof_clocale(const char *text, float *number) {
    char *end;
    *number = strtof_l(text, &end, plain_locale);
    return end == text ? NULL : end;
}

/// See depthcheck.h.
int32_t depthcheck_has_vectors(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}
