import CProcessor

// Vector operators for the kernels. Overload resolution prefers them to the standard library's generic ones, which work
// lane by lane; in a large loop the optimiser does not merge the lanes into one instruction. Nothing is fused or
// reordered: each lane rounds like the scalar operation.

extension SIMD8<Float> {
    @inline(__always) static func + (left: Self, right: Self) -> Self { vector_float8_add(left, right) }
    @inline(__always) static func - (left: Self, right: Self) -> Self { vector_float8_subtract(left, right) }
    @inline(__always) static func * (left: Self, right: Self) -> Self { vector_float8_multiply(left, right) }
    @inline(__always) static func / (left: Self, right: Self) -> Self { vector_float8_divide(left, right) }

    @inline(__always) var widened: SIMD8<Double> { vector_float8_widen(self) }
}

extension SIMD4<Double> {
    @inline(__always) static func + (left: Self, right: Self) -> Self { vector_double4_add(left, right) }
    @inline(__always) static func - (left: Self, right: Self) -> Self { vector_double4_subtract(left, right) }
    @inline(__always) static func * (left: Self, right: Self) -> Self { vector_double4_multiply(left, right) }
}

extension SIMD8<Double> {
    @inline(__always) static func + (left: Self, right: Self) -> Self { vector_double8_add(left, right) }
    @inline(__always) static func - (left: Self, right: Self) -> Self { vector_double8_subtract(left, right) }
    @inline(__always) static func * (left: Self, right: Self) -> Self { vector_double8_multiply(left, right) }
    @inline(__always) static func += (left: inout Self, right: Self) { left = left + right }
}

extension SIMD8<Int32> {
    @inline(__always) var isAnySet: Bool { vector_int8_is_any_set(self) }

    @inline(__always) var wrappedLaneSum: Int32 { vector_int8_sum(self) }
}

extension SIMD8<UInt32> {
    @inline(__always) var isAnySet: Bool { vector_uint8_is_any_set(self) }

    @inline(__always) var wrappedLaneSum: UInt32 { vector_uint8_sum(self) }
}

extension SIMD8<UInt64> {
    @inline(__always) var isAnySet: Bool { vector_ulonglong8_is_any_set(self) }

    @inline(__always) var wrappedLaneSum: UInt64 { vector_ulonglong8_sum(self) }
}
