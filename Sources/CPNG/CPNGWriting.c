#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// The output, and whether memory ran out.
struct writing {
    cpng_written *written;
    int lacked_memory;
};

static void on_write_error(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void on_write_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
    struct writing *writing = png_get_io_ptr(png);
    cpng_written *written = writing->written;
    if (count > written->capacity - written->count) {
        size_t capacity = written->capacity == 0 ? 1 << 16 : written->capacity;
        while (count > capacity - written->count) {
            capacity *= 2;
        }
        uint8_t *larger = realloc(written->bytes, capacity);
        if (larger == NULL) {
            writing->lacked_memory = 1;
            png_error(png, "too little memory");
        }
        written->bytes = larger;
        written->capacity = capacity;
    }
    memcpy(written->bytes + written->count, bytes, count);
    written->count += count;
}

static void on_flush(png_structp png) {
    (void)png;
}

/// A picture and the settings for writing it.
struct picture {
    /// Consecutive rows of `row_size` bytes.
    const uint8_t *rows;
    size_t row_size;
    uint32_t width;
    uint32_t height;
    int bit_depth;
    int colour_type;
    /// Null without a palette.
    const png_color *colours;
    int colour_count;
    int filters;
    int level;
};

static cpng_status write_all(
    png_structp png, png_infop info, struct writing *writing, const struct picture *picture) {
    if (setjmp(png_jmpbuf(png))) {
        return writing->lacked_memory ? CPNG_NO_MEMORY : CPNG_DAMAGED;
    }
    png_set_write_fn(png, writing, on_write, on_flush);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, picture->filters);
    png_set_compression_level(png, picture->level);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(
        png, info, picture->width, picture->height, picture->bit_depth, picture->colour_type, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    if (picture->colour_count > 0) {
        png_set_PLTE(png, info, picture->colours, picture->colour_count);
    }
    png_write_info(png, info);
    const uint16_t one = 1;
    if (picture->bit_depth == 16 && *(const uint8_t *)&one == 1) {
        png_set_swap(png);
    }
    for (uint32_t row = 0; row < picture->height; row++) {
        png_write_row(png, picture->rows + row * picture->row_size);
    }
    png_write_end(png, NULL);
    return CPNG_OK;
}

static cpng_status write_picture(const struct picture *picture, cpng_written *written) {
    struct writing writing = {written, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_write_error, on_write_warning);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    cpng_status status = CPNG_NO_MEMORY;
    if (info != NULL) {
        status = write_all(png, info, &writing, picture);
    }
    png_destroy_write_struct(&png, &info);
    if (status != CPNG_OK) {
        cpng_free(written);
    }
    return status;
}

cpng_status cpng_write_palette(
    const uint8_t *pixels, uint32_t width, uint32_t height, const uint8_t *palette, int colour_count, int level,
    cpng_written *written) {
    if (colour_count < 1 || colour_count > PNG_MAX_PALETTE_LENGTH) {
        return CPNG_DAMAGED;
    }
    png_color colours[PNG_MAX_PALETTE_LENGTH];
    for (int index = 0; index < colour_count; index++) {
        colours[index].red = palette[3 * index];
        colours[index].green = palette[3 * index + 1];
        colours[index].blue = palette[3 * index + 2];
    }
    const struct picture picture = {
        .rows = pixels,
        .row_size = width,
        .width = width,
        .height = height,
        .bit_depth = 8,
        .colour_type = PNG_COLOR_TYPE_PALETTE,
        .colours = colours,
        .colour_count = colour_count,
        // Not filtered: neighbouring palette indices are not correlated.
        .filters = PNG_FILTER_NONE,
        .level = level,
    };
    return write_picture(&picture, written);
}

cpng_status cpng_write_grey16(
    const uint16_t *pixels, uint32_t width, uint32_t height, int level, cpng_written *written) {
    const struct picture picture = {
        .rows = (const uint8_t *)pixels,
        .row_size = (size_t)width * 2,
        .width = width,
        .height = height,
        .bit_depth = 16,
        .colour_type = PNG_COLOR_TYPE_GRAY,
        .filters = PNG_ALL_FILTERS,
        .level = level,
    };
    return write_picture(&picture, written);
}

void cpng_free(cpng_written *written) {
    free(written->bytes);
    memset(written, 0, sizeof *written);
}
