/// The first bit pattern of each bin of a map's histogram.
///
///     let borders = BinBorders(minimum: 0.5, binWidth: 0.1, binCount: 50, nearest: ..., farthest: ..., into: room)
///     borders[7]..<borders[8]      // the bit patterns of the samples in bin 7
///
/// Fact 4: the specification's quotient `(d - min) / width` is monotonic in d, so each bin is an interval of bit
/// patterns. Bin k begins at the sample nearest to `min + k * width` or at the next sample: samples lie at least 2^-24
/// of their depth apart, and the f64 error is negligible beside half of that. One division decides between them.
struct BinBorders {
    let binCount: Int
    private let firstBits: Scratch<Int32>

    /// - Parameters:
    ///   - nearest: the bits of the nearest sample, where the first bin begins.
    ///   - farthest: the bits of the farthest sample, where the last bin ends; must exceed `nearest`.
    ///   - firstBits: room for `binCount + 1` elements.
    init(
        minimum: Double, binWidth: Double, binCount: Int, nearest: Int32, farthest: Int32,
        into firstBits: Scratch<Int32>
    ) {
        self.binCount = binCount
        self.firstBits = firstBits
        firstBits[0] = nearest
        firstBits[binCount] = farthest + 1
        for bin in 1..<binCount {
            func isReached(by bits: Int32) -> Bool { (Double(depthOf: bits) - minimum) / binWidth >= Double(bin) }
            let border = Float(minimum + Double(bin) * binWidth)
            let bits = min(max(Int32(bitPattern: border.bitPattern), nearest), farthest)
            firstBits[bin] = isReached(by: bits) ? bits : bits + 1
        }
    }

    /// The borders for the client's f32 quotient. It is monotonic too, but less accurate: the first bits may lie a
    /// few samples away from the sample nearest to `min + k * width`.
    init(
        inSingle minimum: Float, binWidth: Float, binCount: Int, nearest: Int32, farthest: Int32,
        into firstBits: Scratch<Int32>
    ) {
        self.binCount = binCount
        self.firstBits = firstBits
        firstBits[0] = nearest
        firstBits[binCount] = farthest + 1
        for bin in 1..<binCount {
            func isReached(by bits: Int32) -> Bool { (Float(depthOf: bits) - minimum) / binWidth >= Float(bin) }
            let border = Float(Double(minimum) + Double(bin) * Double(binWidth))
            var bits = min(max(Int32(bitPattern: border.bitPattern), nearest), farthest)
            while bits > nearest && isReached(by: bits - 1) { bits -= 1 }
            while bits <= farthest && !isReached(by: bits) { bits += 1 }
            firstBits[bin] = bits
        }
    }

    /// The first bits of a bin; for `binCount`, the bits after the farthest sample.
    subscript(bin: Int) -> Int32 { firstBits[bin] }

    /// The bin of a valid sample, found by bisection.
    func bin(of bits: Int32) -> Int {
        var low = 0
        var end = binCount
        while end - low > 1 {
            let middle = (low + end) / 2
            if firstBits[middle] <= bits { low = middle } else { end = middle }
        }
        return low
    }
}

/// Finds the bins of samples by a multiplication and an addition. Each instance is verified as exact for one map.
///
/// The position of a sample is `d * factor + offset` in f64, with an offset that puts it between 2^20 and 2^21. The
/// upper half of its bits minus ``base`` is then the bin number plus one, and the lower half is the fraction. Both
/// roundings are monotonic. So if the first sample of each bin, and the sample before it, get the right bins, all
/// samples in between do (fact 4). ``areRight(for:nearest:farthest:)`` checks both samples at every border.
///
/// The offset for a map includes a nudge, a tiny shift. A bin's first sample is at least one width away from 0, so the
/// samples around it lie at least 2^-24 widths apart, and the nudge is far smaller. The upward nudge is tried first,
/// because the quotient of a sample on a border is an integer. The downward nudge is the fallback: rounding of the
/// width can leave that quotient just below the integer.
struct BinPositions {
    /// The upper half of the bits of 2^20.
    static let base = 0x4130_0000
    /// The number of positions: one per bin, plus one before the first and one after the last, where a nudge can
    /// lead.
    static func count(binCount: Int) -> Int { binCount + 2 }

    private let factor: Double
    private let offset: Double

    /// Returns nil unless every sample between the nearest and the farthest gets its bin.
    init?(_ borders: BinBorders, nearest: Int32, farthest: Int32, minimum: Double, binWidth: Double) {
        let factor = 1 / binWidth
        let nudge = Self.nudge(farthestPosition: Double(depthOf: farthest) * factor)
        func positions(_ nudge: Double) -> BinPositions? {
            let moved = BinPositions(factor: factor, offset: 0x1p20 + 1 - minimum * factor + nudge)
            return moved.areRight(for: borders, nearest: nearest, farthest: farthest) ? moved : nil
        }
        guard let found = positions(nudge) ?? positions(-nudge) else { return nil }
        self = found
    }

    init(factor: Double, offset: Double) {
        self.factor = factor
        self.offset = offset
    }

    /// Positions for quotients already calculated in f32. Quotients of at least 2^-8 are multiples of 2^-32, which the
    /// position represents exactly; smaller ones round to less than 1. So no quotient reaches a bin too early.
    static var quotients: BinPositions { BinPositions(factor: 1, offset: 0x1p20 + 1) }

    /// The nudge in widths: two units of a position plus more than the error of the product.
    static func nudge(farthestPosition: Double) -> Double { 0x1p-31 + farthestPosition * 0x1p-40 }

    func areRight(for borders: BinBorders, nearest: Int32, farthest: Int32) -> Bool {
        guard number(of: nearest) >= 0, number(of: farthest) < Self.count(binCount: borders.binCount) else {
            return false
        }
        for bin in 1..<borders.binCount {
            guard number(of: borders[bin]) > bin, number(of: borders[bin] - 1) <= bin else { return false }
        }
        return true
    }

    /// The bin of a sample plus one. A sample whose result is not a position gets a number far outside the valid ones.
    func number(of bits: Int32) -> Int {
        Int(truncatingIfNeeded: (Double(depthOf: bits) * factor + offset).bitPattern >> 32) &- Self.base
    }

    @inline(__always)
    func bits(of depths: SIMD4<Double>) -> SIMD4<UInt64> {
        (depths * SIMD4(repeating: factor) + SIMD4(repeating: offset)).unsignedBits
    }
}

extension Double {
    init(depthOf bits: Int32) { self.init(Float(bitPattern: UInt32(bitPattern: bits))) }
}

extension Float {
    init(depthOf bits: Int32) { self.init(bitPattern: UInt32(bitPattern: bits)) }
}
