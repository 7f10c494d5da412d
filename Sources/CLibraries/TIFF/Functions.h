#pragma once
#include <stdarg.h>
#include <stdint.h>
#include <sys/types.h>

// The functions of libtiff in use, declared as in its manual. Not visible to users of CTIFF.

typedef struct tiff TIFF;
typedef struct TIFFField TIFFField;
typedef struct TIFFOpenOptions TIFFOpenOptions;
typedef void (*error_handler)(const char *module, const char *format, va_list);
typedef int (*error_handler_ext_r)(TIFF *, void *user_data, const char *module, const char *format, va_list);
typedef ssize_t (*read_write_proc)(void *, void *, ssize_t);
typedef uint64_t (*seek_proc)(void *, uint64_t, int);
typedef int (*close_proc)(void *);
typedef uint64_t (*size_proc)(void *);
typedef int (*map_proc)(void *, void **base, uint64_t *size);
typedef void (*unmap_proc)(void *, void *base, uint64_t size);

enum {
    TAG_WIDTH = 256,
    TAG_HEIGHT = 257,
    TAG_BITS_PER_SAMPLE = 258,
    TAG_COMPRESSION = 259,
    TAG_PHOTOMETRIC = 262,
    TAG_ORIENTATION = 274,
    TAG_SAMPLES_PER_PIXEL = 277,
    TAG_ROWS_PER_STRIP = 278,
    TAG_TILE_WIDTH = 322,
    TAG_TILE_HEIGHT = 323,
    TAG_SAMPLE_FORMAT = 339,
    TAG_GDAL_NO_DATA = 42113,
    TYPE_ANY = 0,
    TYPE_ASCII = 2,
    COUNT_OF_32_BITS = -3,
};

/// The functions; null until the library is open. Those of libtiff 4.5 stay null with older versions.
typedef struct {
    TIFF *(*client_open)(
        const char *, const char *mode, void *, read_write_proc, read_write_proc, seek_proc, close_proc, size_proc,
        map_proc, unmap_proc);
    void (*close)(TIFF *);
    int (*get_field)(TIFF *, uint32_t tag, ...);
    int (*get_field_defaulted)(TIFF *, uint32_t tag, ...);
    const TIFFField *(*find_field)(TIFF *, uint32_t tag, int type);
    int (*field_data_type)(const TIFFField *);
    int (*field_pass_count)(const TIFFField *);
    int (*field_read_count)(const TIFFField *);
    int (*is_codec_configured)(uint16_t compression);
    int (*is_tiled)(TIFF *);
    uint32_t (*number_of_strips)(TIFF *);
    uint32_t (*number_of_tiles)(TIFF *);
    uint64_t (*strip_size)(TIFF *);
    uint64_t (*tile_size)(TIFF *);
    uint64_t (*raw_strip_size)(TIFF *, uint32_t strip);
    ssize_t (*read_encoded_strip)(TIFF *, uint32_t strip, void *, ssize_t);
    ssize_t (*read_encoded_tile)(TIFF *, uint32_t tile, void *, ssize_t);

    TIFFOpenOptions *(*options_alloc)(void);
    void (*options_free)(TIFFOpenOptions *);
    void (*set_max_single_mem_alloc)(TIFFOpenOptions *, ssize_t);
    void (*set_error_handler_ext_r)(TIFFOpenOptions *, error_handler_ext_r, void *user_data);
    void (*set_warning_handler_ext_r)(TIFFOpenOptions *, error_handler_ext_r, void *user_data);
    TIFF *(*client_open_ext)(
        const char *, const char *mode, void *, read_write_proc, read_write_proc, seek_proc, close_proc, size_proc,
        map_proc, unmap_proc, TIFFOpenOptions *);

    error_handler earlier_error_handler;
    error_handler earlier_warning_handler;
} libtiff_functions;

extern libtiff_functions libtiff __attribute__((visibility("hidden")));

/// Implements ctiff_open_library.
__attribute__((visibility("hidden"))) int ctiff_load_functions(char *message);

/// Handlers for libtiff versions whose handlers are per process.
__attribute__((visibility("hidden"))) void ctiff_on_any_error(const char *module, const char *format, va_list);
__attribute__((visibility("hidden"))) void ctiff_on_any_warning(const char *module, const char *format, va_list);
