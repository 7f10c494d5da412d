#include "CCrash.h"

#include "CInterruption.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ccrash_work {
    ccrash_work *outer;
    size_t message_count;
    size_t row_count;
    char bytes[];
};

static const int faults[] = {SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGABRT};
enum { FAULT_COUNT = sizeof faults / sizeof faults[0], STACK_SIZE = 1 << 16 };
static struct sigaction before[FAULT_COUNT];
static int is_installed;
static _Atomic int table = -1;
static _Thread_local ccrash_work *volatile current;
/// The handler's stack of each thread: its own may be exhausted.
static pthread_key_t stack_key;

/// Whether the file may be the reason. On Linux SIGBUS is a failing device or memory, or a file that was cut off.
static int is_of_file(int number) {
#ifdef __linux__
    return number != SIGBUS;
#else
    return number != 0;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    const ccrash_work *work = current;
    // A signal that another process sent is not the file's fault.
    const int is_own = info->si_code > 0 || info->si_pid == getpid();
    if (is_own && work != NULL) {
        current = NULL;
        const int file = atomic_load(&table);
        ssize_t ignored = 0;
        if (file >= 0 && work->row_count > 0 && is_of_file(number)) {
            // One call, so that the row is whole beside those of other threads.
            ignored = write(file, work->bytes + work->message_count, work->row_count);
        }
        cinterruption_erase_passing();
        // A full pipe or a stopped terminal must not keep the process.
        struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
        if (poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT) != 0) {
            ignored = write(STDERR_FILENO, work->bytes, work->message_count);
        }
        (void)ignored;
    }
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (faults[i] == number) {
            sigaction(number, &before[i], NULL);
        }
    }
    // After returning, a faulty instruction faults again; a sent signal or a trap must be repeated.
    if (info->si_code <= 0 || number == SIGTRAP) {
        raise(number);
    }
}

static void free_stack(void *stack) {
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(stack);
}

static void give_stack(void) {
    stack_t stack;
    if (pthread_getspecific(stack_key) != NULL || sigaltstack(NULL, &stack) != 0
        || (stack.ss_flags & SS_DISABLE) == 0) {
        return;
    }
    stack = (stack_t){.ss_sp = malloc(STACK_SIZE), .ss_size = STACK_SIZE};
    if (stack.ss_sp != NULL && (pthread_setspecific(stack_key, stack.ss_sp) != 0 || sigaltstack(&stack, NULL) != 0)) {
        pthread_setspecific(stack_key, NULL);
        free(stack.ss_sp);
    }
}

void ccrash_install(void) {
    if (is_installed || pthread_key_create(&stack_key, free_stack) != 0) {
        return;
    }
    is_installed = 1;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULT_COUNT; i++) {
        sigaction(faults[i], NULL, &before[i]);
        sigaction(faults[i], &action, NULL);
    }
}

void ccrash_set_table(int descriptor) {
    atomic_store(&table, descriptor);
}

ccrash_work *ccrash_begin(const void *message, size_t message_count, const void *row, size_t row_count) {
    const ccrash_work *outer = current;
    if (row_count == 0 && outer != NULL) {
        row = outer->bytes + outer->message_count;
        row_count = outer->row_count;
    }
    ccrash_work *work = is_installed ? malloc(sizeof *work + message_count + row_count) : NULL;
    if (work == NULL) {
        return NULL;
    }
    give_stack();
    *work = (ccrash_work){.outer = current, .message_count = message_count, .row_count = row_count};
    if (message_count > 0) {
        memcpy(work->bytes, message, message_count);
    }
    if (row_count > 0) {
        memcpy(work->bytes + message_count, row, row_count);
    }
    current = work;
    return work;
}

void ccrash_end(ccrash_work *work) {
    if (work != NULL) {
        current = work->outer;
        free(work);
    }
}
