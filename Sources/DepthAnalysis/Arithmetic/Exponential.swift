extension DepthAnalyzer {
    /// The rounding of the server's `exp`, which determines the last bit of the edge coherence.
    ///
    ///     let analyzer = DepthAnalyzer(exponential: .plain)
    ///
    /// The server calls glibc, whose `exp` is not correctly rounded and has two variants; the processor decides which
    /// one runs. Both are implemented here, so that the result does not depend on the machine. `docs/PARITY.md` lists
    /// where they differ.
    public enum Exponential: String, Sendable, Hashable, CaseIterable {
        /// With fused multiply-add: every x86-64 server since 2013 and every arm64 one.
        case fused
        /// Every product and every sum rounded separately: a server whose processor lacks fused multiply-add.
        case plain
    }
}

extension DepthAnalyzer.Exponential {
    /// e to the power of `exponent`, with glibc's bits. NaN stays NaN.
    ///
    /// Let k be the integer nearest to `exponent` * 128 / ln 2, and r the remainder. The result is 2^(k / 128) * e^r.
    /// The first factor is a table entry whose exponent is increased by floor(k / 128); the second is a polynomial of
    /// degree 5. ln 2 / 128 is subtracted in two parts, and the upper one times k is exact.
    func callAsFunction(_ exponent: Double) -> Double {
        // Beyond these bounds the result is 0 or infinite, and the bit arithmetic below would wrap around.
        guard abs(exponent) < 1024 else { return exponent < 0 ? 0 : exponent + .infinity }
        // Adding 1.5 * 2^52 rounds to an integer, ties to even, and leaves it in the lowest bits.
        let shift = 0x1.8p52
        let shifted = sum(shift, 0x1.71547652b82fep0 * 128, exponent)
        let steps = shifted.bitPattern
        let count = shifted - shift
        let rest = sum(sum(exponent, count, -0x1.62e42fefa0000p-8), count, -0x1.cf79abc9e3b39p-47)

        let entry = 2 * Int(truncatingIfNeeded: steps % 128)
        let tail = Double(bitPattern: exponentialTable[entry])
        let square = rest * rest
        let low = sum(0x1.ffffffffffdbdp-2, rest, 0x1.555555555543cp-3)
        let high = sum(0x1.55555cf172b91p-5, rest, 0x1.1111167a4d017p-7)
        let growth = sum(sum(tail + rest, square, low), square * square, high)
        let scale = exponentialTable[entry + 1] &+ (steps << 45)
        return abs(exponent) < 512
            ? sum(Double(bitPattern: scale), Double(bitPattern: scale), growth)
            : scaled(scale, growth, isTiny: exponent < 0)
    }

    /// The result if the exponent of `scale` may be outside the normal range: calculated with a shifted exponent, then
    /// scaled back by a power of two.
    private func scaled(_ scale: UInt64, _ growth: Double, isTiny: Bool) -> Double {
        guard isTiny else {
            let scale = Double(bitPattern: scale &- 1009 << 52)
            return 0x1p1009 * sum(scale, scale, growth)
        }
        // Both glibc variants round this product separately: it is used twice, so the compiler fused it into no sum.
        let scale = Double(bitPattern: scale &+ 1022 << 52)
        let product = scale * growth
        let value = scale + product
        guard value < 1 else { return 0x1p-1022 * value }
        // The result is subnormal. 1 + value rounds at the last bit of the result; adding back the rounding error of
        // `value` makes this the only rounding.
        let lost = scale - value + product
        let high = 1 + value
        let low = 1 - high + value + lost
        return 0x1p-1022 * (high + low - 1)
    }

    /// `addend + factor * other`, rounded once (fused) or twice (plain).
    @inline(__always)
    private func sum(_ addend: Double, _ factor: Double, _ other: Double) -> Double {
        switch self {
        case .fused: addend.addingProduct(factor, other)
        case .plain: addend + factor * other
        }
    }
}
