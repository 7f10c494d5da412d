// Converts strips or tiles to rows of samples, top row first.
#include "CTIFF.h"
#include "Functions.h"
#include "Reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ctiff_can_read(const ctiff_report *report) {
    const int bits = report->bits_per_sample;
    return report->samples_per_pixel == 1
        && (report->sample_format == CTIFF_FLOATING ? bits == 16 || bits == 32 || bits == 64
                                                    : report->sample_format == CTIFF_UNSIGNED && bits == 16);
}

/// The destination of sample (0, 0) of the file, and the distances to the next column and row.
typedef struct {
    ptrdiff_t origin, column, row;
} placement;

static placement place(const ctiff_report *report) {
    const ptrdiff_t width = report->width, height = report->height;
    // The side at which the file's first row and column belong: TIFF 6.0, Orientation.
    const int is_transposed = report->orientation >= 5;
    const int from_right = report->orientation == 2 || report->orientation == 3 || report->orientation == 6
        || report->orientation == 7;
    const int from_bottom = report->orientation == 3 || report->orientation == 4 || report->orientation == 7
        || report->orientation == 8;
    const ptrdiff_t row_length = is_transposed ? height : width, row_count = is_transposed ? width : height;
    const ptrdiff_t right = from_right ? -1 : 1, down = from_bottom ? -row_length : row_length;
    placement placed = {
        .origin = (from_right ? row_length - 1 : 0) + (from_bottom ? (row_count - 1) * row_length : 0),
        .column = is_transposed ? down : right,
        .row = is_transposed ? right : down,
    };
    return placed;
}

/// Copies `count` samples of one row to their destination.
static void put(const uint8_t *from, uint32_t count, int size, uint8_t *to, ptrdiff_t step) {
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *sample = from + (size_t)i * (size_t)size;
        uint8_t *place = to + (ptrdiff_t)i * step * size;
        // Constant sizes for speed.
        if (size == 2) {
            memcpy(place, sample, 2);
        } else if (size == 4) {
            memcpy(place, sample, 4);
        } else {
            memcpy(place, sample, 8);
        }
    }
}

/// The division of the picture into strips or tiles; a strip is a tile of the picture's width.
typedef struct {
    uint32_t width, height, across;
    size_t row_bytes;
} division;

static int divide(ctiff_reader *reader, division *parts) {
    const ctiff_report *report = reader->report;
    parts->width = report->width;
    parts->height = report->height;
    if (report->is_tiled) {
        if (!libtiff.get_field(reader->tiff, TAG_TILE_WIDTH, &parts->width)
            || !libtiff.get_field(reader->tiff, TAG_TILE_HEIGHT, &parts->height)) return 0;
    } else {
        libtiff.get_field_defaulted(reader->tiff, TAG_ROWS_PER_STRIP, &parts->height);
        if (parts->height > report->height) parts->height = report->height;
    }
    if (parts->width == 0 || parts->height == 0) return 0;
    parts->across = (report->width - 1) / parts->width + 1;
    const uint32_t down = (report->height - 1) / parts->height + 1;
    parts->row_bytes = (size_t)parts->width * (size_t)(report->bits_per_sample / 8);
    return (uint64_t)parts->across * down == report->chunk_count
        && report->chunk_byte_count / parts->height >= parts->row_bytes;
}

/// The position of a strip or tile in the picture, and the number of its bytes up to its last sample in the picture.
typedef struct {
    uint32_t left, top, columns, rows;
    size_t byte_count;
} part;

static part part_of(const ctiff_report *report, const division *parts, uint32_t index) {
    part found = {.left = index % parts->across * parts->width, .top = index / parts->across * parts->height};
    found.columns = report->width - found.left < parts->width ? report->width - found.left : parts->width;
    found.rows = report->height - found.top < parts->height ? report->height - found.top : parts->height;
    found.byte_count =
        (size_t)(found.rows - 1) * parts->row_bytes + found.columns * (parts->row_bytes / parts->width);
    return found;
}

static const char *noun(const ctiff_report *report) {
    return report->is_tiled ? "tile" : "strip";
}

/// The maximum number of bytes that one stored byte can expand to; 0 if there is no limit.
static uint64_t most_of_a_byte(int compression) {
    switch (compression) {
    case 1: return 1;
    // A code of 12 bits decodes to at most the 3,838 bytes of the longest string.
    case 5: return 2560;
    case 8:
    case 32946: return 1032;
    // Two bytes repeat a byte 128 times.
    case 32773: return 64;
    // A block of four bytes holds 128 Ki equal bytes.
    case 50000: return 1 << 15;
    // LERC stores a tile of one value in a few dozen bytes.
    default: return 0;
    }
}

ctiff_status ctiff_check(ctiff_reader *reader, uint64_t most_packed, ctiff_report *report) {
    reader->report = report;
    division parts;
    if (!ctiff_can_read(report) || report->orientation < 1 || report->orientation > 8 || !divide(reader, &parts)) {
        snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips or tiles that do not make up the picture");
        return CTIFF_DAMAGED;
    }
    const uint64_t most = most_of_a_byte(report->compression);
    uint64_t packed = 0;
    int is_justified = 1;
    ctiff_reading = reader;
    for (uint32_t i = 0; is_justified && i < report->chunk_count; i++) {
        const uint64_t stored = libtiff.raw_strip_size(reader->tiff, i);
        const uint64_t needed = part_of(report, &parts, i).byte_count;
        const uint64_t there = stored < reader->count ? stored : reader->count;
        if (stored > most_packed - packed) {
            snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips or tiles of more bytes than there can be");
            is_justified = 0;
        } else if (most > 0 && there < (needed - 1) / most + 1) {
            snprintf(
                report->message, CTIFF_MESSAGE_SIZE,
                "%s %u of %u stores at most %llu bytes, too few for the %llu of its samples", noun(report), i + 1,
                report->chunk_count, (unsigned long long)there, (unsigned long long)needed);
            is_justified = 0;
        }
        packed += stored;
    }
    if (is_justified && reader->are_counts_replaced) {
        snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips of other byte counts than their samples have");
        is_justified = 0;
    }
    ctiff_reading = NULL;
    return is_justified ? CTIFF_OK : CTIFF_DAMAGED;
}

/// Unpacks a strip or tile. Returns whether libtiff delivered as many bytes as the picture needs.
static int unpack(ctiff_reader *reader, uint32_t index, const part *part, uint8_t *chunk) {
    const ssize_t size = (ssize_t)reader->report->chunk_byte_count;
    const ssize_t read = reader->report->is_tiled ? libtiff.read_encoded_tile(reader->tiff, index, chunk, size)
                                                  : libtiff.read_encoded_strip(reader->tiff, index, chunk, size);
    if (read >= 0 && (size_t)read < part->byte_count && reader->report->message[0] == '\0') {
        snprintf(
            reader->report->message, CTIFF_MESSAGE_SIZE, "%s %u of %u has %llu bytes, not the %llu of its samples",
            noun(reader->report), index + 1, reader->report->chunk_count, (unsigned long long)read,
            (unsigned long long)part->byte_count);
    }
    return read >= 0 && (size_t)read >= part->byte_count;
}

/// Reads a strip or tile. `chunk` and `again` have room for one. For the first strip, `chunk` is zero.
///
/// libtiff can report success for a strip that its data does not fill: with deflate, 4.5 does if libdeflate finds a
/// stream longer than the strip, which it then stops writing. So each strip is unpacked twice over different
/// contents; bytes that differ were not written.
static int read_chunk(
    ctiff_reader *reader, const division *parts, uint32_t index, uint8_t *chunk, uint8_t *again, uint8_t *samples) {
    const ctiff_report *report = reader->report;
    const part part = part_of(report, parts, index);
    // The first time, `chunk` is fresh zero pages, of which only written ones use memory. If libtiff rejects the
    // strip, the second buffer uses none.
    if (index > 0) memset(chunk, 0, part.byte_count);
    if (!unpack(reader, index, &part, chunk)) return 0;
    memset(again, 0xFF, part.byte_count);
    if (!unpack(reader, index, &part, again)) return 0;
    if (memcmp(chunk, again, part.byte_count) != 0) {
        size_t filled = 0;
        while (chunk[filled] == again[filled]) filled++;
        snprintf(
            reader->report->message, CTIFF_MESSAGE_SIZE,
            "%s %u of %u is not filled by what it stores: only %llu of the %llu bytes of its samples", noun(report),
            index + 1, report->chunk_count, (unsigned long long)filled, (unsigned long long)part.byte_count);
        return 0;
    }
    const placement placed = place(report);
    const int size = report->bits_per_sample / 8;
    for (uint32_t row = 0; row < part.rows; row++) {
        const ptrdiff_t index =
            placed.origin + (ptrdiff_t)part.left * placed.column + (ptrdiff_t)(part.top + row) * placed.row;
        put(chunk + row * parts->row_bytes, part.columns, size, samples + index * size, placed.column);
    }
    return 1;
}

ctiff_status ctiff_read(ctiff_reader *reader, uint8_t *samples, size_t byte_count, ctiff_report *report) {
    reader->report = report;
    division parts;
    if (!ctiff_can_read(report)
        || (uint64_t)report->width * report->height != byte_count / (size_t)(report->bits_per_sample / 8)
        || report->orientation < 1 || report->orientation > 8 || !divide(reader, &parts)) {
        snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips or tiles that do not make up the picture");
        return CTIFF_DAMAGED;
    }
    // Large buffers are fresh pages, which use no memory before they are written.
    uint8_t *chunk = calloc(1, report->chunk_byte_count), *again = malloc(report->chunk_byte_count);
    int is_read = chunk != NULL && again != NULL;
    const int has_memory = is_read;
    ctiff_reading = reader;
    for (uint32_t i = 0; is_read && i < report->chunk_count; i++) {
        is_read = read_chunk(reader, &parts, i, chunk, again, samples);
    }
    ctiff_reading = NULL;
    free(chunk);
    free(again);
    if (!has_memory) return CTIFF_NO_MEMORY;
    return is_read ? CTIFF_OK : ctiff_failure(reader);
}
