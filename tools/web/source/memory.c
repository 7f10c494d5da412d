// Memory for a module: that of the C library is a tenth of it. Blocks are whole units, each behind a unit of its own
// that says how large it is. Free ones stand in a list in the order of their addresses, and neighbours are made one.

#include <stddef.h>
#include <stdint.h>

typedef union Unit Unit;
union Unit {
    struct {
        Unit *next;
        size_t count;
    } block;
    // The most that anything is aligned to: a vector of eight doubles.
    _Alignas(64) char bytes[64];
};

static const uint64_t page_size = 65536;
// The last page stays unused, so that the end of the memory has an address too.
static const uint64_t most_pages = 65535;

static Unit *first_free;

void free(void *pointer) {
    if (pointer == NULL) return;
    Unit *freed = (Unit *)pointer - 1, *before = NULL, *after = first_free;
    while (after != NULL && after < freed) {
        before = after;
        after = after->block.next;
    }
    freed->block.next = after;
    if (after != NULL && freed + freed->block.count == after) {
        freed->block.count += after->block.count;
        freed->block.next = after->block.next;
    }
    if (before == NULL) {
        first_free = freed;
    } else if (before + before->block.count == freed) {
        before->block.count += freed->block.count;
        before->block.next = freed->block.next;
    } else {
        before->block.next = freed;
    }
}

// Adds a free block of so many units at least. Whoever asks for memory goes on as if there always were some, so the
// end of it is the end of the call.
static void grow(size_t count) {
    extern char __heap_base;
    static uintptr_t end;
    if (end == 0) end = ((uintptr_t)&__heap_base + sizeof(Unit) - 1) / sizeof(Unit) * sizeof(Unit);
    uint64_t present = __builtin_wasm_memory_size(0);
    uint64_t wanted = (end + (uint64_t)count * sizeof(Unit) + page_size - 1) / page_size;
    if (wanted > most_pages) __builtin_trap();
    if (wanted < present) wanted = present;
    if (wanted > present && __builtin_wasm_memory_grow(0, wanted - present) == SIZE_MAX) __builtin_trap();
    uintptr_t start = end;
    end = wanted * page_size;
    Unit *block = (Unit *)start;
    // Not of pointers, whose difference has a sign and may be half of all memory and more.
    block->block.count = (end - start) / sizeof(Unit);
    free(block + 1);
}

// The first block that is large enough; what is left of it stays free.
int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment > sizeof(Unit)) __builtin_trap();
    size_t count = size / sizeof(Unit) + (size % sizeof(Unit) > 0) + 1;
    for (;;) {
        for (Unit **link = &first_free; *link != NULL; link = &(*link)->block.next) {
            Unit *found = *link;
            if (found->block.count < count) continue;
            if (found->block.count == count) {
                *link = found->block.next;
            } else {
                Unit *rest = found + count;
                rest->block.next = found->block.next;
                rest->block.count = found->block.count - count;
                found->block.count = count;
                *link = rest;
            }
            *result = found + 1;
            return 0;
        }
        grow(count);
    }
}
