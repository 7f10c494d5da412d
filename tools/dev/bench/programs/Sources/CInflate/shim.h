#pragma once
#include <stdio.h>
#include <libdeflate.h>
#include <zlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
