#include <stddef.h>

// What the runtime and the C library would end a program with. A module has nowhere to print to, and the part of the C
// library that would carry the text and close its files is a tenth of the whole.

int putchar(int character) { return character; }

_Noreturn void abort(void) { __builtin_trap(); }

// A module that is called again and again, not a program that runs once: without a call of the constructors of its own
// the linker would run them, and the end of the C library, around every function.
extern void __wasm_call_ctors(void);
__attribute__((export_name("_initialize"))) void initialize(void) { __wasm_call_ctors(); }

// Swift goes on with whatever address it gets, though there be no memory left: then the call ends instead.
int __real_posix_memalign(void **pointer, size_t alignment, size_t byte_count);
int __wrap_posix_memalign(void **pointer, size_t alignment, size_t byte_count);

int __wrap_posix_memalign(void **pointer, size_t alignment, size_t byte_count) {
    if (__real_posix_memalign(pointer, alignment, byte_count) != 0) __builtin_trap();
    return 0;
}
