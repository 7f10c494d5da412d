#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // for O_PATH
#endif
#include "CStandardStreams.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/// EX_OSERR of sysexits.h.
static const int system_incomplete = 71;

static void require_open(int descriptor, int mode) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) {
        return;
    }
    // The lowest free number, which is `descriptor` because all lower ones are open.
#ifdef O_PATH
    // O_PATH allows neither reading nor writing, even when reopened by name. Without /dev any folder works.
    (void)mode;
    int opened = open("/dev/null", O_PATH);
    if (opened < 0) {
        opened = open("/", O_PATH);
    }
#else
    const int opened = open("/dev/null", mode);
#endif
    if (opened != descriptor) {
        _exit(system_incomplete);
    }
}

// Before the constructors of Swift modules, which may open files.
__attribute__((constructor(101))) static void make_sure_of_standard_streams(void) {
    // A closed stream is opened in the opposite direction, so that using it is an error.
    require_open(STDIN_FILENO, O_WRONLY);
    require_open(STDOUT_FILENO, O_RDONLY);
    // Discarded messages are not an error.
    require_open(STDERR_FILENO, O_WRONLY);
}
