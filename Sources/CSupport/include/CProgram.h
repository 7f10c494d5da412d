#pragma once

/// Starts a program with posix_spawn. Swift imports neither the necessary extensions, such as POSIX_SPAWN_SETSID and
/// pipe2, nor `environ`.
///
/// The program leads its own session and process group, has default signal handling even if this process ignores
/// signals, inherits the environment, and has pipes for its standard streams.
///
/// @param words    the name and arguments, NULL-terminated; a name without a slash is looked up in PATH
/// @param has_input whether the program gets input; otherwise its standard input is /dev/null
/// @param streams  receives this process's non-blocking ends of the pipes: for writing input (-1 without input), for
///                 reading standard output and standard error
/// @param process  receives the process number
/// @return 0, or an error number, with nothing left open
int cprogram_start(char *const words[], int has_input, int streams[3], int *process);
