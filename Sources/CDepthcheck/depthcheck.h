/// depthcheck for other languages: C functions that take and return numbers, texts and JSON.
///
///     depthcheck_analyzer_handle *analyzer = depthcheck_analyzer(0, 0, NULL, 0);
///     double *record = depthcheck_analyze(analyzer, samples, 256 * 192, 256, 192);
///     ...
///     depthcheck_free(record);
///     depthcheck_release(analyzer);
///
/// There is no state outside of handles, and any number of threads may use one handle at once. The caller owns every
/// returned pointer and frees it with `depthcheck_free`. Words are encoded as numbers; `depthcheck_description` lists
/// them, and the order of fields, checks and parameters. Texts are UTF-8 and zero-terminated; JSON texts are objects
/// with the names of docs/JSON.md.
///
/// Arrays must have the stated size, be aligned like their elements, and not change during a call. Violations are not
/// detected.
#ifndef DEPTHCHECK_H
#define DEPTHCHECK_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define DEPTHCHECK_NULLABLE _Nullable
#define DEPTHCHECK_NONNULL _Nonnull
#else
#define DEPTHCHECK_NULLABLE
#define DEPTHCHECK_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Increases with every change that callers can observe. Callers built for another number must not continue.
#define DEPTHCHECK_ABI_VERSION 6

/// The ABI version of the library.
int32_t depthcheck_abi_version(void);

// Memory

/// Allocates memory for the caller to fill.
void *depthcheck_allocate(size_t byte_count);

/// Frees a pointer returned by any function here, except a handle; does nothing for NULL.
void depthcheck_free(void *DEPTHCHECK_NULLABLE pointer);

// The analysis

/// An analyzer: a profile, an engine and parameters.
typedef struct depthcheck_analyzer_handle depthcheck_analyzer_handle;

/// Creates an analyzer; free it with `depthcheck_release`.
///
/// `profile` and `engine` are indices in the lists of the description. `parameters` has `count` numbers in the order
/// of the description; missing ones at the end have the server's values. Returns NULL for an invalid index, and if
/// `depthcheck_meaningless_parameter` finds an invalid parameter.
depthcheck_analyzer_handle *DEPTHCHECK_NULLABLE depthcheck_analyzer(
    int32_t profile, int32_t engine, const double *DEPTHCHECK_NULLABLE parameters, size_t count);

/// The index of the first invalid parameter; -1 if there is none.
int32_t depthcheck_meaningless_parameter(const double *parameters, size_t count);

/// Frees an analyzer.
void depthcheck_release(depthcheck_analyzer_handle *analyzer);

/// Analyses a map of `count` samples in metres, row by row.
///
/// If width and height are 0, both are inferred from the count, as on the server. Returns a *record*: the number of
/// values that follow, then all fields except `algorithm_version`, in the order of the description. A word is its
/// index among the words of its field; a flag is 0 or 1; a list is its count and its elements; a quadrant is its
/// count of valid samples and its standard deviation, or NaN; a check is its index, value, threshold, margin and
/// outcome. Returns NULL for dimensions that do not match `count`.
double *DEPTHCHECK_NULLABLE depthcheck_analyze(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height);

/// Analyses `map_count` consecutive maps of `sample_count` samples each, and writes one table row per map.
///
/// Width and height are as for `depthcheck_analyze`. A row has a number for each of the description's `columns`; NaN
/// for a check that did not apply. Reasons are a bit set of their indices. The second table has `peak_room` numbers
/// per map for the depths of its peaks, whose number is `depth_layers`; further peaks are omitted. Returns 0, or -1
/// for dimensions that do not match the count.
int32_t depthcheck_analyze_many(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t map_count, size_t sample_count,
    int32_t width, int32_t height, double *rows, double *peaks, size_t peak_room);

/// Analyses a map and reports the role of each sample, for pictures.
///
/// `marks` receives a byte per sample, a bit set: 1 valid, 2 interior, 4 edge, 8 within the screen band, 16 in the
/// bin of a layer. The trace follows the record: whether there is a histogram, and if so its two ends, the prominence
/// and the list of smoothed counts; then the list of quadrants with first column, first row, width and height.
double *DEPTHCHECK_NULLABLE depthcheck_trace(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height,
    uint8_t *marks);

/// Inflates the gzip member at the start of a file, as the server does.
///
/// `limit` is the maximum number of inflated bytes. Returns a record of five numbers: the index of the refusal in the
/// description, or -1; the address of the inflated bytes, which the caller also frees, or 0; their number; the length
/// of the member; and the limit of a refusal that has one.
double *depthcheck_inflate(const uint8_t *input, size_t count, size_t limit);

// The remaining functions are not in the WebAssembly module.

/// Returns JSON: profiles, engines, parameters, fields, columns, checks, kinds of pictures, codes.
char *depthcheck_description(void);

// Files

// `reading` is a JSON object of options for reading files, the members of requests that read maps, such as
// `{"width": 256, "height": 192}`; `{}` for none. The request `check_reading` says what is wrong about one; with
// options that it refuses, these functions stop the process.

/// Reads the bytes of a file and analyses the map.
///
/// Returns JSON: the fields of a result outside of the analysis, and `message`. `error` names options of the command;
/// `message` is the same error with the names of Python arguments. `record` receives the analysis as from
/// `depthcheck_analyze`; for an unreadable file, its status is `unavailable`.
char *depthcheck_analyze_file(
    const depthcheck_analyzer_handle *analyzer, const char *reading, const uint8_t *bytes, size_t count,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL record);

/// Like `depthcheck_analyze_file`, for a file that the caller could not open or read, from the system's error number;
/// EFBIG means that it exceeds the `max_bytes` of `reading`. The JSON also has `is_transient`: whether the error
/// depends on the state of the system, so that a retry may succeed.
char *depthcheck_analyze_inaccessible(
    const depthcheck_analyzer_handle *analyzer, const char *reading, int32_t error_number,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL record);

/// Reads the map in the bytes of a file.
///
/// Returns JSON: `width`, `height`, `container`, `format`, `notes`, `note_codes`, or `error` and `error_code`.
/// `samples` receives the map or NULL, and `sample_count` its number of samples, which need not be `width` times
/// `height`.
char *depthcheck_read_file(
    const char *reading, const uint8_t *bytes, size_t count,
    float *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL samples,
    size_t *sample_count);

/// The maps of a file or archive.
typedef struct depthcheck_maps_handle depthcheck_maps_handle;

/// Opens the maps at a path: those of a depth file, of an archive, of a tar archive if `is_tar` is 1, or one map in an
/// archive. Release the handle with `depthcheck_release_maps`; only one thread at a time may use it.
///
/// Files are read like the command reads them, with descriptions, confidence and names of folders. `is_archive`
/// receives 1 for an archive, otherwise 0.
depthcheck_maps_handle *depthcheck_open_maps(
    const char *reading, const char *path, int32_t is_tar, int32_t *is_archive);

/// Reads the next map, as `depthcheck_read_file` does. The JSON also has `name`, and `more`: whether the same file has
/// further maps. NULL after the last map.
char *DEPTHCHECK_NULLABLE depthcheck_next_map(
    depthcheck_maps_handle *maps, float *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL samples, size_t *sample_count);

/// Releases maps.
void depthcheck_release_maps(depthcheck_maps_handle *maps);

// Corpora

/// The files of a corpus and how they are measured. Threads may share a handle.
typedef struct depthcheck_corpus_handle depthcheck_corpus_handle;

/// Lists the depth files at `paths`, and those in folders among them, as `depthcheck measure` does. `root` is a folder
/// above all of them, relative to which files are named, or NULL. `are_shards` is 1 if the paths are tar archives.
/// `measures_candidates` is 1 to make the additional measurements of docs/CANDIDATES.md too.
///
/// `corpus` receives the handle; release it with `depthcheck_release_corpus`. Returns JSON: the `count` of files; the
/// paths `missing`, each with its error; the paths `skipped`, which could not be listed, likewise; and `not_files`,
/// pipes and devices. If there is no handle, the JSON has one member: `same_name` (the name of two files, and their
/// paths), `outside_root` (a path and the root) or `no_cryptography` (a sentence: rows have SHA-256 digests).
char *depthcheck_corpus(
    const depthcheck_analyzer_handle *analyzer, const char *reading,
    const char *DEPTHCHECK_NONNULL const *DEPTHCHECK_NULLABLE paths, size_t count,
    const char *DEPTHCHECK_NULLABLE root, int32_t are_shards, int32_t measures_candidates,
    depthcheck_corpus_handle *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL corpus);

/// Releases a corpus.
void depthcheck_release_corpus(depthcheck_corpus_handle *corpus);

/// Measures the file at an index below `count`.
///
/// Returns a JSON array: the rows that `depthcheck measure` writes, one for each map. An unreadable file gives a row
/// with its error. A system error that does not concern the file gives a JSON object instead: `path`, `error`,
/// `error_code` and the system's `error_number`. NULL for an index that does not exist.
char *DEPTHCHECK_NULLABLE depthcheck_measure(const depthcheck_corpus_handle *corpus, size_t place);

/// Measures the bytes of a file, as `depthcheck measure --tar` measures a member called `name`.
char *depthcheck_measure_bytes(
    const depthcheck_corpus_handle *corpus, const char *name, const uint8_t *bytes, size_t count);

// Pictures

/// The options of a picture.
typedef struct depthcheck_picture {
    /// An index in the description's `colourMaps`.
    int32_t colour_map;
    /// A bit set of indices in the description's `overlays`.
    uint32_t overlays;
    /// 1 for the map without frame, text, colour bar, legend and histogram.
    int32_t plain;
    /// The side of a sample in pixels; 0 for the default.
    int32_t scale;
    /// The range of the colour scale; NaN for the default.
    double nearest, farthest;
} depthcheck_picture;

/// Draws a map as `depthcheck render` does.
///
/// Returns rows of `width_found` pixels of three bytes: red, green and blue. Returns NULL for more than 2^27 pixels,
/// for insufficient memory, and for dimensions that do not match `count`.
uint8_t *DEPTHCHECK_NULLABLE depthcheck_render(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height,
    const depthcheck_picture *picture, const char *title, size_t *width_found, size_t *height_found);

// Both profiles

/// Compares the analyses of the server's and the client's analyzer.
///
/// Returns JSON: `coverage`, `broken_promises`, `differences`, `checks` and the other members of a finding in
/// docs/PARITY.md. The records are those of `depthcheck_analyze`. Returns NULL without records if the profiles are
/// not server and client, or if the dimensions do not match.
char *DEPTHCHECK_NULLABLE depthcheck_parity(
    const depthcheck_analyzer_handle *server, const depthcheck_analyzer_handle *client, const float *samples,
    size_t count, int32_t width, int32_t height, double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL server_record,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL client_record);

// Thresholds

/// The numbers of a presentation: standard deviation, layers, edge coherence, depth range, uniformity ratio, mean
/// depth. If the standard deviation is NaN, the presentation has no verdict.
#define DEPTHCHECK_MEASUREMENTS 6

/// The quantity to optimise.
typedef struct depthcheck_objective {
    /// 0: minimum BPCER with an APCER of at most `limit`; 1: minimum APCER with a BPCER of at most `limit`; 2:
    /// minimum expected cost; 3: ACER; 4: D-EER.
    int32_t kind;
    double limit;
    double apcer_cost, bpcer_cost, prior;
} depthcheck_objective;

/// Finds the optimal thresholds exactly; the other parameters are the analyzer's.
///
/// `classes` has 0 for a bona fide presentation, or the number of an attack species, from 1 and below `class_count`.
/// Returns JSON: `thresholds`, the `box` of equivalent thresholds, and the `rates`. Returns NULL if a required class
/// has no presentation with a verdict.
char *DEPTHCHECK_NULLABLE depthcheck_tune(
    const depthcheck_analyzer_handle *analyzer, const double *measurements, const int32_t *classes, size_t count,
    int32_t class_count, const depthcheck_objective *objective);

/// Applies the parameters of an analyzer to presentations.
///
/// `accepted` receives 1 for the verdict `pass`, otherwise 0. `margins` receives the smallest normalised margin: the
/// relative increase of all three thresholds at which the verdict changes. It is above 0 exactly if accepted, and -1
/// if no scale leads to acceptance.
void depthcheck_decide(
    const depthcheck_analyzer_handle *analyzer, const double *measurements, size_t count, uint8_t *accepted,
    double *margins);

// Requests

/// Bytes that a request reads, such as a table.
typedef struct depthcheck_bytes {
    const uint8_t *DEPTHCHECK_NULLABLE bytes;
    size_t count;
} depthcheck_bytes;

/// Carries out a request, by the functions that the command calls.
///
///     depthcheck_bytes inputs[] = {{measurements, measurement_bytes}, {labels, label_bytes}};
///     char *answer = depthcheck_request("{\"request\": \"tune\", \"objective\": \"acer\"}", inputs, 2);
///
/// `request` is a JSON object. Its member `request` names the work, and the other members are options, which may be
/// omitted or null. An unknown member is an error. Text is not escaped, with one exception: in names of files, a byte
/// that is not UTF-8 is two noncharacters, U+FDD0 and U+FDE0 plus the halves of the byte (0xE9 is U+FDDE U+FDE9).
/// Samples are binary32 in the byte order of the machine.
///
/// | request | inputs | answer |
/// |---|---|---|
/// | `plan` | | `plan`, of `depthcheck plan` |
/// | `tune` | measurements, labels, measurements of a sweep | `report` of `depthcheck tune`, tables, or `to_measure` |
/// | `measure_again` | measurements, labels | `rows` of the same maps, measured with a variant of a sweep |
/// | `evaluate` | measurements or scores, labels, tables | `report`, `tables`, `figures` of `depthcheck evaluate` |
/// | `compare_profiles` | | `report` and `csv` of `depthcheck parity` |
/// | `measure_candidates` | samples | `candidates`, or `absence` |
/// | `verify_capture` | body unless `path` is given, root certificate | `result` of `depthcheck capture verify` |
/// | `example_device` | | `device` of `depthcheck capture verify --example-device` |
/// | `inspect_capture` | body unless `path` is given | `result` of `depthcheck capture inspect` |
/// | `audit_capture` | payload unless `path` is given | `result` of `depthcheck capture audit` |
/// | `pack_capture` | photo, samples unless `depth` is given | `body`, `parts`, `request`, `content_type` |
/// | `check_answers` | answers, if the place `answers` is given | `report` of `depthcheck capture check` |
/// | `list_requests` | | `requests` of `depthcheck capture requests` |
/// | `check_reading` | | nothing; an error if the options of reading are invalid |
/// | `read_confidence` | | `width`, `height`, `levels` of the samples at `path`; nothing without confidence |
///
/// Members of the requests:
///
/// - Requests about labels: `label_map` (an object of other names of columns and labels), `ignore_unlabelled`,
///   `measurements_name` and `labels_name` (of the tables, in errors).
/// - `plan`: `species` and `limit`, which are required, `expected`, `captures_per_group`, `correlation`, `probability`,
///   `confidence`, `seed`.
/// - `tune`: `parameters` (an object), an objective, `replicates`, `seed`, `confidence`, `folds`,
///   `leave_out` (`species`, or a column of the labels), `jobs`. The objective is `objective` (a word), `max_apcer`,
///   `max_bpcer`, or `prior` with `cost_apcer` and `cost_bpcer`.
/// - `tune` also: `point_limit` (the number of operating points), `sweep` (an array of `"KEY=VALUES"`) and
///   `refine`. If measurements of the sweep are missing, the answer has only `to_measure`, their parameters, and
///   `count`, the number of maps to measure with them.
/// - `measure_again`: `parameters` (with which the maps were measured), `variant` (with which to measure them),
///   `corpus` (their folder), which is required, `first` and `count` (the maps).
/// - `evaluate`: `parameters`, `against`, their names `name` and `against_name`, `confidence`, `per` (a column) with
///   `decide` (a word), `matrix` (a column), the flags `lower_is_real`, `tables` and `figures`, places of inputs:
///   `against_measurements`, `others` (further tables to evaluate, with `other_names`), `development` (one for each
///   table) with `development_labels`, and `tuned_on`. Several places are an array.
/// - Requests that read maps: `width`, `height`, `row_bytes`, `units_per_metre`, `invalid` (an array), `strict`,
///   `max_bytes`, `min_confidence` (a word), `rotate`, `flip`, `sample_type`, `channel`, `array`, `dataset`.
/// - `compare_profiles`: `paths`, the flag `shards` (whether they are tar archives), `parameters`, `jobs`, and those of
///   reading.
/// - `measure_candidates`: `width` and `height`, which are inferred if both are 0 or omitted, and `parameters`.
/// - `verify_capture`, `inspect_capture`: `path`, or `name` for a body; `boundary`. `verify_capture` also: `device`
///   (the object of a device file), `at`, `team`, `bundle`, `request_verified`, `strict_attestation`,
///   `require_verified`, `challenge`, `key_id`, `root` (the place of an input), `challenge_state`, `key_registered`.
///   For an export of requests, the answer of both has an array `results` instead of `result`.
/// - `audit_capture`: `path`, or `name` for a payload; `depth` (a path), which is required, and those of reading.
/// - `pack_capture`: `at` (a time, or `now`, which is the default), `model`, `latitude`, `longitude`, `hash_only`,
///   `key` (PEM), `binding`, `counter`, `team`, `bundle`, `device_id`, `request_counter`, and `depth` (a path) with
///   those of reading, or `width` and `height` of the samples. In the answer, `body`, `parts` and `request` are base64;
///   it also has `samples_sha256`.
/// - `check_answers`, `list_requests`: `set` (a folder), which is required, `filters` (an array). `check_answers` also:
///   `answers` (a place), `subject` (their name), `reasons`.
/// - `read_confidence`: `path`, which is required.
///
/// Returns a JSON object: the answer, or `error`, `error_code` and `error_path`. The latter is the file that cannot be
/// read, or null for other errors.
char *depthcheck_request(
    const char *request, const depthcheck_bytes *DEPTHCHECK_NULLABLE inputs, size_t input_count);

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
