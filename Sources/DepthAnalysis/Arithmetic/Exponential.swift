extension DepthAnalyzer {
    /// How the server's `exp`, through which the edge coherence passes, rounds its last bit.
    ///
    ///     let analyzer = DepthAnalyzer(exponential: .plain)
    ///
    /// The server calls its C library, glibc, whose `exp` is not correctly rounded and comes in two variants; the
    /// processor decides which one runs. Both are written down here, so that the answer does not depend on where it is
    /// calculated. `docs/PARITY.md` says where the two differ.
    public enum Exponential: String, Sendable, Hashable, CaseIterable {
        /// With fused multiply-add: every x86-64 server since 2013 and every arm64 one.
        case fused
        /// Every product and every sum rounded by itself: a server whose processor has no fused multiply-add.
        case plain
    }
}

extension DepthAnalyzer.Exponential {
    /// e to the power of `exponent`: glibc's bits. NaN stays NaN.
    ///
    /// With k the whole number nearest to `exponent` * 128 / ln 2 and r what is left, the result is 2^(k / 128) times
    /// e^r. The first factor is an entry of the table with k / 128, rounded down, added to its exponent; the second a
    /// polynomial of degree 5. ln 2 / 128 is taken away in two parts, of which the upper one times k is exact.
    func callAsFunction(_ exponent: Double) -> Double {
        // Beyond these everything is 0 or infinite, and the bits below would wrap around.
        guard abs(exponent) < 1024 else { return exponent < 0 ? 0 : exponent + .infinity }
        // Adding 1.5 * 2^52 rounds to a whole number, ties to even, which is then in the lowest bits.
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

    /// The result where the exponent of `scale` may have left the range of normal numbers: calculated with another
    /// exponent, then brought back by a power of two.
    private func scaled(_ scale: UInt64, _ growth: Double, isTiny: Bool) -> Double {
        guard isTiny else {
            let scale = Double(bitPattern: scale &- 1009 << 52)
            return 0x1p1009 * sum(scale, scale, growth)
        }
        // glibc rounds this product by itself in both variants: it is used twice, so its compiler fused neither sum.
        let scale = Double(bitPattern: scale &+ 1022 << 52)
        let product = scale * growth
        let value = scale + product
        guard value < 1 else { return 0x1p-1022 * value }
        // The result is subnormal: 1 + value rounds at the place where the result's bits end, once, for what `value`
        // lost when it was rounded is added again.
        let lost = scale - value + product
        let high = 1 + value
        let low = 1 - high + value + lost
        return 0x1p-1022 * (high + low - 1)
    }

    /// `addend + factor * other`, rounded once or twice.
    @inline(__always)
    private func sum(_ addend: Double, _ factor: Double, _ other: Double) -> Double {
        switch self {
        case .fused: addend.addingProduct(factor, other)
        case .plain: addend + factor * other
        }
    }
}
