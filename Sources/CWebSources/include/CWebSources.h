#ifndef CWEBSOURCES_H
#define CWEBSOURCES_H

#include <stddef.h>

/// A file of tools/web/source.
typedef struct {
    /// The path relative to tools/web/source, such as "shared/style.css".
    const char *name;
    const unsigned char *bytes;
    size_t count;
} WebSource;

/// The first element of an array that ends with a null name.
extern const WebSource *const first_web_source;

#endif
