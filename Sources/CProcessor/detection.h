#pragma once
// Swift cannot query processor features. The C compiler can, including whether the system saves the wide registers.
#if defined(__x86_64__)
static inline _Bool processor_has_avx2(void) { return __builtin_cpu_supports("x86-64-v3"); }
#endif
