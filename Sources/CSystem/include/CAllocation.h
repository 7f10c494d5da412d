#pragma once
// Swift's module of the GNU C library leaves out malloc.h. Other C libraries have no mallopt.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif
