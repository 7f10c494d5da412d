#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

/// The bytes being read, and where libpng's callbacks leave what they have to say.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    int ran_out;
    cpng_report *report;
} source;

static void keep_first(char *text, const char *message) {
    if (text[0] == '\0') {
        strncpy(text, message, CPNG_MESSAGE_SIZE - 1);
        text[CPNG_MESSAGE_SIZE - 1] = '\0';
    }
}

static void on_error(png_structp png, png_const_charp message) {
    source *from = png_get_error_ptr(png);
    keep_first(from->report->message, message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    source *from = png_get_error_ptr(png);
    keep_first(from->report->warning, message);
}

static void on_read(png_structp png, png_bytep into, size_t wanted) {
    source *from = png_get_io_ptr(png);
    if (wanted > from->count - from->report->consumed) {
        from->ran_out = 1;
        png_error(png, "the bytes end before the picture does");
    }
    memcpy(into, from->bytes + from->report->consumed, wanted);
    from->report->consumed += wanted;
}

/// Reads the header and, if `pixels` is given, the picture. One function, so that one setjmp guards all of libpng.
static cpng_status read_png(
    const uint8_t *bytes, size_t count, uint16_t *pixels, size_t pixel_count, cpng_report *report) {
    memset(report, 0, sizeof *report);
    source from = {bytes, count, 0, report};
    // Volatile, because they are changed between setjmp and a possible longjmp.
    png_structp volatile png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &from, on_error, on_warning);
    png_infop volatile info = NULL;
    volatile cpng_status status = CPNG_NO_MEMORY;
    if (png == NULL) {
        return status;
    }
    if (setjmp(png_jmpbuf(png))) {
        status = from.ran_out ? CPNG_TRUNCATED : CPNG_DAMAGED;
    } else {
        info = png_create_info_struct(png);
        if (info != NULL) {
            png_set_read_fn(png, &from, on_read);
            // The caller bounds width times height; libpng's own limit of a million a side would only hide that.
            png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
            png_read_info(png, info);
            report->width = png_get_image_width(png, info);
            report->height = png_get_image_height(png, info);
            report->bit_depth = png_get_bit_depth(png, info);
            report->colour_type = png_get_color_type(png, info);
            if (pixels != NULL) {
                if (report->bit_depth != 16 || report->colour_type != PNG_COLOR_TYPE_GRAY
                    || (uint64_t)report->width * report->height != pixel_count) {
                    png_error(png, "not the 16-bit grey picture it was said to be");
                }
                const uint16_t one = 1;
                if (*(const uint8_t *)&one == 1) {
                    png_set_swap(png);
                }
                const int passes = png_set_interlace_handling(png);
                png_read_update_info(png, info);
                for (int pass = 0; pass < passes; pass++) {
                    for (uint32_t row = 0; row < report->height; row++) {
                        png_read_row(png, (png_bytep)(pixels + (size_t)row * report->width), NULL);
                    }
                }
                png_read_end(png, NULL);
            }
            status = CPNG_OK;
        }
    }
    png_structp png_to_free = png;
    png_infop info_to_free = info;
    png_destroy_read_struct(&png_to_free, &info_to_free, NULL);
    return status;
}

cpng_status cpng_read_header(const uint8_t *bytes, size_t count, cpng_report *report) {
    return read_png(bytes, count, NULL, 0, report);
}

cpng_status cpng_read_pixels(
    const uint8_t *bytes, size_t count, uint16_t *pixels, size_t pixel_count, cpng_report *report) {
    return read_png(bytes, count, pixels, pixel_count, report);
}
