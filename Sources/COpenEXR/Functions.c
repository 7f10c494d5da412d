#include "Functions.h"
#include "COpenEXR.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

openexr_functions openexr;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[COPENEXR_MESSAGE_SIZE];

/// A function of the library, put where it belongs. Returns whether it is there.
static int find(void *library, const char *name, void *place) {
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof function);
    if (function == NULL) snprintf(failure, sizeof failure, "the library lacks %s", name);
    return function != NULL;
}

static int find_all(void *library) {
    return find(library, "exr_start_read", &openexr.start_read) && find(library, "exr_finish", &openexr.finish)
        && find(library, "exr_get_count", &openexr.get_count)
        && find(library, "exr_get_storage", &openexr.get_storage)
        && find(library, "exr_get_channels", &openexr.get_channels)
        && find(library, "exr_get_name", &openexr.get_name)
        && find(library, "exr_get_compression", &openexr.get_compression)
        && find(library, "exr_get_data_window", &openexr.get_data_window)
        && find(library, "exr_get_tile_sizes", &openexr.get_tile_sizes)
        && find(library, "exr_get_scanlines_per_chunk", &openexr.get_scanlines_per_chunk)
        && find(library, "exr_get_chunk_count", &openexr.get_chunk_count)
        && find(library, "exr_get_chunk_unpacked_size", &openexr.get_chunk_unpacked_size)
        && find(library, "exr_read_scanline_chunk_info", &openexr.read_scanline_chunk_info)
        && find(library, "exr_read_tile_chunk_info", &openexr.read_tile_chunk_info)
        && find(library, "exr_decoding_initialize", &openexr.decoding_initialize)
        && find(library, "exr_decoding_choose_default_routines", &openexr.decoding_choose_default_routines)
        && find(library, "exr_decoding_update", &openexr.decoding_update)
        && find(library, "exr_decoding_run", &openexr.decoding_run)
        && find(library, "exr_decoding_destroy", &openexr.decoding_destroy)
        && find(library, "exr_get_default_error_message", &openexr.get_default_error_message);
}

static void open_library(void) {
    // Such as libOpenEXRCore-3_1.so.30: version and interface of the header.
    const int interface = atoi(OPENEXR_LIB_VERSION_STRING);
    char names[3][96];
    const char *const form = "%slibOpenEXRCore-%d_%d.%d.dylib";
    snprintf(
        names[0], sizeof *names, "libOpenEXRCore-%d_%d.so.%d", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR, interface);
    snprintf(names[1], sizeof *names, form, "", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR, interface);
    snprintf(
        names[2], sizeof *names, form, "/opt/homebrew/opt/openexr/lib/", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR,
        interface);
    void *library = NULL;
    for (int i = 0; library == NULL && i < 3; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL && i == 0) snprintf(failure, sizeof failure, "%s", dlerror());
    }
    if (library != NULL && find_all(library)) result = 0;
}

int copenexr_open_library(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, COPENEXR_MESSAGE_SIZE, "%s", failure);
    return result;
}
