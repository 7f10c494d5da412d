// From strips or tiles to samples in rows from the top.
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

/// Where the sample in column 0 of row 0 of the file belongs, and how far from there the next column and row are.
typedef struct {
    ptrdiff_t origin, column, row;
} placement;

static placement place(const ctiff_report *report) {
    const ptrdiff_t width = report->width, height = report->height;
    // What the first row of the file is, and what its first column: TIFF 6.0, Orientation.
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

/// Puts `count` samples of one row where they belong.
static void put(const uint8_t *from, uint32_t count, int size, uint8_t *to, ptrdiff_t step) {
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *sample = from + (size_t)i * (size_t)size;
        uint8_t *place = to + (ptrdiff_t)i * step * size;
        // Of known sizes, for speed.
        if (size == 2) {
            memcpy(place, sample, 2);
        } else if (size == 4) {
            memcpy(place, sample, 4);
        } else {
            memcpy(place, sample, 8);
        }
    }
}

/// How strips or tiles divide the picture; a strip is a tile as wide as the picture.
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

static int read_chunk(
    ctiff_reader *reader, const division *parts, uint32_t index, uint8_t *chunk, uint8_t *samples) {
    const ctiff_report *report = reader->report;
    const uint32_t left = index % parts->across * parts->width, top = index / parts->across * parts->height;
    const uint32_t columns = report->width - left < parts->width ? report->width - left : parts->width;
    const uint32_t rows = report->height - top < parts->height ? report->height - top : parts->height;
    const ssize_t chunk_size = (ssize_t)report->chunk_byte_count;
    const ssize_t read = report->is_tiled ? libtiff.read_encoded_tile(reader->tiff, index, chunk, chunk_size)
                                          : libtiff.read_encoded_strip(reader->tiff, index, chunk, chunk_size);
    const size_t last_row_bytes = columns * (parts->row_bytes / parts->width);
    if (read < 0 || (size_t)read < (size_t)(rows - 1) * parts->row_bytes + last_row_bytes) return 0;
    const placement placed = place(report);
    const int size = report->bits_per_sample / 8;
    for (uint32_t row = 0; row < rows; row++) {
        const ptrdiff_t index =
            placed.origin + (ptrdiff_t)left * placed.column + (ptrdiff_t)(top + row) * placed.row;
        put(chunk + row * parts->row_bytes, columns, size, samples + index * size, placed.column);
    }
    return 1;
}

ctiff_status ctiff_read(
    ctiff_reader *reader, uint8_t *samples, size_t byte_count, uint64_t most_packed, ctiff_report *report) {
    reader->report = report;
    division parts;
    if (!ctiff_can_read(report)
        || (uint64_t)report->width * report->height != byte_count / (size_t)(report->bits_per_sample / 8)
        || report->orientation < 1 || report->orientation > 8 || !divide(reader, &parts)) {
        snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips or tiles that do not make up the picture");
        return CTIFF_DAMAGED;
    }
    uint8_t *chunk = malloc(report->chunk_byte_count);
    if (chunk == NULL) return CTIFF_NO_MEMORY;
    ctiff_reading = reader;
    int is_read = 1;
    uint64_t packed = 0;
    for (uint32_t i = 0; is_read && i < report->chunk_count; i++) {
        const uint64_t byte_count = libtiff.raw_strip_size(reader->tiff, i);
        if (byte_count > most_packed - packed && report->message[0] == '\0') {
            snprintf(report->message, CTIFF_MESSAGE_SIZE, "strips or tiles of more bytes than there can be");
        }
        is_read = byte_count <= most_packed - packed && read_chunk(reader, &parts, i, chunk, samples);
        packed += byte_count;
    }
    ctiff_reading = NULL;
    free(chunk);
    return is_read ? CTIFF_OK : ctiff_failure(reader);
}
