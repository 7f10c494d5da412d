#pragma once

#include <stddef.h>

/// Names the file in work when a fault, such as SIGILL or SIGSEGV, ends the process.
///
/// Written in C because a signal handler may call only async-signal-safe functions.

/// The message and the row to write if this thread crashes.
typedef struct ccrash_work ccrash_work;

/// Installs the handlers. They write, then the fault ends the process as it would without them.
void ccrash_install(void);

/// Sets the table that rows are appended to; -1 for none.
void ccrash_set_table(int descriptor);

/// Sets what a crash of this thread writes until `ccrash_end`: a message to standard error and a row to the table, both
/// copied. An empty row keeps that of the outer work. Returns NULL without handlers or memory.
ccrash_work *ccrash_begin(const void *message, size_t message_count, const void *row, size_t row_count);

/// Restores what was set before `ccrash_begin`, on the same thread.
void ccrash_end(ccrash_work *work);
