/// depthcheck for other languages: functions of C, numbers in and numbers out.
///
///     depthcheck_analyzer_handle *analyzer = depthcheck_analyzer(0, 0, NULL, 0);
///     double *record = depthcheck_analyze(analyzer, samples, 256 * 192, 256, 192);
///     ...
///     depthcheck_free(record);
///     depthcheck_release(analyzer);
///
/// There is no state but in handles, and any number of threads may use one handle at once. What a function returns
/// belongs to the caller, who gives it back with `depthcheck_free`. Words are numbers: `depthcheck_description` tells
/// them, with the order of fields, checks and parameters; all of it is made from the tables of the sources. Texts are
/// UTF-8 and end with a zero; those called JSON are JSON objects with the names of docs/JSON.md.
///
/// Sizes are those of the arrays given, which are aligned as their elements are and do not change during a call. A size
/// that is not true, or an array that changes, is not found out.
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

/// Goes up with every change that a caller would notice. A caller made for another number must not go on.
#define DEPTHCHECK_ABI_VERSION 2

/// The version that the library has.
int32_t depthcheck_abi_version(void);

// Memory

/// Room for bytes that the caller fills.
void *depthcheck_allocate(size_t byte_count);

/// Gives back what any function here returned, but for handles; nothing for NULL.
void depthcheck_free(void *DEPTHCHECK_NULLABLE pointer);

// The analysis

/// An analyzer: whose arithmetic, which engine, which parameters.
typedef struct depthcheck_analyzer_handle depthcheck_analyzer_handle;

/// Makes an analyzer.
///
/// `profile` and `engine` are places in the lists of the description. `parameters` has a number for each parameter, in
/// the order of the description; those that are left out at its end are the server's. To be given back with
/// `depthcheck_release`. NULL for places that do not exist, and where `depthcheck_meaningless_parameter` finds one.
depthcheck_analyzer_handle *DEPTHCHECK_NULLABLE depthcheck_analyzer(
    int32_t profile, int32_t engine, const double *DEPTHCHECK_NULLABLE parameters, size_t count);

/// The place of the first parameter that has no meaning; -1 if all have one.
int32_t depthcheck_meaningless_parameter(const double *parameters, size_t count);

/// Gives an analyzer back.
void depthcheck_release(depthcheck_analyzer_handle *analyzer);

/// Analyses a map of `count` samples in metres, row by row.
///
/// A width and a height of 0 infer both from the count, as the server does. Returns a *record*: how many numbers there
/// are, as the first of them, then they, one field after the other in the order of the description, without
/// `algorithm_version`. A word is its place among the words of its field, a flag 0 or 1; a list is its count and its
/// elements; a quadrant is its count of valid samples and its standard deviation, NaN for none; a check is its place,
/// value, threshold, margin and whether it holds. NULL for dimensions that do not fit the count.
double *DEPTHCHECK_NULLABLE depthcheck_analyze(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height);

/// Analyses `map_count` maps of `sample_count` samples each that lie one behind the other, each into a row of a table.
///
/// Width and height are as for `depthcheck_analyze`. A row has a number for each column of the description's `columns`;
/// NaN where a check was not made. Reasons are a sum of powers of two, by their places. The depths of its peaks, of
/// which `depth_layers` says how many there are, stand in a row of `peak_room` numbers of the second table; those
/// beyond it are left out. Returns 0, or -1 for dimensions that do not fit the count.
int32_t depthcheck_analyze_many(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t map_count, size_t sample_count,
    int32_t width, int32_t height, double *rows, double *peaks, size_t peak_room);

/// Analyses a map, and tells what each sample took part in: what a picture of the analysis shows.
///
/// `marks` gets a byte for each sample, the sum of what it took part in: 1 valid, 2 interior, 4 edge, 8 within the
/// screen band, 16 in the bin of a layer. Behind the record come the numbers of the trace: whether there is a
/// histogram, and if there is, its two ends, the prominence and the list of smoothed counts; the list of the quadrants'
/// first column, first row, width and height.
double *DEPTHCHECK_NULLABLE depthcheck_trace(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height,
    uint8_t *marks);

/// Inflates the gzip member that a file begins with, as the server does.
///
/// At most `limit` bytes come out. Returns a record of five numbers: the place of the refusal in the description or -1;
/// the address of the inflated bytes, which are to be given back too, or 0; how many they are; how many bytes of the
/// file the member has; the limit of a refusal that has one.
double *depthcheck_inflate(const uint8_t *input, size_t count, size_t limit);

// What follows is not in the WebAssembly module.

/// As JSON: profiles, engines, parameters, fields, columns, checks, kinds of pictures, codes.
char *depthcheck_description(void);

// Files

/// What is known of a file. Zeros are "not known".
typedef struct depthcheck_reading {
    /// Samples in a row and rows of float32 files; both or neither.
    int32_t width, height;
    /// Bytes from the start of a row to that of the next.
    int64_t row_bytes;
    /// Steps of a 16-bit PNG that make a metre.
    float units_per_metre;
    /// Whether what is otherwise only noted is an error, 0 or 1.
    int32_t strict;
    /// Numbers of the file that stand for "no reading".
    const float *DEPTHCHECK_NULLABLE invalid;
    size_t invalid_count;
    /// The most bytes of a file, and the most that come out of it; 0 for 256 MiB.
    uint64_t byte_limit;
} depthcheck_reading;

/// Reads the bytes of a file and analyses the map in them.
///
/// Returns JSON: what a result says around the analysis. `record` gets the analysis, as `depthcheck_analyze` returns
/// it; it is there for a file that cannot be read, too, with the status `unavailable`.
char *depthcheck_analyze_file(
    const depthcheck_analyzer_handle *analyzer, const depthcheck_reading *reading, const uint8_t *bytes, size_t count,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL record);

/// The same of a file that could not be opened or read, for which the system gave an error number; EFBIG is a file of
/// more than the `byte_limit` of `reading`. The JSON also has `is_transient`: whether trying again later may go well,
/// because it is the state of the system that is in the way.
char *depthcheck_analyze_inaccessible(
    const depthcheck_analyzer_handle *analyzer, const depthcheck_reading *reading, int32_t error_number,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL record);

/// Reads the map in the bytes of a file.
///
/// Returns JSON: `width`, `height`, `container`, `format`, `notes`, `note_codes`, or `error` and `error_code`.
/// `samples` gets the map, or NULL, and `sample_count` how many samples it has: not always `width` times `height`.
char *depthcheck_read_file(
    const depthcheck_reading *reading, const uint8_t *bytes, size_t count,
    float *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL samples,
    size_t *sample_count);

/// Whether a name is one by which depth files are known.
int32_t depthcheck_is_depth_file(const char *name);

/// The name of a file as tables of measurements have it in JSON, `file`: itself, but for what is no UTF-8 or would be
/// taken for another, which docs/NAMES.md tells.
char *depthcheck_file_name(const char *name);

/// The parameters of an analyzer as the one text that their SHA-256 is taken of; `only_measuring` those alone that
/// measurements depend on.
char *depthcheck_canonical_parameters(const depthcheck_analyzer_handle *analyzer, int32_t only_measuring);

/// How files are read, as the one short text that tables of measurements have.
char *depthcheck_canonical_reading(const depthcheck_reading *reading);

// Pictures

/// How a picture is drawn.
typedef struct depthcheck_picture {
    /// A place in the description's `colourMaps`.
    int32_t colour_map;
    /// The sum of powers of two of the places of the description's `overlays`.
    uint32_t overlays;
    /// 1 for the map alone.
    int32_t plain;
    /// Pixels a side of each sample; 0 for a usual size.
    int32_t scale;
    /// The depths that get colours; NaN for the usual ones.
    double nearest, farthest;
} depthcheck_picture;

/// Draws a map as `depthcheck render` does.
///
/// Returns rows of `width_found` pixels, each three bytes, red, green and blue; NULL where there would be more than
/// 2^27 of them or too little memory, and for dimensions that do not fit the count.
uint8_t *DEPTHCHECK_NULLABLE depthcheck_render(
    const depthcheck_analyzer_handle *analyzer, const float *samples, size_t count, int32_t width, int32_t height,
    const depthcheck_picture *picture, const char *title, size_t *width_found, size_t *height_found);

// Both profiles

/// Compares the analyses of two analyzers, the server's and the client's.
///
/// Returns JSON: `coverage`, `broken_promises`, `differences`, `checks` and what else docs/PARITY.md names for a
/// finding. The records are those of `depthcheck_analyze`. NULL, and no records, for analyzers of other profiles and
/// for dimensions that do not fit.
char *DEPTHCHECK_NULLABLE depthcheck_parity(
    const depthcheck_analyzer_handle *server, const depthcheck_analyzer_handle *client, const float *samples,
    size_t count, int32_t width, int32_t height, double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL server_record,
    double *DEPTHCHECK_NULLABLE *DEPTHCHECK_NONNULL client_record);

// Thresholds

/// Numbers of a presentation: standard deviation, layers, edge coherence, depth range, uniformity ratio, mean depth. A
/// standard deviation of NaN is a presentation without a verdict.
#define DEPTHCHECK_MEASUREMENTS 6

/// What thresholds are to be best at.
typedef struct depthcheck_objective {
    /// 0 the least BPCER at an APCER of at most `limit`, 1 the least APCER at a BPCER of at most it, 2 the least
    /// expected cost, 3 ACER, 4 D-EER.
    int32_t kind;
    double limit;
    double apcer_cost, bpcer_cost, prior;
} depthcheck_objective;

/// Finds the best thresholds exactly, all else as the analyzer has it.
///
/// `classes` has 0 for a real scene, and from 1 on the number of a species of attack, below `class_count`. Returns
/// JSON: `thresholds`, the `box` of those that decide alike, and the `rates`. NULL where a class that is asked about
/// has no presentation with a verdict.
char *DEPTHCHECK_NULLABLE depthcheck_tune(
    const depthcheck_analyzer_handle *analyzer, const double *measurements, const int32_t *classes, size_t count,
    int32_t class_count, const depthcheck_objective *objective);

/// Decides about presentations with the parameters of an analyzer.
///
/// `accepted` gets 1 for the verdict `pass`, else 0. `margins` gets the smallest normalised margin: how far all three
/// thresholds could be scaled up together until it is rejected, above 0 exactly where it is accepted, and -1 where no
/// scale would accept it.
void depthcheck_decide(
    const depthcheck_analyzer_handle *analyzer, const double *measurements, size_t count, uint8_t *accepted,
    double *margins);

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
