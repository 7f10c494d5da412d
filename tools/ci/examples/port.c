// An example port: the server profile of the depth analysis, in C11 with the platform's libm.
//
//     cc -std=c11 -O2 -ffp-contract=off -o port port.c -lm
//     depthcheck golden check --run './port {f32} {width} {height}'
//
// The file has little-endian f32 samples in metres, row by row, top row first; so must be the processor. Section
// numbers (§) are those of docs/SPECIFICATION.md, and the printed fields are those of docs/JSON.md. -ffp-contract=off
// keeps the compiler from fusing multiplications and additions.

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 50 };

// §3. NaN fails both comparisons.
static bool is_valid(float depth) { return depth >= 0.1f && depth <= 20.0f; }

// Copies the valid samples of a rectangle in raster order, and returns their number.
static size_t copy_valid(const float *samples, size_t stride, size_t columns, size_t rows, double *depths) {
    size_t count = 0;
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            if (is_valid(samples[y * stride + x])) depths[count++] = samples[y * stride + x];
    return count;
}

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// §4: returns the standard deviation, summed in raster order.
static double measure(const double *depths, size_t count, double *mean) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += depths[i];
    *mean = share(sum, count);
    for (size_t i = 0; i < count; i++) squares += (depths[i] - *mean) * (depths[i] - *mean);
    return sqrt(share(squares, count));
}

// §5, steps 2 to 4: the bins of the peaks; returns their number.
static int find_peaks(const long *counts, long *peaks) {
    double smoothed[BINS], tallest = 0;
    for (int i = 0; i < BINS; i++) {
        smoothed[i] = (counts[i > 0 ? i - 1 : 0] + counts[i] + counts[i < BINS - 1 ? i + 1 : i]) / 3.0;
        tallest = fmax(tallest, smoothed[i]);
    }
    int layers = 0;
    for (int i = 0; i < BINS; i++)
        if (smoothed[i] > 0.05 * tallest && (i == 0 || smoothed[i] > smoothed[i - 1]) &&
            (i == BINS - 1 || smoothed[i] > smoothed[i + 1]))
            peaks[layers++] = i;
    return layers;
}

// §6: the gradient along one axis. Neighbours have no upper bound.
static double gradient(float before, float after) {
    bool usable = isfinite(before) && isfinite(after) && before > 0.1f && after > 0.1f;
    return usable ? ((double)after - (double)before) / 2 : 0;
}

// §6: the numbers of interior pixels with a valid sample, and of edges among them.
static void count_edges(const float *samples, size_t width, size_t height, long *interior, long *edges) {
    for (size_t y = 1; y + 1 < height; y++)
        for (size_t x = 1; x + 1 < width; x++) {
            const float *pixel = samples + y * width + x;
            if (!is_valid(*pixel)) continue;
            double gx = gradient(pixel[-1], pixel[1]), gy = gradient(*(pixel - width), pixel[width]);
            *interior += 1;
            *edges += sqrt(gx * gx + gy * gy) > 0.1;
        }
}

// §8: the smallest standard deviation of a quadrant.
static double smallest_quadrant(const float *samples, size_t width, size_t height) {
    size_t columns = width / 2, rows = height / 2;
    double smallest = DBL_MAX, mean, *depths = malloc(columns * rows * sizeof *depths);
    if (!depths) exit(EXIT_FAILURE);
    for (size_t quadrant = 0; quadrant < 4; quadrant++) {
        const float *start = samples + quadrant / 2 * rows * width + quadrant % 2 * columns;
        size_t count = copy_valid(start, width, columns, rows, depths);
        if (count >= 10) smallest = fmin(smallest, measure(depths, count, &mean));
    }
    free(depths);
    return smallest;
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static const char *word(bool value) { return value ? "true" : "false"; }

static void print_integers(const char *name, const long *values, int count) {
    printf(",\"%s\":[", name);
    for (int i = 0; i < count; i++) printf("%s%ld", i > 0 ? "," : "", values[i]);
    printf("]");
}

static void analyse(const float *samples, size_t total, size_t width, size_t height) {
    double *depths = calloc(total + 1, sizeof *depths); // of an empty map, the first is 0
    if (!depths) exit(EXIT_FAILURE);
    size_t count = copy_valid(samples, total, total, 1, depths), in_band = 0;
    double mean, deviation = measure(depths, count, &mean);
    qsort(depths, count, sizeof *depths, ascending); // only §4 depends on the order
    double nearest = depths[0], median = depths[count / 2], farthest = depths[count > 0 ? count - 1 : 0];

    // §5
    double bin_width = (farthest - nearest) / BINS;
    long counts[BINS] = {0}, peaks[BINS];
    int bins = farthest > nearest ? BINS : 0, layers = 0;
    for (size_t i = 0; i < count && bins > 0; i++) {
        int bin = (int)((depths[i] - nearest) / bin_width);
        counts[bin < BINS ? bin : BINS - 1]++;
    }
    if (bins > 0) layers = find_peaks(counts, peaks);

    bool is_grid = width * height == total;
    long interior = 0, edges = 0;
    double smallest = 0;
    if (is_grid && width >= 3 && height >= 3) count_edges(samples, width, height, &interior, &edges);
    if (is_grid && width >= 4 && height >= 4 && count > 0) smallest = smallest_quadrant(samples, width, height);
    double coherence = fmin(1, fmax(0, 1 - exp(-share(edges, interior) * 30)));

    // §7
    for (size_t i = 0; i < count; i++) in_band += fabs(depths[i] - median) < 0.05;
    double uniformity = share(in_band, count);
    bool screen_like = farthest - nearest < 0.15 && uniformity > 0.85 && mean >= 0.2 && mean <= 1.5;

    // §9
    const char *reasons[4];
    int failed = 0;
    if (total == 0) reasons[failed++] = "no_samples";
    else if (count == 0) reasons[failed++] = "no_valid_sample";
    if (count > 0 && !(deviation > 0.5)) reasons[failed++] = "standard_deviation";
    if (count > 0 && !(layers >= 3)) reasons[failed++] = "layers";
    if (count > 0 && !(coherence > 0.3)) reasons[failed++] = "edge_coherence";
    if (count > 0 && screen_like) reasons[failed++] = "screen_like";

    printf("{\"status\":\"%s\",\"reasons\":[", count == 0 ? "unavailable" : failed == 0 ? "pass" : "fail");
    for (int i = 0; i < failed; i++) printf("%s\"%s\"", i > 0 ? "," : "", reasons[i]);
    printf("],\"is_likely_real_scene\":%s,\"is_screen_like\":%s", word(failed == 0), word(screen_like));
    printf(",\"width\":%zu,\"height\":%zu,\"total_count\":%zu,\"valid_count\":%zu", width, height, total, count);
    // 17 significant digits read back to the same bits.
    printf(",\"coverage\":%.17g,\"mean_depth\":%.17g,\"depth_variance\":%.17g", share(count, total), mean, deviation);
    printf(",\"min_depth\":%.17g,\"max_depth\":%.17g,\"median_depth\":%.17g", nearest, farthest, median);
    printf(",\"edge_coherence\":%.17g,\"uniformity_ratio\":%.17g", coherence, uniformity);
    printf(",\"min_quadrant_variance\":%.17g,\"quadrant_passes\":%s", smallest, word(smallest > 0.1));
    printf(",\"depth_layers\":%d,\"peak_depths\":[", layers);
    for (int i = 0; i < layers; i++) {
        double depth = peaks[i] < BINS - 1 ? nearest + (peaks[i] + 0.5) * bin_width : farthest - 0.5 * bin_width;
        printf("%s%.17g", i > 0 ? "," : "", depth);
    }
    printf("],\"stages\":{\"interior_count\":%ld,\"edge_count\":%ld", interior, edges);
    print_integers("histogram_counts", counts, bins);
    print_integers("peak_bins", peaks, layers);
    puts("}}");
    free(depths);
}

int main(int argc, char **argv) {
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0) return EXIT_FAILURE;
    size_t total = (size_t)ftell(file) / sizeof(float);
    float *samples = malloc((total + 1) * sizeof *samples);
    rewind(file);
    if (!samples || fread(samples, sizeof *samples, total, file) != total) return EXIT_FAILURE;
    fclose(file);
    analyse(samples, total, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    free(samples);
    return EXIT_SUCCESS;
}
