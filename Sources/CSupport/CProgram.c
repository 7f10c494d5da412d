#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // for pipe2 and POSIX_SPAWN_SETSID
#endif
#include "CProgram.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

static void close_all(int (*pipes)[2], int count) {
    for (int i = 0; i < count; i++) {
        for (int end = 0; end < 2; end++) {
            if (pipes[i][end] >= 0) {
                close(pipes[i][end]);
            }
        }
    }
}

static int open_pipe(int ends[2]) {
#ifdef __APPLE__
    if (pipe(ends) != 0) {
        return errno;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

static int set_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int status = posix_spawnattr_setflags(attributes, flags);
    if (status == 0) {
        status = posix_spawnattr_setsigdefault(attributes, &all);
    }
    return status != 0 ? status : posix_spawnattr_setsigmask(attributes, &none);
}

/// The program's ends: it reads from the first pipe and writes to the others.
static int set_streams(posix_spawn_file_actions_t *actions, int (*pipes)[2], int has_input) {
    int status = has_input ? posix_spawn_file_actions_adddup2(actions, pipes[0][0], STDIN_FILENO)
                           : posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (int i = 1; i < 3 && status == 0; i++) {
        status = posix_spawn_file_actions_adddup2(actions, pipes[i][1], i);
    }
    return status;
}

static int spawn(char *const words[], int has_input, int (*pipes)[2], pid_t *process) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int status = posix_spawnattr_init(&attributes);
    if (status != 0) {
        return status;
    }
    status = posix_spawn_file_actions_init(&actions);
    if (status == 0) {
        status = set_attributes(&attributes);
        if (status == 0) {
            status = set_streams(&actions, pipes, has_input);
        }
        if (status == 0) {
            status = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return status;
}

int cprogram_start(char *const words[], int has_input, int streams[3], int *process) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    int status = 0;
    for (int i = has_input ? 0 : 1; i < 3 && status == 0; i++) {
        status = open_pipe(pipes[i]);
    }
    pid_t started = 0;
    if (status == 0) {
        status = spawn(words, has_input, pipes, &started);
    }
    if (status != 0) {
        close_all(pipes, 3);
        return status;
    }
    *process = started;
    for (int i = 0; i < 3; i++) {
        const int own = i == 0 ? 1 : 0;
        streams[i] = pipes[i][own];
        if (streams[i] >= 0) {
            fcntl(streams[i], F_SETFL, fcntl(streams[i], F_GETFL) | O_NONBLOCK);
            close(pipes[i][1 - own]);
        }
    }
    return 0;
}
