// libtiff's functions take plain numbers, pointers and handles, and have not changed since 4.0 (2011). They are
// declared here from its manual, so building needs no header of libtiff, and one build works with libtiff.so.5 and
// libtiff.so.6.
#include "CTIFF.h"
#include "Functions.h"
#include "Reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ctiff_open_library(char *message) {
    return ctiff_load_functions(message);
}

// The input of libtiff.

static ssize_t on_read(void *handle, void *into, ssize_t wanted) {
    ctiff_reader *reader = handle;
    const size_t left = reader->position < reader->count ? reader->count - (size_t)reader->position : 0;
    const size_t taken = (size_t)wanted < left ? (size_t)wanted : left;
    if (taken < (size_t)wanted) {
        reader->ran_out = 1;
    }
    memcpy(into, reader->bytes + (reader->count - left), taken);
    reader->position += taken;
    return (ssize_t)taken;
}

static ssize_t on_write(void *handle, void *from, ssize_t count) {
    (void)handle, (void)from, (void)count;
    return -1;
}

static uint64_t on_seek(void *handle, uint64_t offset, int origin) {
    ctiff_reader *reader = handle;
    const uint64_t start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? reader->position : reader->count;
    reader->position = start + offset;
    return reader->position;
}

static int on_close(void *handle) {
    (void)handle;
    return 0;
}

static uint64_t on_size(void *handle) {
    return ((const ctiff_reader *)handle)->count;
}

// Errors and warnings.

static void keep_first(char *text, const char *format, va_list arguments) {
    // Unknown tags are normal in TIFF and not worth a warning.
    if (text[0] == '\0' && strncmp(format, "Unknown field", 13) != 0) {
        vsnprintf(text, CTIFF_MESSAGE_SIZE, format, arguments);
    }
}

static int on_error(TIFF *tiff, void *handle, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    keep_first(((ctiff_reader *)handle)->report->message, format, arguments);
    return 1;
}

static void keep_warning(ctiff_reader *reader, const char *format, va_list arguments) {
    // libtiff replaces byte counts that do not fit the picture, and then reads past a short strip.
    if (strstr(format, "ignoring and calculating from imagelength") != NULL) reader->are_counts_replaced = 1;
    keep_first(reader->report->warning, format, arguments);
}

static int on_warning(TIFF *tiff, void *handle, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    keep_warning(handle, format, arguments);
    return 1;
}

/// Before 4.5 handlers are per process. They identify the reader by the thread, and forward the messages of other
/// threads to the previous handlers.
_Thread_local ctiff_reader *ctiff_reading;

void ctiff_on_any_error(const char *module, const char *format, va_list arguments) {
    if (ctiff_reading != NULL) {
        keep_first(ctiff_reading->report->message, format, arguments);
    } else if (libtiff.earlier_error_handler != NULL) {
        libtiff.earlier_error_handler(module, format, arguments);
    }
}

void ctiff_on_any_warning(const char *module, const char *format, va_list arguments) {
    if (ctiff_reading != NULL) {
        keep_warning(ctiff_reading, format, arguments);
    } else if (libtiff.earlier_warning_handler != NULL) {
        libtiff.earlier_warning_handler(module, format, arguments);
    }
}

ctiff_status ctiff_failure(const ctiff_reader *reader) {
    return reader->ran_out ? CTIFF_TRUNCATED : CTIFF_DAMAGED;
}

static uint64_t number_at(const ctiff_reader *reader, uint64_t offset, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++) {
        const int place = reader->bytes[0] == 'I' ? size - 1 - i : i;
        number = number << 8 | reader->bytes[offset + (uint64_t)place];
    }
    return number;
}

/// The number of tags that the first directory claims; 0 if it is not in the file.
static uint64_t count_tags(const ctiff_reader *reader) {
    const int is_big = number_at(reader, 2, 2) == 43;
    const int count_size = is_big ? 8 : 2;
    const uint64_t offset = number_at(reader, is_big ? 8 : 4, is_big ? 8 : 4);
    if (offset >= reader->count || reader->count - offset < (uint64_t)count_size) return 0;
    return number_at(reader, offset, count_size);
}

/// Counts the directories by following their links. libtiff's own count takes quadratic time, and has only 16 bits in
/// older versions.
static int count_directories(const ctiff_reader *reader) {
    const int is_big = number_at(reader, 2, 2) == 43;
    const int offset_size = is_big ? 8 : 4, count_size = is_big ? 8 : 2, entry_size = is_big ? 20 : 12;
    uint64_t offset = number_at(reader, is_big ? 8 : 4, offset_size), seen = 0;
    int count = 0;
    while (offset != 0 && offset != seen && count < CTIFF_MOST_DIRECTORIES) {
        if (offset >= reader->count || reader->count - offset < (uint64_t)count_size) break;
        count += 1;
        // Brent's cycle detection: `seen` moves at powers of two, so a cycle is met again.
        if ((count & (count - 1)) == 0) seen = offset;
        const uint64_t entries = number_at(reader, offset, count_size);
        const uint64_t left = reader->count - offset - (uint64_t)count_size;
        if (entries > left / (uint64_t)entry_size) break;
        const uint64_t length = entries * (uint64_t)entry_size;
        if (left - length < (uint64_t)offset_size) break;
        offset = number_at(reader, offset + (uint64_t)count_size + length, offset_size);
    }
    return count;
}

/// The value of a tag, its default, or `otherwise`.
static int tag(TIFF *tiff, uint32_t number, int otherwise) {
    uint16_t value = 0;
    return libtiff.get_field_defaulted(tiff, number, &value) ? value : otherwise;
}

/// GDAL's tag is not built into libtiff, so the number of arguments depends on how it was registered.
static void read_no_data(TIFF *tiff, ctiff_report *report) {
    const TIFFField *field = libtiff.find_field(tiff, TAG_GDAL_NO_DATA, TYPE_ANY);
    if (field == NULL || libtiff.field_data_type(field) != TYPE_ASCII) return;
    const char *text = NULL;
    uint32_t length = sizeof report->no_data - 1;
    int is_there;
    if (!libtiff.field_pass_count(field)) {
        is_there = libtiff.get_field(tiff, TAG_GDAL_NO_DATA, &text);
    } else if (libtiff.field_read_count(field) == COUNT_OF_32_BITS) {
        is_there = libtiff.get_field(tiff, TAG_GDAL_NO_DATA, &length, &text);
    } else {
        uint16_t short_length = 0;
        is_there = libtiff.get_field(tiff, TAG_GDAL_NO_DATA, &short_length, &text);
        length = short_length;
    }
    if (is_there && text != NULL) {
        snprintf(report->no_data, sizeof report->no_data, "%.*s", (int)(length > 63 ? 63 : length), text);
    }
}

static ctiff_status read_directory(ctiff_reader *reader) {
    TIFF *tiff = reader->tiff;
    ctiff_report *report = reader->report;
    if (!libtiff.get_field(tiff, TAG_WIDTH, &report->width) || !libtiff.get_field(tiff, TAG_HEIGHT, &report->height)
        || report->width == 0 || report->height == 0) {
        if (report->message[0] == '\0') {
            snprintf(report->message, CTIFF_MESSAGE_SIZE, "no width or no height");
        }
        return ctiff_failure(reader);
    }
    report->bits_per_sample = tag(tiff, TAG_BITS_PER_SAMPLE, 1);
    report->sample_format = tag(tiff, TAG_SAMPLE_FORMAT, CTIFF_UNSIGNED);
    report->samples_per_pixel = tag(tiff, TAG_SAMPLES_PER_PIXEL, 1);
    report->photometric = tag(tiff, TAG_PHOTOMETRIC, -1);
    report->compression = tag(tiff, TAG_COMPRESSION, 1);
    report->is_compression_known = libtiff.is_codec_configured((uint16_t)report->compression);
    report->orientation = tag(tiff, TAG_ORIENTATION, 1);
    report->is_tiled = libtiff.is_tiled(tiff);
    report->chunk_count = report->is_tiled ? libtiff.number_of_tiles(tiff) : libtiff.number_of_strips(tiff);
    report->chunk_byte_count = report->is_tiled ? libtiff.tile_size(tiff) : libtiff.strip_size(tiff);
    read_no_data(tiff, report);
    return CTIFF_OK;
}

static TIFF *open_tiff(ctiff_reader *reader, size_t limit) {
    // r: read; D: load strip offsets later, when their number is known to be reasonable; c: do not split strips; m:
    // do not map memory.
    const char *const mode = "rDcm";
    if (libtiff.options_alloc == NULL) {
        return libtiff.client_open(
            "memory", mode, reader, on_read, on_write, on_seek, on_close, on_size, NULL, NULL);
    }
    TIFFOpenOptions *options = libtiff.options_alloc();
    if (options == NULL) return NULL;
    const size_t most = (limit > reader->count ? limit : reader->count) + (1 << 20);
    libtiff.set_max_single_mem_alloc(options, (ssize_t)most);
    libtiff.set_error_handler_ext_r(options, on_error, reader);
    libtiff.set_warning_handler_ext_r(options, on_warning, reader);
    TIFF *tiff = libtiff.client_open_ext(
        "memory", mode, reader, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
    libtiff.options_free(options);
    return tiff;
}

ctiff_status ctiff_open(
    const uint8_t *bytes, size_t count, size_t limit, ctiff_reader **opened, ctiff_report *report) {
    *opened = NULL;
    memset(report, 0, sizeof *report);
    if (count < 16) return CTIFF_TRUNCATED;
    ctiff_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return CTIFF_NO_MEMORY;
    reader->bytes = bytes;
    reader->count = count;
    reader->report = report;
    report->tag_count = count_tags(reader);
    if (report->tag_count > CTIFF_MOST_TAGS) {
        ctiff_close(reader);
        return CTIFF_MANY_TAGS;
    }
    ctiff_reading = reader;
    reader->tiff = open_tiff(reader, limit);
    const ctiff_status status = reader->tiff == NULL ? ctiff_failure(reader) : read_directory(reader);
    ctiff_reading = NULL;
    if (status != CTIFF_OK) {
        ctiff_close(reader);
        return status;
    }
    report->directory_count = count_directories(reader);
    *opened = reader;
    return CTIFF_OK;
}

void ctiff_close(ctiff_reader *reader) {
    if (reader == NULL) return;
    if (reader->tiff != NULL) {
        ctiff_report last = {0};
        reader->report = &last;
        ctiff_reading = reader;
        libtiff.close(reader->tiff);
        ctiff_reading = NULL;
    }
    free(reader);
}
