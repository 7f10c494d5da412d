// Functions that newer versions of glibc added, so that what is linked with this file also loads on systems with glibc
// 2.34, such as Enterprise Linux 9.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// hypot and hypotf of the oldest version. Those of 2.35 set errno differently. Only swift-numerics references them;
// nothing calls it.
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif
__asm__(".symver first_hypot, hypot@" FIRST);
__asm__(".symver first_hypotf, hypotf@" FIRST);
double first_hypot(double x, double y);
float first_hypotf(float x, float y);

double hypot(double x, double y) { return first_hypot(x, y); }
float hypotf(float x, float y) { return first_hypotf(x, y); }

// Since 2.36. Swift's Foundation, which the argument parser needs, references it.
uint32_t arc4random(void) {
    uint32_t number;
    ssize_t count;
    do count = getrandom(&number, sizeof number, 0);
    while (count < 0 && errno == EINTR);
    if (count != sizeof number) abort();
    return number;
}

// Since 2.35. The unwinder of GCC 12 and later, which is linked in, finds the tables of C++ exceptions by it.
#if defined(DLFO_STRUCT_HAS_EH_DBASE)
struct search {
    ElfW(Addr) address;
    struct dl_find_object *found;
};

static int search_object(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    ElfW(Addr) start = UINTPTR_MAX, end = 0, table = 0;
    int is_inside = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];
        ElfW(Addr) first = info->dlpi_addr + header->p_vaddr, last = first + header->p_memsz;
        if (header->p_type == PT_GNU_EH_FRAME) table = first;
        if (header->p_type != PT_LOAD) continue;
        if (first < start) start = first;
        if (last > end) end = last;
        if (search->address >= first && search->address < last) is_inside = 1;
    }
    if (!is_inside || table == 0) return 0;
    *search->found = (struct dl_find_object){
        .dlfo_map_start = (void *)start, .dlfo_map_end = (void *)end, .dlfo_eh_frame = (void *)table};
    return 1;
}

int _dl_find_object(void *address, struct dl_find_object *found) {
    struct search search = {(ElfW(Addr))address, found};
    return dl_iterate_phdr(search_object, &search) ? 0 : -1;
}
#endif
