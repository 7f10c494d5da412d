#pragma once
#include <stddef.h>
#include <stdint.h>

/// libtiff, loaded at run time: reads the first picture of a TIFF in memory.
///
///     if (ctiff_open_library(message) == 0 && ctiff_open(bytes, count, limit, &reader, &report) == CTIFF_OK) ...
///     ctiff_close(reader);
///
/// Linking it would load it and six more libraries at every start of the command. Source: TIFF 6.0, its Technical
/// Note 3 (floating-point predictor), BigTIFF.

enum {
    CTIFF_MESSAGE_SIZE = 256,
    /// Values of SampleFormat that can be read.
    CTIFF_UNSIGNED = 1,
    CTIFF_FLOATING = 3,
    /// The maximum number of pictures that are counted.
    CTIFF_MOST_DIRECTORIES = 65535,
    /// The limit of tags in a directory. libtiff takes time quadratic in their number; raw photos have some hundred.
    CTIFF_MOST_TAGS = 1024,
};

/// The result of a call.
typedef enum : int {
    CTIFF_OK = 0,
    /// libtiff read past the end.
    CTIFF_TRUNCATED,
    /// libtiff rejected the bytes; `message` has its message.
    CTIFF_DAMAGED,
    /// More than CTIFF_MOST_TAGS tags.
    CTIFF_MANY_TAGS,
    /// Out of memory for this reader.
    CTIFF_NO_MEMORY,
} ctiff_status;

/// The properties of the first picture. Numbers are the values of tags, or TIFF's defaults for missing ones.
typedef struct {
    /// As stored; orientations from 5 on swap them.
    uint32_t width;
    uint32_t height;
    int bits_per_sample;
    int sample_format;
    int samples_per_pixel;
    /// -1 if missing.
    int photometric;
    int compression;
    /// Whether this libtiff supports the compression.
    int is_compression_known;
    /// 1 to 8: the position of the first row and column. ctiff_read always returns the top row first.
    int orientation;
    /// Whether the picture is stored in tiles rather than strips; their number, and the unpacked bytes of one, 0 if
    /// unreadable.
    int is_tiled;
    uint32_t chunk_count;
    uint64_t chunk_byte_count;
    /// The number of pictures in the file, as far as its directories can be followed.
    int directory_count;
    /// The number of tags that the first directory claims.
    uint64_t tag_count;
    /// GDAL's "no data" text, truncated and zero-terminated; empty if there is none.
    char no_data[64];
    /// libtiff's first error, zero-terminated; empty if there was none.
    char message[CTIFF_MESSAGE_SIZE];
    /// libtiff's first warning, zero-terminated; empty if there was none.
    char warning[CTIFF_MESSAGE_SIZE];
} ctiff_report;

typedef struct ctiff_reader ctiff_reader;

/// Opens the library once; later calls return the first result. Thread-safe.
///
/// Returns 0, or -1 with the loader's message, zero-terminated, in `message`, which has CTIFF_MESSAGE_SIZE
/// characters. Call the other functions only after it returned 0.
int ctiff_open_library(char *message);

/// Reads the first directory, i.e. everything before the pixels, except their locations.
///
/// `bytes` are not copied and must stay valid until ctiff_close. From libtiff 4.5 on, a single allocation is limited
/// to slightly more than `limit` or the size of the file, whichever is larger. `reader` is null after an error.
/// Readers are independent, and each must be used from one thread.
ctiff_status ctiff_open(
    const uint8_t *bytes, size_t count, size_t limit, ctiff_reader **reader, ctiff_report *report);

/// Whether samples of this kind can be read: f16, f32, f64 and unsigned 16-bit numbers, one per pixel.
int ctiff_can_read(const ctiff_report *report);

/// Checks without unpacking that the stored bytes can make up the picture: samples that ctiff_can_read accepts, in
/// strips or tiles that cover it, each with at least the bytes that its compression needs.
///
/// Otherwise returns CTIFF_DAMAGED. The same holds if libtiff replaced byte counts, and if strips or tiles together
/// claim more than `most_packed` bytes, because a small file could refer to the same bytes repeatedly.
ctiff_status ctiff_check(ctiff_reader *reader, uint64_t most_packed, ctiff_report *report);

/// Reads all samples as stored, in the machine's byte order, the top row first, each from left to right.
///
/// `samples` must have room for `byte_count` bytes, which must match width times height samples as reported by
/// ctiff_open; otherwise, and if a strip or tile is not filled by its data, the result is CTIFF_DAMAGED. All samples
/// are written on success, and possibly some after an error. Needs memory for two more strips or tiles, and one
/// inside libtiff, used only as far as written.
ctiff_status ctiff_read(ctiff_reader *reader, uint8_t *samples, size_t byte_count, ctiff_report *report);

/// Frees the reader; does nothing for null.
void ctiff_close(ctiff_reader *reader);
