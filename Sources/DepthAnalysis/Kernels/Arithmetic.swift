import CProcessor

// The operators of the vectors that kernels calculate with. Chosen before those of the standard library, which apply
// to vectors of any numbers and go lane by lane; in a large loop the optimiser does not make one instruction of that.
// Nothing is fused and nothing reordered: every lane is rounded as the operation on one number is.

extension SIMD8<Float> {
    @inline(__always) static func + (left: Self, right: Self) -> Self { vector_float8_add(left, right) }
    @inline(__always) static func - (left: Self, right: Self) -> Self { vector_float8_subtract(left, right) }
    @inline(__always) static func * (left: Self, right: Self) -> Self { vector_float8_multiply(left, right) }
    @inline(__always) static func / (left: Self, right: Self) -> Self { vector_float8_divide(left, right) }

    /// The same numbers as `Double`, exactly.
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
    /// Whether any lane is not 0.
    @inline(__always) var isAnySet: Bool { vector_int8_is_any_set(self) }

    /// The sum of the lanes, without what leaves 32 bits.
    @inline(__always) var wrappedLaneSum: Int32 { vector_int8_sum(self) }
}

extension SIMD8<UInt32> {
    /// Whether any lane is not 0.
    @inline(__always) var isAnySet: Bool { vector_uint8_is_any_set(self) }

    /// The sum of the lanes, without what leaves 32 bits.
    @inline(__always) var wrappedLaneSum: UInt32 { vector_uint8_sum(self) }
}

extension SIMD8<UInt64> {
    /// Whether any lane is not 0.
    @inline(__always) var isAnySet: Bool { vector_ulonglong8_is_any_set(self) }

    /// The sum of the lanes, without what leaves 64 bits.
    @inline(__always) var wrappedLaneSum: UInt64 { vector_ulonglong8_sum(self) }
}
