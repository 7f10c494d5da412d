#pragma once

/// Starts a program by posix_spawn. Swift imports neither the extensions this takes, such as POSIX_SPAWN_SETSID and
/// pipe2, nor `environ`.
///
/// The program leads a session and a process group of its own, has the signals of a program started by a shell
/// whatever this process ignores, inherits the environment, and has three pipes for its standard streams.
///
/// @param words    its name and its arguments, ended by NULL; a name without a slash is looked for in PATH
/// @param has_input whether it is written to; else its standard input is /dev/null
/// @param streams  becomes this process's ends of the pipes, which do not block: to write to it (-1 without input), to
///                 read its standard output, to read its standard error
/// @param process  becomes the number of the process
/// @return 0, or the number of the error, with nothing left open
int cprogram_start(char *const words[], int has_input, int streams[3], int *process);
