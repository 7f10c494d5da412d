#include "Functions.h"
#include "CLoader.h"
#include "CTIFF.h"

#include <pthread.h>
#include <stdio.h>

libtiff_functions libtiff;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;
static char failure[LOADER_MESSAGE_SIZE];

/// Functions in every libtiff 4.
static int find_needed(void *library) {
    const loaded_function functions[] = {
        {"TIFFClientOpen", &libtiff.client_open},
        {"TIFFClose", &libtiff.close},
        {"TIFFGetField", &libtiff.get_field},
        {"TIFFGetFieldDefaulted", &libtiff.get_field_defaulted},
        {"TIFFFindField", &libtiff.find_field},
        {"TIFFFieldDataType", &libtiff.field_data_type},
        {"TIFFFieldPassCount", &libtiff.field_pass_count},
        {"TIFFFieldReadCount", &libtiff.field_read_count},
        {"TIFFIsCODECConfigured", &libtiff.is_codec_configured},
        {"TIFFIsTiled", &libtiff.is_tiled},
        {"TIFFNumberOfStrips", &libtiff.number_of_strips},
        {"TIFFNumberOfTiles", &libtiff.number_of_tiles},
        {"TIFFStripSize64", &libtiff.strip_size},
        {"TIFFTileSize64", &libtiff.tile_size},
        {"TIFFRawStripSize64", &libtiff.raw_strip_size},
        {"TIFFReadEncodedStrip", &libtiff.read_encoded_strip},
        {"TIFFReadEncodedTile", &libtiff.read_encoded_tile},
    };
    return loader_find(library, functions, sizeof functions / sizeof *functions, failure);
}

/// Functions since libtiff 4.5: limits and handlers per file.
static int find_options(void *library) {
    const loaded_function functions[] = {
        {"TIFFOpenOptionsFree", &libtiff.options_free},
        {"TIFFOpenOptionsSetMaxSingleMemAlloc", &libtiff.set_max_single_mem_alloc},
        {"TIFFOpenOptionsSetErrorHandlerExtR", &libtiff.set_error_handler_ext_r},
        {"TIFFOpenOptionsSetWarningHandlerExtR", &libtiff.set_warning_handler_ext_r},
        {"TIFFClientOpenExt", &libtiff.client_open_ext},
        {"TIFFOpenOptionsAlloc", &libtiff.options_alloc},
    };
    return loader_find(library, functions, sizeof functions / sizeof *functions, failure);
}

static int set_process_handlers(void *library) {
    error_handler (*set_error_handler)(error_handler);
    error_handler (*set_warning_handler)(error_handler);
    const loaded_function functions[] = {
        {"TIFFSetErrorHandler", &set_error_handler},
        {"TIFFSetWarningHandler", &set_warning_handler},
    };
    if (!loader_find(library, functions, sizeof functions / sizeof *functions, failure)) return 0;
    libtiff.earlier_error_handler = set_error_handler(ctiff_on_any_error);
    libtiff.earlier_warning_handler = set_warning_handler(ctiff_on_any_warning);
    return 1;
}

static void open_library(void) {
    static const char *const names[] = {"libtiff.so.6", "libtiff.so.5", "libtiff.6.dylib",
                                        "/opt/homebrew/opt/libtiff/lib/libtiff.6.dylib"};
    void *library = loader_open(names, sizeof names / sizeof *names, failure);
    if (library != NULL && find_needed(library) && (find_options(library) || set_process_handlers(library))) result = 0;
}

int ctiff_load_functions(char *message) {
    pthread_once(&once, open_library);
    snprintf(message, CTIFF_MESSAGE_SIZE, "%s", failure);
    return result;
}
