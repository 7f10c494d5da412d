#pragma once
// Swift's Glibc module does not import malloc.h. Other C libraries have no mallopt.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif
