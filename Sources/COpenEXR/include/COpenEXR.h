#pragma once
#include <stddef.h>
#include <stdint.h>

/// A door to OpenEXRCore that opens when somebody knocks: one channel of an OpenEXR file in memory.
///
///     if (copenexr_open_library(message) == 0
///         && copenexr_open(bytes, count, limit, &reader, &report) == COPENEXR_OK) ...
///     copenexr_close(reader);
///
/// Linking the library would load it whenever the command starts. Source: the OpenEXR file layout.

enum {
    COPENEXR_MESSAGE_SIZE = 256,
    COPENEXR_NAMES_SIZE = 256,
    /// Types of samples, as OpenEXR numbers them.
    COPENEXR_UINT = 0,
    COPENEXR_HALF = 1,
    COPENEXR_FLOAT = 2,
};

/// How a call ended.
typedef enum : int {
    /// All went well.
    COPENEXR_OK = 0,
    /// The library asked for bytes after the end.
    COPENEXR_TRUNCATED,
    /// The library refused the bytes; `message` holds its words.
    COPENEXR_DAMAGED,
    /// The library wanted more memory than there is, or than it may have.
    COPENEXR_NO_MEMORY,
    /// The library does not unpack this compression, whose number stands in the report.
    COPENEXR_NOT_UNPACKED,
} copenexr_status;

/// What was learnt of the part that is read.
typedef struct {
    /// The size of the data window.
    int64_t width;
    int64_t height;
    int part_count;
    /// Whether a pixel may have any number of samples; of such a part nothing else is known.
    int is_deep;
    /// Whether tiles hold the picture, else blocks of lines; how many there are, and the bytes of one, all channels,
    /// when it is unpacked.
    int is_tiled;
    uint32_t chunk_count;
    uint64_t chunk_byte_count;
    /// As OpenEXR numbers them: 0 none, 1 RLE, 2 ZIPS, 3 ZIP, 4 PIZ, 5 PXR24, 6 B44, 7 B44A, 8 DWAA, 9 DWAB.
    int compression;
    /// The names of all channels of all parts, with spaces between them, cut if they are long. Where there are several
    /// parts, each name begins with that of its part, if it has one, and a dot.
    char names[COPENEXR_NAMES_SIZE];
    int channel_count;
    /// The part that is described and read: the first with the wanted channel, or one called after depth, else the
    /// first.
    int part;
    /// The channel that is read: the wanted one; else Z, else the only one whose last part is Z, Depth or depth, else
    /// the only one, else B of B, G and R, else Y without a colour; -1 for none. The Y and Z of a vector, such as
    /// a normal, do not count: their layer also has an X, or is named as a vector.
    int channel;
    /// Whether it is read of B, G and R, which have to be the same; and whether they were found not to be.
    int is_threefold;
    int are_different;
    int sample_type;
    /// Bytes of a pixel in all channels together.
    uint64_t pixel_byte_count;
    /// Whether any channel has fewer samples than the picture has pixels.
    int is_subsampled;
    /// The library's first error, empty if there was none. Ends with a zero byte.
    char message[COPENEXR_MESSAGE_SIZE];
} copenexr_report;

/// A file that is being read.
typedef struct copenexr_reader copenexr_reader;

/// Opens the library once; later calls return the first answer. Safe from any thread.
///
/// Returns 0, or -1 with the loader's words in `message`, which holds COPENEXR_MESSAGE_SIZE characters and ends with a
/// zero byte. All else here may be called only after it returned 0.
int copenexr_open_library(char *message);

/// Reads the header: everything before the pixels.
///
/// `bytes` are not copied: they must stay where they are until copenexr_close. The library may allocate at most `limit`
/// bytes, or as many as the file has, and a little, at once. `channel` is the name of the one to read, which may begin
/// with the name of its part and a dot, or null. Sets `reader` to null unless all went well. Readers are independent;
/// each is used by one thread, from copenexr_open to copenexr_close.
copenexr_status copenexr_open(
    const uint8_t *bytes, size_t count, size_t limit, const char *channel, copenexr_reader **reader,
    copenexr_report *report);

/// Reads all samples of the channel as they are stored, little-endian, the top row first, each row from the left.
///
/// `samples` must have room for `byte_count` bytes, which must be those of width times height samples that
/// copenexr_open told of; any other number, no channel, one of whole numbers, subsampled channels, and a chunk that its
/// bytes do not fill are COPENEXR_DAMAGED. Where it returns COPENEXR_OK, all samples are written; elsewhere perhaps
/// some.
copenexr_status copenexr_read(
    copenexr_reader *reader, uint8_t *samples, size_t byte_count, copenexr_report *report);

/// Ends reading. Null is nothing to end.
void copenexr_close(copenexr_reader *reader);
