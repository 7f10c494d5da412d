/// A number modulo the field prime of P-256 or the order of its group; slow and not constant-time, so never for
/// secrets.
struct P256Number {
    /// Four limbs, the least significant first, below the modulus.
    private var limbs: SIMD4<UInt64>
    private let modulus: SIMD4<UInt64>

    /// 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1. Source: SEC 2 §2.4.2.
    static let prime = P256Number(
        limbs: SIMD4(0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0, 0xFFFF_FFFF_0000_0001), modulus: .zero)
    static let order = P256Number(limbs: Self.limbs(P256Curve.order[...]), modulus: .zero)
    /// The constant b of the curve. Source: SEC 2 §2.4.2.
    static let b = P256Number(
        limbs: SIMD4(0x3BCE_3C3E_27D2_604B, 0x651D_06B0_CC53_B0F6, 0xB3EB_BD55_7698_86BC, 0x5AC6_35D8_AA3A_93E7),
        modulus: prime.limbs)
    /// (prime + 1) / 4.
    static let quarter = P256Number(
        limbs: SIMD4(0, 0x0000_0000_4000_0000, 0x4000_0000_0000_0000, 0x3FFF_FFFF_C000_0000), modulus: .zero)

    private init(limbs: SIMD4<UInt64>, modulus: SIMD4<UInt64>) { (self.limbs, self.modulus) = (limbs, modulus) }

    /// 32 bytes, the most significant first, which are below twice the modulus.
    init(_ bytes: ArraySlice<UInt8>, modulo modulus: P256Number) {
        let number = Self.limbs(bytes)
        let (reduced, borrow) = Self.difference(number, modulus.limbs)
        self.init(limbs: borrow ? number : reduced, modulus: modulus.limbs)
    }

    private static func limbs(_ bytes: ArraySlice<UInt8>) -> SIMD4<UInt64> {
        var limbs = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { limbs[3 - index / 8] = limbs[3 - index / 8] << 8 | UInt64(byte) }
        return limbs
    }

    var bytes: [UInt8] { (0..<32).map { UInt8(truncatingIfNeeded: limbs[3 - $0 / 8] >> UInt64(56 - 8 * ($0 % 8))) } }

    func adding(_ other: P256Number) -> P256Number {
        let (sum, carry) = Self.sum(limbs, other.limbs)
        let (reduced, borrow) = Self.difference(sum, modulus)
        return P256Number(limbs: carry || !borrow ? reduced : sum, modulus: modulus)
    }

    var negated: P256Number {
        limbs == .zero ? self : P256Number(limbs: Self.difference(modulus, limbs).limbs, modulus: modulus)
    }

    func times(_ other: P256Number) -> P256Number {
        other.foldBits(P256Number(limbs: .zero, modulus: modulus)) { product, isSet in
            let doubled = product.adding(product)
            return isSet ? doubled.adding(self) : doubled
        }
    }

    func power(_ exponent: P256Number) -> P256Number {
        exponent.foldBits(P256Number(limbs: SIMD4(1, 0, 0, 0), modulus: modulus)) { power, isSet in
            let squared = power.times(power)
            return isSet ? squared.times(self) : squared
        }
    }

    /// The inverse of a number other than 0 (Hankerson, Menezes and Vanstone, "Guide to Elliptic Curve Cryptography",
    /// algorithm 2.22).
    var inverse: P256Number {
        let one = SIMD4<UInt64>(1, 0, 0, 0)
        var (u, v) = (limbs, modulus)
        var (x, y) = (P256Number(limbs: one, modulus: modulus), P256Number(limbs: .zero, modulus: modulus))
        while u != one, v != one {
            while u[0] & 1 == 0 { (u, x) = (Self.half(u, carry: false), x.half) }
            while v[0] & 1 == 0 { (v, y) = (Self.half(v, carry: false), y.half) }
            let (difference, borrow) = Self.difference(u, v)
            if borrow {
                (v, y) = (Self.difference(v, u).limbs, y.adding(x.negated))
            } else {
                (u, x) = (difference, x.adding(y.negated))
            }
        }
        return u == one ? x : y
    }

    private var half: P256Number {
        let (sum, carry) = limbs[0] & 1 == 0 ? (limbs, false) : Self.sum(limbs, modulus)
        return P256Number(limbs: Self.half(sum, carry: carry), modulus: modulus)
    }

    private static func half(_ limbs: SIMD4<UInt64>, carry: Bool) -> SIMD4<UInt64> {
        let above = SIMD4(limbs[1], limbs[2], limbs[3], carry ? 1 : 0)
        return limbs &>> 1 | above &<< 63
    }

    /// Iterates over the 256 bits, most significant first.
    private func foldBits(_ start: P256Number, _ step: (P256Number, Bool) -> P256Number) -> P256Number {
        (0..<256).reversed().reduce(start) { step($0, limbs[$1 / 64] >> UInt64($1 % 64) & 1 == 1) }
    }

    private static func sum(_ left: SIMD4<UInt64>, _ right: SIMD4<UInt64>) -> (limbs: SIMD4<UInt64>, carry: Bool) {
        var (limbs, carry) = (left, false)
        for index in 0..<4 {
            let (partial, first) = left[index].addingReportingOverflow(right[index])
            let (whole, second) = partial.addingReportingOverflow(carry ? 1 : 0)
            limbs[index] = whole
            carry = first || second
        }
        return (limbs, carry)
    }

    private static func difference(
        _ left: SIMD4<UInt64>, _ right: SIMD4<UInt64>
    ) -> (limbs: SIMD4<UInt64>, borrow: Bool) {
        var (limbs, borrow) = (left, false)
        for index in 0..<4 {
            let (partial, first) = left[index].subtractingReportingOverflow(right[index])
            let (whole, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            limbs[index] = whole
            borrow = first || second
        }
        return (limbs, borrow)
    }
}
