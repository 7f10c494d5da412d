#pragma once

// The library is driven by large structures such as exr_decode_pipeline_t, which grow with each minor version. So its
// own header is used, and only a library of exactly that version is opened. Nothing is linked.
#if !__has_include(<OpenEXR/openexr.h>)
#error "OpenEXR's header is missing: install libopenexr-dev (Debian, Ubuntu) or openexr (Homebrew)"
#endif
#include <OpenEXR/openexr.h>

/// The functions; null until the library is open.
typedef struct {
    __typeof__(exr_start_read) *start_read;
    __typeof__(exr_finish) *finish;
    __typeof__(exr_get_count) *get_count;
    __typeof__(exr_get_storage) *get_storage;
    __typeof__(exr_get_channels) *get_channels;
    __typeof__(exr_get_name) *get_name;
    __typeof__(exr_get_compression) *get_compression;
    __typeof__(exr_get_data_window) *get_data_window;
    __typeof__(exr_get_tile_sizes) *get_tile_sizes;
    __typeof__(exr_get_scanlines_per_chunk) *get_scanlines_per_chunk;
    __typeof__(exr_get_chunk_count) *get_chunk_count;
    __typeof__(exr_get_chunk_unpacked_size) *get_chunk_unpacked_size;
    __typeof__(exr_read_scanline_chunk_info) *read_scanline_chunk_info;
    __typeof__(exr_read_tile_chunk_info) *read_tile_chunk_info;
    __typeof__(exr_decoding_initialize) *decoding_initialize;
    __typeof__(exr_decoding_choose_default_routines) *decoding_choose_default_routines;
    __typeof__(exr_decoding_update) *decoding_update;
    __typeof__(exr_decoding_run) *decoding_run;
    __typeof__(exr_decoding_destroy) *decoding_destroy;
    __typeof__(exr_get_default_error_message) *get_default_error_message;
} openexr_functions;

extern openexr_functions openexr __attribute__((visibility("hidden")));
