#ifndef CWEBSOURCES_H
#define CWEBSOURCES_H

#include <stddef.h>

/// A file of tools/web/source.
typedef struct {
    /// Its path from there, such as "shared/style.css".
    const char *name;
    const unsigned char *bytes;
    size_t count;
} WebSource;

/// The first of all of them, which stand one after the other, ended by one without a name.
extern const WebSource *const first_web_source;

#endif
