#pragma once
#include <stddef.h>

/// A function of a library that is opened when it is first needed, and where its address belongs.
typedef struct {
    const char *name;
    void *place;
} loaded_function;

enum { LOADER_MESSAGE_SIZE = 256 };

/// Opens the first of the named libraries that the system has.
///
/// Returns NULL if it has none, with the system's message on the first name in `message`, of LOADER_MESSAGE_SIZE
/// characters.
void *loader_open(const char *const *names, size_t count, char *message);

/// Writes the address of each function to its place. Returns 1, or 0 with the first function that is missing in
/// `message`.
int loader_find(void *library, const loaded_function *functions, size_t count, char *message);
