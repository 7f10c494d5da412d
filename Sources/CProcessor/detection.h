#pragma once
// Swift has no way to ask what the processor offers. The C compiler has, and asks whether the system saves the wide
// registers, too.
#if defined(__x86_64__)
static inline _Bool processor_has_avx2(void) { return __builtin_cpu_supports("x86-64-v3"); }
#endif
