// hypot and hypotf of the oldest glibc version. Those of glibc 2.35 set errno differently, and a library linked with
// them would not load on systems with 2.34, such as Enterprise Linux 9. Only swift-numerics references them; nothing
// calls it.
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
