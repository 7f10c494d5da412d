// Prints checksums of a C library's `exp` and `expf` for all edge shares whose denominators, in lowest terms, are in a
// range. Equal checksums on two processors mean equal bits. See run.
//
// usage: library FIRST LAST

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTERIOR_COUNT = 254 * 190 };

static uint64_t added(uint64_t checksum, uint64_t bits) {
    checksum = (checksum ^ bits) * 0x9e3779b97f4a7c15;
    return checksum ^ checksum >> 32;
}

/// Marks the numerators from 0 to `denominator` that have a factor in common with it.
static void mark_common_factors(int denominator, bool *has_common_factor) {
    memset(has_common_factor, 0, (size_t)denominator + 1);
    int rest = denominator;
    for (int prime = 2; rest > 1; prime++) {
        if (prime * prime > rest) prime = rest;
        if (rest % prime != 0) continue;
        while (rest % prime == 0) rest /= prime;
        for (int multiple = 0; multiple <= denominator; multiple += prime) has_common_factor[multiple] = true;
    }
}

int main(int count, char **arguments) {
    int first = count == 3 ? atoi(arguments[1]) : 0, last = count == 3 ? atoi(arguments[2]) : 0;
    if (first < 1 || last < first || last > INTERIOR_COUNT) {
        fputs("usage: library FIRST LAST\n", stderr);
        return 64;
    }
    static bool has_common_factor[INTERIOR_COUNT + 1];
    uint64_t quotients = 0, server = 0, client = 0;
    for (int denominator = first; denominator <= last; denominator++) {
        mark_common_factors(denominator, has_common_factor);
        for (int numerator = 0; numerator <= denominator; numerator++) {
            if (has_common_factor[numerator]) continue;
            quotients++;
            double result = exp(-((double)numerator / denominator) * 30);
            uint64_t bits;
            memcpy(&bits, &result, sizeof bits);
            server = added(server, bits);
            float client_result = expf(-((float)numerator / (float)denominator) * 30);
            uint32_t client_bits;
            memcpy(&client_bits, &client_result, sizeof client_bits);
            client = added(client, client_bits);
        }
    }
    printf("%" PRIu64 " %016" PRIx64 " %016" PRIx64 "\n", quotients, server, client);
    return 0;
}
