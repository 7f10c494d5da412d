#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// The state of libpng, its input, and the results of its callbacks.
struct cpng_reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count;
    size_t position;
    int ran_out;
    int lacked_memory;
    /// The report of the current call.
    cpng_report *report;
};

static void keep_first(char *text, const char *message) {
    if (text[0] == '\0') {
        strncpy(text, message, CPNG_MESSAGE_SIZE - 1);
        text[CPNG_MESSAGE_SIZE - 1] = '\0';
    }
}

static void on_error(png_structp png, png_const_charp message) {
    cpng_reader *reader = png_get_error_ptr(png);
    keep_first(reader->report->message, message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    cpng_reader *reader = png_get_error_ptr(png);
    keep_first(reader->report->warning, message);
}

static png_voidp on_allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    cpng_reader *reader = png_get_mem_ptr(png);
    if (memory == NULL) {
        reader->lacked_memory = 1;
    }
    return memory;
}

static void on_free(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void on_read(png_structp png, png_bytep into, size_t wanted) {
    cpng_reader *reader = png_get_io_ptr(png);
    if (wanted > reader->count - reader->position) {
        reader->ran_out = 1;
        png_error(png, "the bytes end before the picture does");
    }
    memcpy(into, reader->bytes + reader->position, wanted);
    reader->position += wanted;
}

/// The status of an error reported by longjmp.
static cpng_status failure(const cpng_reader *reader) {
    if (reader->lacked_memory) {
        return CPNG_NO_MEMORY;
    }
    return reader->ran_out ? CPNG_TRUNCATED : CPNG_DAMAGED;
}

static cpng_status read_header(cpng_reader *reader) {
    if (setjmp(png_jmpbuf(reader->png))) {
        return failure(reader);
    }
    png_set_read_fn(reader->png, reader, on_read);
    // The caller checks the size; libpng's default limit of a million per side would only hide that.
    png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(reader->png, reader->info);
    reader->report->width = png_get_image_width(reader->png, reader->info);
    reader->report->height = png_get_image_height(reader->png, reader->info);
    reader->report->bit_depth = png_get_bit_depth(reader->png, reader->info);
    reader->report->colour_type = png_get_color_type(reader->png, reader->info);
    return CPNG_OK;
}

cpng_status cpng_open(const uint8_t *bytes, size_t count, cpng_reader **opened, cpng_report *report) {
    *opened = NULL;
    memset(report, 0, sizeof *report);
    cpng_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return CPNG_NO_MEMORY;
    }
    reader->bytes = bytes;
    reader->count = count;
    reader->report = report;
    reader->png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader, on_allocate, on_free);
    reader->info = reader->png == NULL ? NULL : png_create_info_struct(reader->png);
    const cpng_status status = reader->info == NULL ? CPNG_NO_MEMORY : read_header(reader);
    if (status == CPNG_OK) {
        *opened = reader;
    } else {
        cpng_close(reader);
    }
    return status;
}

cpng_status cpng_read_pixels(cpng_reader *reader, uint16_t *pixels, size_t pixel_count, cpng_report *report) {
    const png_structp png = reader->png;
    reader->report = report;
    if (setjmp(png_jmpbuf(png))) {
        return failure(reader);
    }
    const uint32_t width = png_get_image_width(png, reader->info);
    const uint32_t height = png_get_image_height(png, reader->info);
    const int bit_depth = png_get_bit_depth(png, reader->info);
    if ((bit_depth != 8 && bit_depth != 16) || png_get_color_type(png, reader->info) != PNG_COLOR_TYPE_GRAY
        || (uint64_t)width * height != pixel_count) {
        png_error(png, "not the grey picture of 8 or 16 bits it was said to be");
    }
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1) {
        png_set_swap(png);
    }
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t row = 0; row < height; row++) {
            // 8-bit rows are read into the second half of their space and widened below.
            const size_t start = bit_depth == 8 ? width : 0;
            png_read_row(png, (png_bytep)(pixels + (size_t)row * width) + start, NULL);
        }
    }
    png_read_end(png, NULL);
    for (uint32_t row = 0; bit_depth == 8 && row < height; row++) {
        uint16_t *line = pixels + (size_t)row * width;
        for (uint32_t column = 0; column < width; column++) {
            // The row is widened in place from left to right: each byte lies after, or is part of, the number being
            // written.
            line[column] = ((const uint8_t *)line)[width + column];
        }
    }
    return CPNG_OK;
}

void cpng_close(cpng_reader *reader) {
    if (reader != NULL) {
        png_destroy_read_struct(&reader->png, &reader->info, NULL);
        free(reader);
    }
}
