#pragma once
#include <stdio.h>

/// Writes a number as `printf` does with a format that takes an int and a double, such as `%.*f`; returns the length it
/// has or would have, as `snprintf` does.
///
/// Swift has lists of variable arguments too, but asks of each value at run time how it is passed: a start of the
/// command took a tenth of its time for that.
static inline int write_number(char *text, size_t capacity, const char *format, int digits, double number) {
    return snprintf(text, capacity, format, digits, number);
}
