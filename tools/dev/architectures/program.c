// Reads maps from standard input and prints their analyses, for tools/dev/architectures/run.
//
// A map is four little-endian 32-bit integers (width, height, number of parameters, number of samples), the parameters
// as f64 and the samples as f32. For each map the program prints a line per profile and engine, in that order, and one
// with the candidates: the numbers of the record as hexadecimal bits of f64, or `-` if there is no record.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depthcheck.h"
#include "depthcheck-candidates.h"

enum { PROFILES = 2, ENGINES = 2, PARAMETERS = 32 };

/// Reads a little-endian integer, whatever the order of the bytes here. Ends the program at the end of the input.
static uint64_t read_bits(int byte_count) {
    unsigned char bytes[8];
    if (fread(bytes, 1, (size_t)byte_count, stdin) != (size_t)byte_count) exit(0);
    uint64_t bits = 0;
    for (int place = byte_count - 1; place >= 0; place--) bits = bits << 8 | bytes[place];
    return bits;
}

static void print_record(double *record) {
    if (record == NULL) {
        puts("-");
        return;
    }
    for (size_t place = 1; place <= (size_t)record[0]; place++) {
        uint64_t bits;
        memcpy(&bits, &record[place], sizeof bits);
        printf(place == 1 ? "%016" PRIx64 : " %016" PRIx64, bits);
    }
    putchar('\n');
    depthcheck_free(record);
}

int main(void) {
    for (;;) {
        int32_t width = (int32_t)read_bits(4), height = (int32_t)read_bits(4);
        size_t parameter_count = (size_t)read_bits(4), count = (size_t)read_bits(4);
        double parameters[PARAMETERS];
        if (parameter_count > PARAMETERS) return 1;
        for (size_t place = 0; place < parameter_count; place++) {
            uint64_t bits = read_bits(8);
            memcpy(&parameters[place], &bits, sizeof bits);
        }
        float *samples = depthcheck_allocate(count * sizeof *samples);
        for (size_t place = 0; place < count; place++) {
            uint32_t bits = (uint32_t)read_bits(4);
            memcpy(&samples[place], &bits, sizeof bits);
        }
        for (int profile = 0; profile < PROFILES; profile++) {
            for (int engine = 0; engine < ENGINES; engine++) {
                depthcheck_analyzer_handle *analyzer =
                    depthcheck_analyzer(profile, engine, parameters, parameter_count);
                print_record(analyzer ? depthcheck_analyze(analyzer, samples, count, width, height) : NULL);
                if (analyzer) depthcheck_release(analyzer);
            }
        }
        print_record(depthcheck_candidates(parameters, parameter_count, samples, count, width, height));
        // If the next map ends the program, its place is the number of maps printed.
        fflush(stdout);
        depthcheck_free(samples);
    }
}
