#pragma once
#include <stddef.h>
#include <stdint.h>

/// OpenEXRCore, loaded at run time: reads one channel of an OpenEXR file in memory.
///
///     if (copenexr_open_library(message) == 0
///         && copenexr_open(bytes, count, limit, &reader, &report) == COPENEXR_OK) ...
///     copenexr_close(reader);
///
/// Linking it would load it at every start of the command. Source: the OpenEXR file layout.

enum {
    COPENEXR_MESSAGE_SIZE = 256,
    COPENEXR_NAMES_SIZE = 256,
    /// OpenEXR's sample types.
    COPENEXR_UINT = 0,
    COPENEXR_HALF = 1,
    COPENEXR_FLOAT = 2,
};

/// The result of a call.
typedef enum : int {
    COPENEXR_OK = 0,
    /// The library read past the end.
    COPENEXR_TRUNCATED,
    /// The library rejected the bytes; `message` has its message.
    COPENEXR_DAMAGED,
    /// Out of memory, or over the limit of memory.
    COPENEXR_NO_MEMORY,
    /// The library does not support the compression given in the report.
    COPENEXR_NOT_UNPACKED,
} copenexr_status;

/// The properties of the selected part.
typedef struct {
    /// The size of the data window.
    int64_t width;
    int64_t height;
    int part_count;
    /// Whether a pixel may have any number of samples; nothing else is known of such a part.
    int is_deep;
    /// Whether the picture is stored in tiles rather than blocks of lines; their number, and the unpacked bytes of
    /// one with all channels.
    int is_tiled;
    uint32_t chunk_count;
    uint64_t chunk_byte_count;
    /// OpenEXR's number: 0 none, 1 RLE, 2 ZIPS, 3 ZIP, 4 PIZ, 5 PXR24, 6 B44, 7 B44A, 8 DWAA, 9 DWAB.
    int compression;
    /// The names of all channels of all parts, separated by spaces and truncated. If there are several parts, each
    /// name is prefixed by its part's name, if any, and a dot.
    char names[COPENEXR_NAMES_SIZE];
    int channel_count;
    /// The selected part: the first with the wanted channel or a depth channel, otherwise the first.
    int part;
    /// The selected channel: the wanted one; otherwise Z, the only one whose last component is Z, Depth or depth, the
    /// only one, B of B, G and R, or Y without colour, in this order; -1 if there is none. Y and Z of a vector, such
    /// as a normal, are excluded: their layer also has an X, or has the name of a vector.
    int channel;
    /// Whether B, G and R are read, which must be equal; and whether they were found to differ.
    int is_threefold;
    int are_different;
    int sample_type;
    /// Bytes per pixel in all channels.
    uint64_t pixel_byte_count;
    /// Whether any channel has fewer samples than the picture has pixels.
    int is_subsampled;
    /// The library's first error, zero-terminated; empty if there was none.
    char message[COPENEXR_MESSAGE_SIZE];
} copenexr_report;

typedef struct copenexr_reader copenexr_reader;

/// Opens the library once; later calls return the first result. Thread-safe.
///
/// Returns 0, or -1 with the loader's message, zero-terminated, in `message`, which has COPENEXR_MESSAGE_SIZE
/// characters. Call the other functions only after it returned 0.
int copenexr_open_library(char *message);

/// Reads the header, i.e. everything before the pixels.
///
/// `bytes` are not copied and must stay valid until copenexr_close. A single allocation is limited to slightly more
/// than `limit` or the size of the file, whichever is larger. `channel` is the name of the wanted channel, optionally
/// prefixed by its part's name and a dot, or null. `reader` is null after an error. Readers are independent, and each
/// must be used from one thread.
copenexr_status copenexr_open(
    const uint8_t *bytes, size_t count, size_t limit, const char *channel, copenexr_reader **reader,
    copenexr_report *report);

/// Reads all samples of the channel as stored, little-endian, the top row first, each from left to right.
///
/// `samples` must have room for `byte_count` bytes, which must match width times height samples as reported by
/// copenexr_open. Another size, no channel, a channel of integers, subsampled channels, and a chunk that its data
/// does not fill are COPENEXR_DAMAGED. All samples are written on success, and possibly some after an error.
copenexr_status copenexr_read(
    copenexr_reader *reader, uint8_t *samples, size_t byte_count, copenexr_report *report);

/// Frees the reader; does nothing for null.
void copenexr_close(copenexr_reader *reader);
