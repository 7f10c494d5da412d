#include "CInterruption.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state {
    /// Unused.
    STATE_FREE,
    /// A thread is filling it in.
    STATE_CLAIMED,
    /// Registered.
    STATE_LIVE,
    /// Owned by the handler, permanently.
    STATE_TAKEN,
};

enum {
    /// The program is being started and may be running; its number is not yet known.
    GROUP_STARTING = 0,
    /// There is no program: it could not be started, or has ended.
    GROUP_NONE = -1,
};

/// Entries are reused but never freed, because the handler may traverse the list at any time.
struct cinterruption_entry {
    _Atomic int state;
    _Atomic cinterruption_kind kind;
    /// A process group's number, GROUP_STARTING or GROUP_NONE.
    _Atomic int group;
    char *path;
    cinterruption_entry *next;
};

static _Atomic(cinterruption_entry *) first_entry;
static _Atomic int is_passing_shown;
/// The progress of ending the process.
enum ending {
    ENDING_NOT,
    /// No program is started any more, and running ones are ended. Everything else continues, because a program's
    /// number may have to come from a thread that waits for another one.
    ENDING_PROGRAMS,
    /// No temporary file or folder is created any more.
    ENDING_ALL,
};
static _Atomic int ending;
static pid_t owner;

/// The time for a program to end after the signal, in milliseconds.
static const int patience = 200;
/// The maximum time until a started program's number is known, in milliseconds.
static const int start_time = 5000;
/// The maximum time to create a registered file, in milliseconds; the thread may have to wait for a processor.
static const int creation_time = 100;
/// The interval between attempts to remove files, in milliseconds.
static const int removal_step = 5;

/// All signals that end a process without indicating a fault.
static const int signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
};
enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static void wait_for_the_end(void) {
    for (;;) {
        pause();
    }
}

/// Takes all live entries of programs, or all others, so that no other thread changes them.
static void take_all(int are_programs) {
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        int expected = STATE_LIVE;
        if ((entry->kind == CINTERRUPTION_PROCESS_GROUP) == are_programs) {
            atomic_compare_exchange_strong(&entry->state, &expected, STATE_TAKEN);
        }
    }
}

/// Calls `undo` for every taken entry of a kind and returns the number of failed calls.
static int for_each(cinterruption_kind kind, int (*undo)(const cinterruption_entry *, int), int signal) {
    int count = 0;
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        if (atomic_load(&entry->state) == STATE_TAKEN && entry->kind == kind && undo(entry, signal) != 0) {
            count++;
        }
    }
    return count;
}

static int remove_file(const cinterruption_entry *entry, int signal) {
    (void)signal;
    return unlink(entry->path);
}

static int remove_folder(const cinterruption_entry *entry, int signal) {
    (void)signal;
    return rmdir(entry->path) != 0 && errno != ENOENT;
}

/// Removes files and folders, and retries for those that a thread is just creating.
static void remove_all(void) {
    for (int waited = 0; waited < start_time; waited += removal_step) {
        const int files = for_each(CINTERRUPTION_FILE, remove_file, 0);
        // Entries are unordered: the first pass removes inner folders, the second outer ones.
        for_each(CINTERRUPTION_FOLDER, remove_folder, 0);
        const int folders = for_each(CINTERRUPTION_FOLDER, remove_folder, 0);
        if (folders == 0 && (files == 0 || waited >= creation_time)) {
            return;
        }
        poll(NULL, 0, removal_step);
    }
}

static int end_group(const cinterruption_entry *entry, int signal) {
    int group = atomic_load(&entry->group);
    return group > 1 ? kill(-group, signal) : 0;
}

/// Whether a program is being started whose number is not yet known.
static int is_any_starting(void) {
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        if (atomic_load(&entry->state) == STATE_TAKEN && entry->kind == CINTERRUPTION_PROCESS_GROUP
            && atomic_load(&entry->group) == GROUP_STARTING) {
            return 1;
        }
    }
    return 0;
}

static int is_any_program(void) {
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        if (atomic_load(&entry->state) == STATE_TAKEN && entry->kind == CINTERRUPTION_PROCESS_GROUP) {
            return 1;
        }
    }
    return 0;
}

/// Signals all programs, then kills those still running, including those whose start has just completed.
static void end_programs(int signal) {
    if (!is_any_program()) {
        return;
    }
    for_each(CINTERRUPTION_PROCESS_GROUP, end_group, signal);
    poll(NULL, 0, patience);
    for (int waited = 0; waited < start_time && is_any_starting(); waited++) {
        poll(NULL, 0, 1);
    }
    for_each(CINTERRUPTION_PROCESS_GROUP, end_group, SIGKILL);
}

void cinterruption_erase_passing(void) {
    if (atomic_load(&is_passing_shown)) {
        static const char erasing[] = "\r\x1B[K";
        // A terminal stopped by Ctrl-S would block the write.
        struct pollfd terminal = {.fd = STDERR_FILENO, .events = POLLOUT};
        if (poll(&terminal, 1, 0) == 1 && (terminal.revents & POLLOUT) != 0) {
            ssize_t ignored = write(STDERR_FILENO, erasing, sizeof erasing - 1);
            (void)ignored;
        }
    }
}

static void on_signal(int number) {
    // A forked child that has not yet executed its program has this handler too, but owns none of the entries.
    if (getpid() != owner) {
        _exit(128 + number);
    }
    if (atomic_exchange(&ending, ENDING_PROGRAMS) != ENDING_NOT) {
        wait_for_the_end();
    }
    take_all(1);
    end_programs(number);
    atomic_store(&ending, ENDING_ALL);
    take_all(0);
    remove_all();
    cinterruption_erase_passing();
    _exit(128 + number);
}

void cinterruption_install(void) {
    owner = getpid();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaddset(&action.sa_mask, signals[i]);
    }
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static cinterruption_entry *claimed_entry(void) {
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        int expected = STATE_FREE;
        if (atomic_compare_exchange_strong(&entry->state, &expected, STATE_CLAIMED)) {
            return entry;
        }
    }
    cinterruption_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        return NULL;
    }
    atomic_store(&entry->state, STATE_CLAIMED);
    entry->next = first_entry;
    while (!atomic_compare_exchange_weak(&first_entry, &entry->next, entry)) {
    }
    return entry;
}

cinterruption_entry *cinterruption_register(cinterruption_kind kind, const char *path) {
    cinterruption_entry *entry = claimed_entry();
    if (entry == NULL) {
        return NULL;
    }
    free(entry->path);
    entry->path = NULL;
    entry->kind = kind;
    atomic_store(&entry->group, GROUP_STARTING);
    if (kind != CINTERRUPTION_PROCESS_GROUP && (entry->path = strdup(path)) == NULL) {
        atomic_store(&entry->state, STATE_FREE);
        return NULL;
    }
    atomic_store(&entry->state, STATE_LIVE);
    // At this point, either the handler has seen the entry or the caller must not continue.
    const int how_far = atomic_load(&ending);
    if (kind == CINTERRUPTION_PROCESS_GROUP && how_far != ENDING_NOT) {
        // The handler must not wait for a program that will not be started.
        atomic_store(&entry->group, GROUP_NONE);
        wait_for_the_end();
    }
    if (how_far == ENDING_ALL) {
        wait_for_the_end();
    }
    return entry;
}

void cinterruption_started(cinterruption_entry *entry, int group) {
    atomic_store(&entry->group, group);
}

void cinterruption_withdraw(cinterruption_entry *entry) {
    // The handler must not wait for a program that could not be started.
    int starting = GROUP_STARTING;
    atomic_compare_exchange_strong(&entry->group, &starting, GROUP_NONE);
    int expected = STATE_LIVE;
    if (!atomic_compare_exchange_strong(&entry->state, &expected, STATE_FREE)) {
        wait_for_the_end();
    }
}

void cinterruption_set_passing(int is_shown) {
    atomic_store(&is_passing_shown, is_shown);
}
