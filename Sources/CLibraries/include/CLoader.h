#pragma once
#include <stddef.h>

/// A function of a dynamically loaded library, and the pointer to set to its address.
typedef struct {
    const char *name;
    void *place;
} loaded_function;

enum { LOADER_MESSAGE_SIZE = 256 };

/// Opens the first of the named libraries that exists.
///
/// Returns NULL if there is none, with the system's message about the first name in `message`, which has
/// LOADER_MESSAGE_SIZE characters.
void *loader_open(const char *const *names, size_t count, char *message);

/// Sets the pointer of each function. Returns 1, or 0 with the first missing function in `message`.
int loader_find(void *library, const loaded_function *functions, size_t count, char *message);
