#pragma once
// What the sources that also compile as Embedded Swift for Linux take from the C library. The toolchain has no module
// of it for them; this one has the name of the module that all others import.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
