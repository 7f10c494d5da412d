#include "Functions.h"
#include "CLoader.h"
#include "COpenEXR.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

openexr_functions openexr;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[LOADER_MESSAGE_SIZE];

static int find_all(void *library) {
    const loaded_function functions[] = {
        {"exr_start_read", &openexr.start_read},
        {"exr_finish", &openexr.finish},
        {"exr_get_count", &openexr.get_count},
        {"exr_get_storage", &openexr.get_storage},
        {"exr_get_channels", &openexr.get_channels},
        {"exr_get_name", &openexr.get_name},
        {"exr_get_compression", &openexr.get_compression},
        {"exr_get_data_window", &openexr.get_data_window},
        {"exr_get_tile_sizes", &openexr.get_tile_sizes},
        {"exr_get_scanlines_per_chunk", &openexr.get_scanlines_per_chunk},
        {"exr_get_chunk_count", &openexr.get_chunk_count},
        {"exr_get_chunk_unpacked_size", &openexr.get_chunk_unpacked_size},
        {"exr_read_scanline_chunk_info", &openexr.read_scanline_chunk_info},
        {"exr_read_tile_chunk_info", &openexr.read_tile_chunk_info},
        {"exr_decoding_initialize", &openexr.decoding_initialize},
        {"exr_decoding_choose_default_routines", &openexr.decoding_choose_default_routines},
        {"exr_decoding_update", &openexr.decoding_update},
        {"exr_decoding_run", &openexr.decoding_run},
        {"exr_decoding_destroy", &openexr.decoding_destroy},
        {"exr_get_default_error_message", &openexr.get_default_error_message},
    };
    return loader_find(library, functions, sizeof functions / sizeof *functions, failure);
}

static void open_library(void) {
    // For example libOpenEXRCore-3_1.so.30: the header's version and interface.
    const int interface = atoi(OPENEXR_LIB_VERSION_STRING);
    char names[3][96];
    const char *const form = "%slibOpenEXRCore-%d_%d.%d.dylib";
    snprintf(
        names[0], sizeof *names, "libOpenEXRCore-%d_%d.so.%d", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR, interface);
    snprintf(names[1], sizeof *names, form, "", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR, interface);
    snprintf(
        names[2], sizeof *names, form, "/opt/homebrew/opt/openexr/lib/", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR,
        interface);
    const char *const choices[] = {names[0], names[1], names[2]};
    void *library = loader_open(choices, 3, failure);
    if (library != NULL && find_all(library)) result = 0;
}

int copenexr_open_library(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, COPENEXR_MESSAGE_SIZE, "%s", failure);
    return result;
}
