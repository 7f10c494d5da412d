/// Decompresses compact points of P-256, which consist of x only; y is the smaller of the two solutions.
///
/// Source: draft-jivsov-ecc-compact-05 §4.2.3; sec1 0.7.3, which writes them with the tag 05.
enum P256CompactPoint {
    /// The point in uncompressed SEC1 form, 65 bytes; nil if x is not below the field prime. The result may not be on
    /// the curve.
    static func uncompressed(x bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count == 32, bytes.lexicographicallyPrecedes(FieldNumber.prime.bytes) else { return nil }
        let x = FieldNumber(bytes)
        let threeTimes = x.adding(x).adding(x)
        let square = x.times(x).times(x).adding(threeTimes.negated).adding(FieldNumber.b)
        // The prime is 3 modulo 4, so this power is a square root if one exists.
        let root = square.power(FieldNumber.quarter)
        let (y, other) = (root.bytes, root.negated.bytes)
        return [4] + bytes + (y.lexicographicallyPrecedes(other) ? y : other)
    }
}

/// A number modulo the field prime of P-256. It is slow, which is fine for one square root, and not constant-time, so
/// it must not process secrets.
private struct FieldNumber {
    /// Four limbs, the least significant first.
    private var limbs: [UInt64]

    /// 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1. Source: SEC 2 §2.4.2.
    static let prime = FieldNumber(limbs: [0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0, 0xFFFF_FFFF_0000_0001])
    /// The constant b of the curve. Source: SEC 2 §2.4.2.
    static let b = FieldNumber(
        limbs: [0x3BCE_3C3E_27D2_604B, 0x651D_06B0_CC53_B0F6, 0xB3EB_BD55_7698_86BC, 0x5AC6_35D8_AA3A_93E7])
    /// (prime + 1) / 4.
    static let quarter = FieldNumber(
        limbs: [0, 0x0000_0000_4000_0000, 0x4000_0000_0000_0000, 0x3FFF_FFFF_C000_0000])

    private init(limbs: [UInt64]) { self.limbs = limbs }

    /// 32 bytes, the most significant first.
    init(_ bytes: ArraySlice<UInt8>) {
        let limbs = stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(limbs: limbs.reversed())
    }

    var bytes: [UInt8] {
        limbs.reversed().flatMap { limb in (0..<8).map { UInt8(truncatingIfNeeded: limb >> (56 - 8 * $0)) } }
    }

    func adding(_ other: FieldNumber) -> FieldNumber {
        let (sum, carry) = Self.sum(limbs, other.limbs)
        let (reduced, borrow) = Self.difference(sum, Self.prime.limbs)
        return FieldNumber(limbs: carry || !borrow ? reduced : sum)
    }

    var negated: FieldNumber {
        limbs.allSatisfy { $0 == 0 } ? self : FieldNumber(limbs: Self.difference(Self.prime.limbs, limbs).limbs)
    }

    func times(_ other: FieldNumber) -> FieldNumber {
        other.foldBits(FieldNumber(limbs: [0, 0, 0, 0])) { product, isSet in
            let doubled = product.adding(product)
            return isSet ? doubled.adding(self) : doubled
        }
    }

    func power(_ exponent: FieldNumber) -> FieldNumber {
        exponent.foldBits(FieldNumber(limbs: [1, 0, 0, 0])) { power, isSet in
            let squared = power.times(power)
            return isSet ? squared.times(self) : squared
        }
    }

    /// Iterates over the 256 bits, most significant first.
    private func foldBits(_ start: FieldNumber, _ step: (FieldNumber, Bool) -> FieldNumber) -> FieldNumber {
        (0..<256).reversed().reduce(start) { step($0, limbs[$1 / 64] >> UInt64($1 % 64) & 1 == 1) }
    }

    private static func sum(_ left: [UInt64], _ right: [UInt64]) -> (limbs: [UInt64], carry: Bool) {
        var (limbs, carry) = (left, false)
        for index in limbs.indices {
            let (partial, first) = left[index].addingReportingOverflow(right[index])
            let (whole, second) = partial.addingReportingOverflow(carry ? 1 : 0)
            limbs[index] = whole
            carry = first || second
        }
        return (limbs, carry)
    }

    private static func difference(_ left: [UInt64], _ right: [UInt64]) -> (limbs: [UInt64], borrow: Bool) {
        var (limbs, borrow) = (left, false)
        for index in limbs.indices {
            let (partial, first) = left[index].subtractingReportingOverflow(right[index])
            let (whole, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            limbs[index] = whole
            borrow = first || second
        }
        return (limbs, borrow)
    }
}
