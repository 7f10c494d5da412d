#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads greyscale PNG pictures from memory; writes greyscale pictures and pictures with a palette.
///
/// libpng reports errors with longjmp, which must not cross Swift frames, and its set-up consists of macros, so all
/// of it is wrapped here. Nothing is converted except the byte order: no gamma, scaling or expansion.

enum { CPNG_MESSAGE_SIZE = 160 };

/// The result of a call.
typedef enum : int {
    CPNG_OK = 0,
    /// The bytes end before the picture does.
    CPNG_TRUNCATED,
    /// libpng rejected the bytes; `message` has its message.
    CPNG_DAMAGED,
    /// Out of memory for libpng's own state.
    CPNG_NO_MEMORY,
} cpng_status;

/// The properties of a picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Bits per channel: 1, 2, 4, 8 or 16.
    int bit_depth;
    /// The colour type of the PNG specification: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    int colour_type;
    /// libpng's first error, zero-terminated; empty if there was none.
    char message[CPNG_MESSAGE_SIZE];
    /// libpng's first warning, zero-terminated; empty if there was none.
    char warning[CPNG_MESSAGE_SIZE];
} cpng_report;

typedef struct cpng_reader cpng_reader;

/// Reads the header, i.e. everything before the pixels.
///
/// `bytes` are not copied and must stay valid until cpng_close. `reader` is null after an error.
cpng_status cpng_open(const uint8_t *bytes, size_t count, cpng_reader **reader, cpng_report *report);

/// Reads all pixels of a greyscale picture of 8 or 16 bits, interlaced or not.
///
/// `pixels` must have room for `pixel_count` values, which must be width times height. Another count or kind of
/// picture is CPNG_DAMAGED. Values have the machine's byte order; 8-bit values are not scaled.
cpng_status cpng_read_pixels(cpng_reader *reader, uint16_t *pixels, size_t pixel_count, cpng_report *report);

/// Frees the reader; does nothing for null.
void cpng_close(cpng_reader *reader);

/// Written bytes; the caller frees them with cpng_free.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} cpng_written;

/// Writes a picture of at most 256 colours, one byte per pixel, without filters or interlacing.
///
/// `pixels` are `width` times `height` palette indices, row by row; `palette` has red, green and blue of each colour.
/// `level` is zlib's. Equal pictures give equal bytes. Returns CPNG_DAMAGED for an invalid picture, such as one
/// without rows. `written` must be zero-initialised, and is set only on success.
cpng_status cpng_write_palette(
    const uint8_t *pixels, uint32_t width, uint32_t height, const uint8_t *palette, int colour_count, int level,
    cpng_written *written);

/// Writes a greyscale picture of 16 bits without interlacing; libpng chooses the best filter for each row.
///
/// `pixels` are `width` times `height` values in the machine's byte order, row by row. `level`, `written` and the
/// result are as for cpng_write_palette.
cpng_status cpng_write_grey16(
    const uint16_t *pixels, uint32_t width, uint32_t height, int level, cpng_written *written);

/// Frees the bytes; does nothing if there are none.
void cpng_free(cpng_written *written);
