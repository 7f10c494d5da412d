// Crashes the thread that opens a file called CRASH_FILE, in the way that CRASH names. Preloaded by crashes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int overflow(volatile char *outer) {
    volatile char inner[4096] = {outer[0]};
    return overflow(inner) + inner[1];
}

static void crash_for(const char *path) {
    const char *file = getenv("CRASH_FILE"), *way = getenv("CRASH"), *slash = strrchr(path, '/');
    if (file == NULL || way == NULL || strcmp(slash != NULL ? slash + 1 : path, file) != 0) {
        return;
    }
    if (strcmp(way, "trap") == 0) {
        __builtin_trap();
    } else if (strcmp(way, "address") == 0) {
        *(volatile char *)NULL = 1;
    } else if (strcmp(way, "stack") == 0) {
        overflow((volatile char *)path);
    }
    abort();
}

#define WRAP(name)                                                                                                   \
    int name(const char *path, int flags, ...) {                                                                     \
        va_list arguments;                                                                                           \
        va_start(arguments, flags);                                                                                  \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;                     \
        va_end(arguments);                                                                                           \
        crash_for(path);                                                                                             \
        return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode);                        \
    }
WRAP(open)
WRAP(open64)
