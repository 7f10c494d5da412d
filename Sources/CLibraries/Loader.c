#include "CLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *loader_open(const char *const *names, size_t count, char *message) {
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library != NULL) return library;
        if (i == 0) snprintf(message, LOADER_MESSAGE_SIZE, "%s", dlerror());
    }
    return NULL;
}

int loader_find(void *library, const loaded_function *functions, size_t count, char *message) {
    for (size_t i = 0; i < count; i++) {
        void *function = dlsym(library, functions[i].name);
        if (function == NULL) {
            snprintf(message, LOADER_MESSAGE_SIZE, "the library lacks %s", functions[i].name);
            return 0;
        }
        memcpy(functions[i].place, &function, sizeof function);
    }
    return 1;
}
