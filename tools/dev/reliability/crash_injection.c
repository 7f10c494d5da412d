// Crashes the thread that opens a file or library called CRASH_FILE, in the way that CRASH names. Preloaded by crashes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
    } else if (strcmp(way, "device") == 0) {
        // A page beyond the end of the file.
        (void)*(volatile char *)mmap(NULL, 1, PROT_READ, MAP_SHARED, memfd_create("empty", 0), 0);
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
void *dlopen(const char *path, int flags) {
    if (path != NULL) {
        crash_for(path);
    }
    return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(path, flags);
}

WRAP(open)
WRAP(open64)
