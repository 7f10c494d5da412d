#include "Functions.h"
#include "CTIFF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

libtiff_functions libtiff;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[CTIFF_MESSAGE_SIZE];

/// A function of the library, put where it belongs. Returns whether it is there.
static int find(void *library, const char *name, void *place) {
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof function);
    if (function == NULL) snprintf(failure, sizeof failure, "the library lacks %s", name);
    return function != NULL;
}

/// What every libtiff 4 has.
static int find_needed(void *library) {
    return find(library, "TIFFClientOpen", &libtiff.client_open) && find(library, "TIFFClose", &libtiff.close)
        && find(library, "TIFFGetField", &libtiff.get_field)
        && find(library, "TIFFGetFieldDefaulted", &libtiff.get_field_defaulted)
        && find(library, "TIFFFindField", &libtiff.find_field)
        && find(library, "TIFFFieldDataType", &libtiff.field_data_type)
        && find(library, "TIFFFieldPassCount", &libtiff.field_pass_count)
        && find(library, "TIFFFieldReadCount", &libtiff.field_read_count)
        && find(library, "TIFFIsCODECConfigured", &libtiff.is_codec_configured)
        && find(library, "TIFFIsTiled", &libtiff.is_tiled)
        && find(library, "TIFFNumberOfStrips", &libtiff.number_of_strips)
        && find(library, "TIFFNumberOfTiles", &libtiff.number_of_tiles)
        && find(library, "TIFFStripSize64", &libtiff.strip_size)
        && find(library, "TIFFTileSize64", &libtiff.tile_size)
        && find(library, "TIFFRawStripSize64", &libtiff.raw_strip_size)
        && find(library, "TIFFReadEncodedStrip", &libtiff.read_encoded_strip)
        && find(library, "TIFFReadEncodedTile", &libtiff.read_encoded_tile);
}

/// What libtiff 4.5 brought: limits and handlers for each file.
static int find_options(void *library) {
    return find(library, "TIFFOpenOptionsFree", &libtiff.options_free)
        && find(library, "TIFFOpenOptionsSetMaxSingleMemAlloc", &libtiff.set_max_single_mem_alloc)
        && find(library, "TIFFOpenOptionsSetErrorHandlerExtR", &libtiff.set_error_handler_ext_r)
        && find(library, "TIFFOpenOptionsSetWarningHandlerExtR", &libtiff.set_warning_handler_ext_r)
        && find(library, "TIFFClientOpenExt", &libtiff.client_open_ext)
        && find(library, "TIFFOpenOptionsAlloc", &libtiff.options_alloc);
}

static int set_process_handlers(void *library) {
    error_handler (*set_error_handler)(error_handler);
    error_handler (*set_warning_handler)(error_handler);
    if (!find(library, "TIFFSetErrorHandler", &set_error_handler)
        || !find(library, "TIFFSetWarningHandler", &set_warning_handler)) return 0;
    libtiff.earlier_error_handler = set_error_handler(ctiff_on_any_error);
    libtiff.earlier_warning_handler = set_warning_handler(ctiff_on_any_warning);
    return 1;
}

static void open_library(void) {
    static const char *const names[] = {"libtiff.so.6", "libtiff.so.5", "libtiff.6.dylib",
                                        "/opt/homebrew/opt/libtiff/lib/libtiff.6.dylib"};
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL && i == 0) snprintf(failure, sizeof failure, "%s", dlerror());
    }
    if (library != NULL && find_needed(library) && (find_options(library) || set_process_handlers(library))) result = 0;
}

int ctiff_load_functions(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, CTIFF_MESSAGE_SIZE, "%s", failure);
    return result;
}
