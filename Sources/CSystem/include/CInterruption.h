#pragma once

/// What is undone when SIGINT, SIGTERM, SIGHUP or another signal by which somebody ends it ends the process.
///
/// A signal handler may call little more than the system itself, which Swift cannot promise: so it is written here.

/// What a thing to be undone is.
typedef enum : int {
    /// A file to be removed.
    CINTERRUPTION_FILE = 0,
    /// A folder to be removed, once the files in it are.
    CINTERRUPTION_FOLDER,
    /// A process group to be ended.
    CINTERRUPTION_PROCESS_GROUP,
} cinterruption_kind;

/// Something to be undone. It belongs to this file for as long as the process lives.
typedef struct cinterruption_entry cinterruption_entry;

/// Makes these signals undo what is registered and end the process with 128 and their number. One that is ignored,
/// as by nohup, stays ignored. Calling it again changes nothing.
void cinterruption_install(void);

/// Registers a file or folder, before it is created, by its path, which is copied, or the process group of a program,
/// before it is started, for which the path is not looked at. NULL where there is no memory for it. Any thread may
/// call; while a signal is ending the process it does not return.
cinterruption_entry *cinterruption_register(cinterruption_kind kind, const char *path);

/// Says which group a program that was registered has been started in. A signal that comes in between waits for this.
void cinterruption_started(cinterruption_entry *entry, int group);

/// Takes back what was registered; a program before its end is taken note of, for its number is used until then. While
/// a signal is ending the process it does not return.
void cinterruption_withdraw(cinterruption_entry *entry);

/// Says whether a passing line stands on standard error, to be erased.
void cinterruption_set_passing(int is_shown);
