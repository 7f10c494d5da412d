// Uses the library from C: analyses a file, reads its map, analyses that, and compares.

#include "depthcheck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(int is_true, const char *what) {
    if (!is_true) {
        fprintf(stderr, "not so: %s\n", what);
        exit(1);
    }
}

int main(int count, char **arguments) {
    static uint8_t bytes[1 << 20];
    expect(count == 2 && depthcheck_abi_version() == DEPTHCHECK_ABI_VERSION, "usage and version");
    FILE *file = fopen(arguments[1], "rb");
    expect(file != NULL, "the file is there");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    double parameters[] = {0.1, 20, 50};
    expect(depthcheck_analyzer(7, 0, NULL, 0) == NULL, "there are no eight profiles");
    expect(depthcheck_meaningless_parameter(parameters, 3) == -1, "the server's parameters are valid");
    parameters[2] = 0;
    expect(depthcheck_meaningless_parameter(parameters, 3) == 2, "a histogram without bins is invalid");

    depthcheck_analyzer_handle *analyzer = depthcheck_analyzer(0, 0, NULL, 0);
    expect(analyzer != NULL, "an analyzer");
    double *of_file = NULL;
    char *text = depthcheck_analyze_file(analyzer, "{}", bytes, size, &of_file);
    char *answer = strstr(text, "\"server_answer\":");
    expect(answer != NULL && of_file != NULL, "an answer and a record");
    answer = strchr(answer + strlen("\"server_answer\":"), '"') + 1;
    *strchr(answer, '"') = 0;

    float *samples = NULL;
    size_t sample_count = 0;
    char *read = depthcheck_read_file("{}", bytes, size, &samples, &sample_count);
    expect(samples != NULL && sample_count == 256 * 192, "a map");
    double *of_samples = depthcheck_analyze(analyzer, samples, sample_count, 256, 192);
    expect(of_samples != NULL && of_samples[0] == of_file[0], "records of one length");
    expect(memcmp(of_samples, of_file, (size_t)(of_samples[0] + 1) * sizeof(double)) == 0, "the same records");
    expect(depthcheck_analyze(analyzer, samples, sample_count, 10, 10) == NULL, "10x10 does not fit");

    depthcheck_bytes input = {(const uint8_t *)samples, sample_count * sizeof(float)};
    char *reply = depthcheck_request(
        "{\"request\": \"measure_candidates\", \"width\": 256, \"height\": 192}", &input, 1);
    expect(strstr(reply, "\"plane_share_1_percent\":") != NULL, "the candidates are returned");
    depthcheck_free(reply);
    reply = depthcheck_request("{}", NULL, 0);
    expect(strstr(reply, "\"error_code\":\"invalid_argument\"") != NULL, "a request without a name is refused");
    depthcheck_free(reply);

    printf("%s %.17g %dx%d\n", answer, of_file[2], 256, 192);
    depthcheck_free(of_samples);
    depthcheck_free(samples);
    depthcheck_free(read);
    depthcheck_free(of_file);
    depthcheck_free(text);
    depthcheck_free(NULL);
    depthcheck_release(analyzer);
    return 0;
}
