#pragma once
// Vector arithmetic in which each lane rounds separately.
//
// Swift's operators on vectors of floats work lane by lane and rely on the optimiser to recombine the lanes, which it
// does not do in larger loops. The C compiler has native vector types.
#pragma clang fp contract(off)

typedef float vector_float8 __attribute__((ext_vector_type(8)));
typedef int vector_int8 __attribute__((ext_vector_type(8)));
typedef unsigned vector_uint8 __attribute__((ext_vector_type(8)));
typedef unsigned long long vector_ulonglong8 __attribute__((ext_vector_type(8)));
typedef double vector_double4 __attribute__((ext_vector_type(4)));
typedef double vector_double8 __attribute__((ext_vector_type(8)));

#define VECTOR static inline __attribute__((always_inline))

VECTOR vector_float8 vector_float8_add(vector_float8 a, vector_float8 b) { return a + b; }
VECTOR vector_float8 vector_float8_subtract(vector_float8 a, vector_float8 b) { return a - b; }
VECTOR vector_float8 vector_float8_multiply(vector_float8 a, vector_float8 b) { return a * b; }
VECTOR vector_float8 vector_float8_divide(vector_float8 a, vector_float8 b) { return a / b; }
VECTOR vector_double8 vector_float8_widen(vector_float8 a) { return __builtin_convertvector(a, vector_double8); }

VECTOR vector_double4 vector_double4_add(vector_double4 a, vector_double4 b) { return a + b; }
VECTOR vector_double4 vector_double4_subtract(vector_double4 a, vector_double4 b) { return a - b; }
VECTOR vector_double4 vector_double4_multiply(vector_double4 a, vector_double4 b) { return a * b; }

VECTOR vector_double8 vector_double8_add(vector_double8 a, vector_double8 b) { return a + b; }
VECTOR vector_double8 vector_double8_subtract(vector_double8 a, vector_double8 b) { return a - b; }
VECTOR vector_double8 vector_double8_multiply(vector_double8 a, vector_double8 b) { return a * b; }

VECTOR _Bool vector_int8_is_any_set(vector_int8 a) { return __builtin_reduce_or(a) != 0; }
VECTOR int vector_int8_sum(vector_int8 a) { return __builtin_reduce_add(a); }
VECTOR _Bool vector_uint8_is_any_set(vector_uint8 a) { return __builtin_reduce_or(a) != 0; }
VECTOR unsigned vector_uint8_sum(vector_uint8 a) { return __builtin_reduce_add(a); }
VECTOR _Bool vector_ulonglong8_is_any_set(vector_ulonglong8 a) { return __builtin_reduce_or(a) != 0; }
VECTOR unsigned long long vector_ulonglong8_sum(vector_ulonglong8 a) { return __builtin_reduce_add(a); }

#undef VECTOR
