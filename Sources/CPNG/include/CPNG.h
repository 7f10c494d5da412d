#pragma once
#include <stddef.h>
#include <stdint.h>

/// A door to libpng: greyscale pictures in memory are read and written, pictures with a palette are written.
///
/// libpng reports errors with longjmp, which must not cross Swift frames, and its set-up is made of macros: so all of
/// it stays on this side. Nothing is converted but the byte order: no gamma, no scaling, no expansion.

enum { CPNG_MESSAGE_SIZE = 160 };

/// How a call ended.
typedef enum : int {
    /// All went well.
    CPNG_OK = 0,
    /// The bytes ended before the picture did.
    CPNG_TRUNCATED,
    /// libpng refused the bytes; `message` holds its words.
    CPNG_DAMAGED,
    /// There was too little memory for libpng's own state.
    CPNG_NO_MEMORY,
} cpng_status;

/// What was learnt of a picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Bits a channel: 1, 2, 4, 8 or 16.
    int bit_depth;
    /// The colour type of the PNG specification: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    int colour_type;
    /// libpng's first error, empty if there was none. Ends with a zero byte.
    char message[CPNG_MESSAGE_SIZE];
    /// libpng's first warning, empty if there was none. Ends with a zero byte.
    char warning[CPNG_MESSAGE_SIZE];
} cpng_report;

/// A picture that is being read.
typedef struct cpng_reader cpng_reader;

/// Reads the header: everything before the pixels.
///
/// `bytes` are not copied: they must stay where they are until cpng_close. Sets `reader` to null unless all went well.
cpng_status cpng_open(const uint8_t *bytes, size_t count, cpng_reader **reader, cpng_report *report);

/// Reads a greyscale picture of 8 or 16 bits, interlaced or not, through to its end.
///
/// `pixels` must hold `pixel_count` values, which must be the width times the height that cpng_open gave; anything
/// else, and any other kind of picture, is CPNG_DAMAGED. Values are in the byte order of the machine; those of 8 bits
/// stay 0 to 255.
cpng_status cpng_read_pixels(cpng_reader *reader, uint16_t *pixels, size_t pixel_count, cpng_report *report);

/// Ends reading. Null is nothing to end.
void cpng_close(cpng_reader *reader);

/// Bytes that were written; to be freed with cpng_free.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} cpng_written;

/// Writes a picture of at most 256 colours, a byte a pixel, without filters or interlacing.
///
/// `pixels` are `width` times `height` places in the palette, row by row; `palette` holds red, green and blue of each
/// colour. `level` is zlib's. Equal pictures give equal bytes. CPNG_DAMAGED for what is no picture, such as one without
/// rows. `written` must be zero; it holds something only if all went well.
cpng_status cpng_write_palette(
    const uint8_t *pixels, uint32_t width, uint32_t height, const uint8_t *palette, int colour_count, int level,
    cpng_written *written);

/// Writes a greyscale picture of 16 bits without interlacing, each row with the filter that libpng finds best for it.
///
/// `pixels` are `width` times `height` values in the byte order of the machine, row by row. `level`, `written` and the
/// result are as for cpng_write_palette.
cpng_status cpng_write_grey16(
    const uint16_t *pixels, uint32_t width, uint32_t height, int level, cpng_written *written);

/// Frees what was written. Nothing is nothing to free.
void cpng_free(cpng_written *written);
