// Makes one call of one function of the C library fail, for faults. Preloaded with LD_PRELOAD.
//
// FAULT=write:3:ENOSPC   the third call of write fails with ENOSPC
// FAULT=write:3:SHORT    the third call of write processes only one byte
// FAULT_COUNTS=path      a file of COUNTED unsigned 64-bit numbers: the number of calls of each function
//
// Functions are named as in the table below; a 64-bit variant counts as the same function. Without either variable
// nothing changes. Calls that Swift's runtime makes for itself without handling errors are not counted: waking a
// thread through an event descriptor, which cannot fail, and reading its own threads in /proc, without which it
// exits.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FUNCTIONS(X)                                                                                                 \
    X(open) X(openat) X(read) X(pread) X(write) X(close) X(fsync) X(rename) X(link) X(unlink) X(mkdir) X(rmdir)      \
    X(ftruncate) X(stat) X(fstat) X(lstat) X(opendir) X(readdir) X(lseek) X(realpath) X(readlink) X(fchmod)          \
    X(fchown) X(flock) X(poll) X(pipe)

enum function {
#define NAMED(name) F_##name,
    FUNCTIONS(NAMED)
#undef NAMED
    COUNTED
};

static const char *const names[] = {
#define NAMED(name) #name,
    FUNCTIONS(NAMED)
#undef NAMED
};

static const struct { const char *name; int number; } errors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EINTR", EINTR}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOMEM", ENOMEM},
    {"EACCES", EACCES}, {"EROFS", EROFS}, {"EDQUOT", EDQUOT}, {"EAGAIN", EAGAIN}, {"SHORT", -1},
};

static int faulty = -1;
static uint64_t faulty_call;
static int fault;
static _Atomic uint64_t own_counts[COUNTED];
static _Atomic uint64_t *counts = own_counts;

__attribute__((constructor)) static void prepare(void) {
    const char *path = getenv("FAULT_COUNTS");
    if (path != NULL) {
        const int file = open(path, O_RDWR | O_CREAT, 0600);
        if (file >= 0 && ftruncate(file, sizeof own_counts) == 0) {
            void *shared = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (shared != MAP_FAILED) {
                memset(shared, 0, sizeof own_counts);
                counts = shared;
            }
        }
        close(file);
        for (int function = 0; function < COUNTED; function++) {
            counts[function] = 0;
        }
    }
    char text[64];
    const char *given = getenv("FAULT");
    if (given == NULL || strlen(given) >= sizeof text) {
        return;
    }
    strcpy(text, given);
    char *rest = text;
    const char *function = strsep(&rest, ":"), *call = strsep(&rest, ":"), *error = rest;
    if (call == NULL || error == NULL) {
        abort();
    }
    for (int i = 0; i < COUNTED; i++) {
        if (strcmp(names[i], function) == 0) {
            faulty = i;
        }
    }
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (strcmp(errors[i].name, error) == 0) {
            fault = errors[i].number;
        }
    }
    faulty_call = strtoull(call, NULL, 10);
    if (faulty < 0 || fault == 0 || faulty_call == 0) {
        abort();
    }
    // Child processes are not counted and have no fault.
    unsetenv("FAULT");
    unsetenv("FAULT_COUNTS");
    unsetenv("LD_PRELOAD");
}

/// Counts a call. Returns 0 to perform it, an error number to fail, or -1 to process only one byte.
static int fault_of(enum function function) {
    const uint64_t call = atomic_fetch_add(&counts[function], 1) + 1;
    return function == (enum function)faulty && call == faulty_call ? fault : 0;
}

// Looks up the real function once.
#define REAL(result, name, ...)                                                                                      \
    static result (*real)(__VA_ARGS__);                                                                              \
    if (real == NULL) {                                                                                              \
        real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);                                                     \
    }

#define FAIL(function, failed)                                                                                       \
    const int number = fault_of(F_##function);                                                                       \
    if (number > 0) {                                                                                                \
        errno = number;                                                                                              \
        return failed;                                                                                               \
    }                                                                                                                \
    (void)number;

#define WRAP(counted, failed, result, name, parameters, arguments, ...)                                              \
    result name parameters {                                                                                         \
        REAL(result, name, __VA_ARGS__)                                                                              \
        FAIL(counted, failed)                                                                                        \
        return real arguments;                                                                                       \
    }

/// Whether this is not a file, pipe, socket or device, but for example an event descriptor.
static int is_nothing(int file) {
    struct stat status;
    return syscall(SYS_fstat, file, &status) == 0 && (status.st_mode & S_IFMT) == 0;
}

static int is_of_thread(const char *path) {
    int number, end = 0;
    return sscanf(path, "/proc/%d/stat%n", &number, &end) == 1 && end > 0 && path[end] == 0;
}

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define WRAP_OPEN(name)                                                                                              \
    int name(const char *path, int flags, ...) {                                                                     \
        va_list arguments;                                                                                           \
        va_start(arguments, flags);                                                                                  \
        const mode_t mode = mode_of(flags, arguments);                                                               \
        va_end(arguments);                                                                                           \
        REAL(int, name, const char *, int, ...)                                                                      \
        if (is_of_thread(path)) {                                                                                    \
            return real(path, flags, mode);                                                                          \
        }                                                                                                            \
        FAIL(open, -1)                                                                                               \
        return real(path, flags, mode);                                                                              \
    }
#define WRAP_OPENAT(name)                                                                                            \
    int name(int folder, const char *path, int flags, ...) {                                                         \
        va_list arguments;                                                                                           \
        va_start(arguments, flags);                                                                                  \
        const mode_t mode = mode_of(flags, arguments);                                                               \
        va_end(arguments);                                                                                           \
        REAL(int, name, int, const char *, int, ...)                                                                 \
        FAIL(openat, -1)                                                                                             \
        return real(folder, path, flags, mode);                                                                      \
    }

WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)

ssize_t read(int file, void *into, size_t count) {
    REAL(ssize_t, read, int, void *, size_t)
    if (is_nothing(file)) {
        return real(file, into, count);
    }
    FAIL(read, -1)
    return real(file, into, number < 0 && count > 1 ? 1 : count);
}

ssize_t write(int file, const void *from, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t)
    if (is_nothing(file)) {
        return real(file, from, count);
    }
    FAIL(write, -1)
    return real(file, from, number < 0 && count > 1 ? 1 : count);
}

#define WRAP_PREAD(name, offset)                                                                                     \
    ssize_t name(int file, void *into, size_t count, offset at) {                                                    \
        REAL(ssize_t, name, int, void *, size_t, offset)                                                             \
        FAIL(pread, -1)                                                                                              \
        return real(file, into, number < 0 && count > 1 ? 1 : count, at);                                            \
    }
WRAP_PREAD(pread, off_t)
WRAP_PREAD(pread64, off64_t)

int close(int file) {
    REAL(int, close, int)
    const int number = fault_of(F_close);
    const int result = real(file);
    if (number > 0) {
        // Like Linux: the descriptor is closed anyway.
        errno = number;
        return -1;
    }
    return result;
}

WRAP(fsync, -1, int, fsync, (int file), (file), int)
WRAP(rename, -1, int, rename, (const char *from, const char *to), (from, to), const char *, const char *)
WRAP(rename, -1, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), int, const char *,
     int, const char *)
WRAP(link, -1, int, link, (const char *from, const char *to), (from, to), const char *, const char *)
WRAP(link, -1, int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), int,
     const char *, int, const char *, int)
WRAP(unlink, -1, int, unlink, (const char *path), (path), const char *)
WRAP(unlink, -1, int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), int, const char *,
     int)
WRAP(mkdir, -1, int, mkdir, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
WRAP(rmdir, -1, int, rmdir, (const char *path), (path), const char *)
WRAP(ftruncate, -1, int, ftruncate, (int file, off_t size), (file, size), int, off_t)
WRAP(ftruncate, -1, int, ftruncate64, (int file, off64_t size), (file, size), int, off64_t)
WRAP(stat, -1, int, stat, (const char *path, struct stat *into), (path, into), const char *, struct stat *)
WRAP(stat, -1, int, stat64, (const char *path, struct stat64 *into), (path, into), const char *, struct stat64 *)
WRAP(stat, -1, int, fstatat, (int folder, const char *path, struct stat *into, int flags), (folder, path, into, flags),
     int, const char *, struct stat *, int)
WRAP(fstat, -1, int, fstat, (int file, struct stat *into), (file, into), int, struct stat *)
WRAP(fstat, -1, int, fstat64, (int file, struct stat64 *into), (file, into), int, struct stat64 *)
WRAP(lstat, -1, int, lstat, (const char *path, struct stat *into), (path, into), const char *, struct stat *)
WRAP(lstat, -1, int, lstat64, (const char *path, struct stat64 *into), (path, into), const char *, struct stat64 *)
WRAP(opendir, NULL, DIR *, opendir, (const char *path), (path), const char *)
WRAP(opendir, NULL, DIR *, fdopendir, (int file), (file), int)
WRAP(readdir, NULL, struct dirent *, readdir, (DIR *folder), (folder), DIR *)
WRAP(readdir, NULL, struct dirent64 *, readdir64, (DIR *folder), (folder), DIR *)
WRAP(lseek, -1, off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence), int, off_t, int)
WRAP(lseek, -1, off64_t, lseek64, (int file, off64_t offset, int whence), (file, offset, whence), int, off64_t, int)
WRAP(realpath, NULL, char *, realpath, (const char *path, char *into), (path, into), const char *, char *)
WRAP(readlink, -1, ssize_t, readlink, (const char *path, char *into, size_t size), (path, into, size), const char *,
     char *, size_t)
WRAP(fchmod, -1, int, fchmod, (int file, mode_t mode), (file, mode), int, mode_t)
WRAP(fchown, -1, int, fchown, (int file, uid_t user, gid_t group), (file, user, group), int, uid_t, gid_t)
WRAP(flock, -1, int, flock, (int file, int operation), (file, operation), int, int)
WRAP(poll, -1, int, poll, (struct pollfd *files, nfds_t count, int patience), (files, count, patience),
     struct pollfd *, nfds_t, int)
WRAP(pipe, -1, int, pipe, (int files[2]), (files), int *)
WRAP(pipe, -1, int, pipe2, (int files[2], int flags), (files, flags), int *, int)
