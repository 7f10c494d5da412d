#include <stddef.h>

// Replaces functions with which the runtime and the C library print and exit. A module has no output, and the code for
// printing and closing files would be a tenth of its size.

int putchar(int character) { return character; }

_Noreturn void abort(void) { __builtin_trap(); }

// The module is a library. Without this explicit call of its constructors, the linker would run them, and the exit
// functions of the C library, around every exported function.
extern void __wasm_call_ctors(void);
__attribute__((export_name("_initialize"))) void initialize(void) { __wasm_call_ctors(); }

// Swift does not check for a failed allocation: trap instead.
int __real_posix_memalign(void **pointer, size_t alignment, size_t byte_count);
int __wrap_posix_memalign(void **pointer, size_t alignment, size_t byte_count);

int __wrap_posix_memalign(void **pointer, size_t alignment, size_t byte_count) {
    if (__real_posix_memalign(pointer, alignment, byte_count) != 0) __builtin_trap();
    return 0;
}
