#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // for O_PATH
#endif
#include "CStandardStreams.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/// What the system lacks: EX_OSERR of sysexits.h.
static const int system_incomplete = 71;

static void require_open(int descriptor, int mode) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) {
        return;
    }
    // The lowest number that is free: this one, for those below it are open.
#ifdef O_PATH
    // What can neither be read nor written, by whatever name it is opened; without devices any folder will do.
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

// Before the constructors of Swift's own modules, which may open files.
__attribute__((constructor(101))) static void make_sure_of_standard_streams(void) {
    // The other way round than they are used: reading or writing them is an error and not silence.
    require_open(STDIN_FILENO, O_WRONLY);
    require_open(STDOUT_FILENO, O_RDONLY);
    // That nobody reads messages is no error.
    require_open(STDERR_FILENO, O_WRONLY);
}
