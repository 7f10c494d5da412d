#pragma once
#include <stddef.h>
#include <stdint.h>

/// A door to libtiff that opens when somebody knocks: the first picture of a TIFF in memory.
///
///     if (ctiff_open_library(message) == 0 && ctiff_open(bytes, count, limit, &reader, &report) == CTIFF_OK) ...
///     ctiff_close(reader);
///
/// Linking the library would load it, and the six it needs itself, whenever the command starts. Source: TIFF 6.0, its
/// Technical Note 3 (floating-point predictor), BigTIFF.

enum {
    CTIFF_MESSAGE_SIZE = 256,
    /// Values of the tags of which libtiff reads the first picture, as TIFF numbers them.
    CTIFF_UNSIGNED = 1,
    CTIFF_FLOATING = 3,
    /// So many pictures are counted at most.
    CTIFF_MOST_DIRECTORIES = 65535,
};

/// How a call ended.
typedef enum : int {
    /// All went well.
    CTIFF_OK = 0,
    /// libtiff asked for bytes after the end.
    CTIFF_TRUNCATED,
    /// libtiff refused the bytes; `message` holds its words.
    CTIFF_DAMAGED,
    /// There was too little memory for what is kept here.
    CTIFF_NO_MEMORY,
} ctiff_status;

/// What was learnt of the first picture. Numbers are those of the tags, with TIFF's defaults where one is missing.
typedef struct {
    /// As the samples are stored: orientations from 5 on swap the two.
    uint32_t width;
    uint32_t height;
    int bits_per_sample;
    int sample_format;
    int samples_per_pixel;
    /// -1 if there is none.
    int photometric;
    int compression;
    /// Whether this libtiff can unpack it.
    int is_compression_known;
    /// 1 to 8: where the first row and column belong. Row 0 of the samples that are read is always the top one.
    int orientation;
    /// Whether tiles hold the picture, else strips; how many there are, and the bytes of one when it is unpacked, 0 for
    /// none that can be read.
    int is_tiled;
    uint32_t chunk_count;
    uint64_t chunk_byte_count;
    /// How many pictures the file holds, as far as their directories can be followed.
    int directory_count;
    /// GDAL's text for "no data", cut if it is long; empty if there is none. Ends with a zero byte.
    char no_data[64];
    /// libtiff's first error, empty if there was none. Ends with a zero byte.
    char message[CTIFF_MESSAGE_SIZE];
    /// libtiff's first warning, likewise.
    char warning[CTIFF_MESSAGE_SIZE];
} ctiff_report;

/// A picture that is being read.
typedef struct ctiff_reader ctiff_reader;

/// Opens the library once; later calls return the first answer. Safe from any thread.
///
/// Returns 0, or -1 with the loader's words in `message`, which holds CTIFF_MESSAGE_SIZE characters and ends with a
/// zero byte. All else here may be called only after it returned 0.
int ctiff_open_library(char *message);

/// Reads the first directory: everything before the pixels, but not where those lie.
///
/// `bytes` are not copied: they must stay where they are until ctiff_close. From libtiff 4.5 on, it allocates at most
/// `limit` bytes at once, or as many as the file has, and a little. Sets `reader` to null unless all went well. Readers
/// are independent; each is used by one thread, from ctiff_open to ctiff_close.
ctiff_status ctiff_open(
    const uint8_t *bytes, size_t count, size_t limit, ctiff_reader **reader, ctiff_report *report);

/// Whether samples of this kind can be read: f16, f32, f64 and unsigned 16-bit numbers, one a pixel.
int ctiff_can_read(const ctiff_report *report);

/// Whether the stored bytes can make up the picture: of kinds of samples that ctiff_can_read names, in strips or tiles
/// that cover it, each with as many bytes as its compression needs at least. Nothing is unpacked.
///
/// Anything else is CTIFF_DAMAGED. So are byte counts that libtiff replaced, and strips or tiles that together claim
/// more than `most_packed` bytes: a small file could name its own bytes again and again.
ctiff_status ctiff_check(ctiff_reader *reader, uint64_t most_packed, ctiff_report *report);

/// Reads all samples as they are stored, in the byte order of the machine, the top row first, each row from the left.
///
/// `samples` must have room for `byte_count` bytes, which must be those of width times height samples that ctiff_open
/// reported; anything else, and a strip or tile that its bytes do not fill, is CTIFF_DAMAGED. All of them are written
/// where it returns CTIFF_OK, perhaps some of them elsewhere. Takes the bytes of two strips or tiles besides, and those
/// of one within libtiff; of all this, memory is used as it is written.
ctiff_status ctiff_read(ctiff_reader *reader, uint8_t *samples, size_t byte_count, ctiff_report *report);

/// Ends reading. Null is nothing to end.
void ctiff_close(ctiff_reader *reader);
