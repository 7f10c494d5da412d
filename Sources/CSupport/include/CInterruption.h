#pragma once

/// Cleanup when a signal such as SIGINT, SIGTERM or SIGHUP ends the process.
///
/// Written in C because a signal handler may call only async-signal-safe functions, which Swift code cannot
/// guarantee.

/// The kind of an entry.
typedef enum : int {
    /// A file to remove.
    CINTERRUPTION_FILE = 0,
    /// A folder to remove after the files in it.
    CINTERRUPTION_FOLDER,
    /// A process group to end.
    CINTERRUPTION_PROCESS_GROUP,
} cinterruption_kind;

/// A registered cleanup action; owned by this module and never freed.
typedef struct cinterruption_entry cinterruption_entry;

/// Installs the handlers. They undo what is registered and exit with 128 plus the signal's number. Ignored signals,
/// as under nohup, stay ignored. Further calls have no effect.
void cinterruption_install(void);

/// Registers a file or folder that is about to be created, by its path, which is copied; or the process group of a
/// program that is about to be started, for which `path` is ignored. Returns NULL if out of memory. Thread-safe. Does
/// not return while a signal is ending the process.
cinterruption_entry *cinterruption_register(cinterruption_kind kind, const char *path);

/// Sets the process group of a registered program. Signals wait for this call.
void cinterruption_started(cinterruption_entry *entry, int group);

/// Cancels an action; for a program, call it before collecting its status, because its number is used until then.
/// Does not return while a signal is ending the process.
void cinterruption_withdraw(cinterruption_entry *entry);

/// Sets whether standard error has a passing line to erase.
void cinterruption_set_passing(int is_shown);

/// Erases that line; async-signal-safe.
void cinterruption_erase_passing(void);
