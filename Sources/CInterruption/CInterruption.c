#include "CInterruption.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state {
    /// Nobody's.
    STATE_FREE,
    /// A thread is filling it in.
    STATE_CLAIMED,
    /// To be undone.
    STATE_LIVE,
    /// The handler has it, for good.
    STATE_TAKEN,
};

/// Entries are never freed, only used again: the handler may walk the list at any moment.
struct cinterruption_entry {
    _Atomic int state;
    cinterruption_kind kind;
    int group;
    char *path;
    cinterruption_entry *next;
};

static _Atomic(cinterruption_entry *) first_entry;
static _Atomic int is_passing_shown;
static _Atomic int is_ending;
static pid_t owner;

/// How long a program that was told to end may take for it, in milliseconds.
static const int patience = 200;
/// How long creating a file that is registered may take, in milliseconds.
static const int creation_time = 20;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static void wait_for_the_end(void) {
    for (;;) {
        pause();
    }
}

/// Takes every live entry, so that nobody else changes it any more.
static void take_all(void) {
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        int expected = STATE_LIVE;
        atomic_compare_exchange_strong(&entry->state, &expected, STATE_TAKEN);
    }
}

/// Calls the system for every entry of one kind that was taken, and says how many there are.
static int for_each(cinterruption_kind kind, void (*undo)(const cinterruption_entry *, int), int signal) {
    int count = 0;
    for (cinterruption_entry *entry = first_entry; entry != NULL; entry = entry->next) {
        if (atomic_load(&entry->state) == STATE_TAKEN && entry->kind == kind) {
            undo(entry, signal);
            count++;
        }
    }
    return count;
}

static void remove_file(const cinterruption_entry *entry, int signal) {
    (void)signal;
    unlink(entry->path);
}

static void remove_folder(const cinterruption_entry *entry, int signal) {
    (void)signal;
    rmdir(entry->path);
}

static void end_group(const cinterruption_entry *entry, int signal) {
    if (entry->group > 1) {
        kill(-entry->group, signal);
    }
}

static void on_signal(int number) {
    // A child that has not yet become another program has this handler too, and none of what is registered.
    if (getpid() != owner) {
        _exit(128 + number);
    }
    if (atomic_exchange(&is_ending, 1)) {
        wait_for_the_end();
    }
    take_all();
    if (for_each(CINTERRUPTION_PROCESS_GROUP, end_group, number) > 0) {
        poll(NULL, 0, patience);
        for_each(CINTERRUPTION_PROCESS_GROUP, end_group, SIGKILL);
    }
    if (for_each(CINTERRUPTION_FILE, remove_file, number) > 0) {
        // Another thread may be between registering a file and creating it.
        poll(NULL, 0, creation_time);
        for_each(CINTERRUPTION_FILE, remove_file, number);
    }
    // Entries stand in no order that could be relied on: once for the inner folder, once for the outer one.
    for_each(CINTERRUPTION_FOLDER, remove_folder, number);
    for_each(CINTERRUPTION_FOLDER, remove_folder, number);
    if (atomic_load(&is_passing_shown)) {
        static const char erasing[] = "\r\x1B[K";
        ssize_t ignored = write(STDERR_FILENO, erasing, sizeof erasing - 1);
        (void)ignored;
    }
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

cinterruption_entry *cinterruption_register(cinterruption_kind kind, const char *path, int group) {
    cinterruption_entry *entry = claimed_entry();
    if (entry == NULL) {
        return NULL;
    }
    free(entry->path);
    entry->path = NULL;
    entry->kind = kind;
    entry->group = group;
    if (kind != CINTERRUPTION_PROCESS_GROUP && (entry->path = strdup(path)) == NULL) {
        atomic_store(&entry->state, STATE_FREE);
        return NULL;
    }
    atomic_store(&entry->state, STATE_LIVE);
    // Either the handler has seen the entry, or what it stands for is not created any more.
    if (atomic_load(&is_ending)) {
        wait_for_the_end();
    }
    return entry;
}

void cinterruption_withdraw(cinterruption_entry *entry) {
    int expected = STATE_LIVE;
    if (!atomic_compare_exchange_strong(&entry->state, &expected, STATE_FREE)) {
        wait_for_the_end();
    }
}

void cinterruption_set_passing(int is_shown) {
    atomic_store(&is_passing_shown, is_shown);
}
