/// Where the bins of a map begin, in bits of samples.
///
///     let borders = BinBorders(minimum: 0.5, binWidth: 0.1, binCount: 50, nearest: ..., farthest: ..., into: room)
///     borders[7]..<borders[8]      // the bits of the samples of the bin 7
///
/// Fact 4: the specification's quotient `(d - min) / width` does not fall as d grows, so each bin is an interval of
/// bits. Its first ones are those of the sample nearest to `min + k * width`, or the next: samples lie at least 2^-24
/// of their depth apart, and what f64 is off by is nothing beside the half of that. A division tells which.
struct BinBorders {
    let binCount: Int
    private let firstBits: Scratch<Int32>

    /// - Parameters:
    ///   - nearest: the bits of the nearest sample, at which the first bin begins.
    ///   - farthest: the bits of the farthest sample, beyond the nearest; with it the last bin ends.
    ///   - firstBits: room for one element more than there are bins.
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

    /// The same for the client's quotient in f32, which does not fall either, but is off by more: the first bits
    /// may lie a few samples before or behind the one nearest to `min + k * width`.
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

    /// The first bits of a bin; of the bin behind the last one, those behind the farthest sample.
    subscript(bin: Int) -> Int32 { firstBits[bin] }

    /// The bin of a valid sample, found by halving.
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

/// The bins of samples by a multiplication and an addition, for the one map it was found exact for.
///
/// The position of a sample is `d * factor + offset` in f64, with an offset that puts it between 2^20 and 2^21: then
/// the upper half of its bits, behind ``base``, is one more than the number of its bin, and the lower half its
/// fraction. Neither rounding ever makes the position of a farther sample smaller. So when the first sample of a bin,
/// and the one before it, get their bins, every sample in between does (fact 4): ``areRight(for:nearest:farthest:)``
/// looks at both for every bin.
///
/// A bin's first sample is at least a width away from 0, so the samples around it lie at least 2^-24 widths apart, and
/// a nudge moves them by far less. It is upwards, for the specification's quotient of a sample on a border is a whole
/// number, and if that fails downwards: the width was rounded, which can leave the quotient just below it.
struct BinPositions {
    /// The upper half of the bits of 2^20.
    static let base = 0x4130_0000
    /// Numbers of positions: one before the first bin and one behind the last stand for those, where a nudge leads.
    static func count(binCount: Int) -> Int { binCount + 2 }

    private let factor: Double
    private let offset: Double

    /// Returns nil unless all samples between the nearest and the farthest get their bins.
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

    /// The positions of quotients that were calculated elsewhere, in f32. Those are multiples of 2^-32 from 2^-8 on,
    /// which this position keeps, and below that they are less than 1 when rounded: it never reaches a bin too early.
    static var ofQuotients: BinPositions { BinPositions(factor: 1, offset: 0x1p20 + 1) }

    /// By how much positions are moved, in widths: two units of them, and more than the product is off by.
    static func nudge(farthestPosition: Double) -> Double { 0x1p-31 + farthestPosition * 0x1p-40 }

    /// Whether the samples on both sides of each border, and at both ends, get their bins.
    func areRight(for borders: BinBorders, nearest: Int32, farthest: Int32) -> Bool {
        guard number(of: nearest) >= 0, number(of: farthest) < Self.count(binCount: borders.binCount) else {
            return false
        }
        for bin in 1..<borders.binCount {
            guard number(of: borders[bin]) > bin, number(of: borders[bin] - 1) <= bin else { return false }
        }
        return true
    }

    /// One more than the bin of a sample. What is no position is far from any number, on either side.
    func number(of bits: Int32) -> Int {
        Int(truncatingIfNeeded: (Double(depthOf: bits) * factor + offset).bitPattern >> 32) &- Self.base
    }

    /// The bits of four positions.
    @inline(__always)
    func bits(of depths: SIMD4<Double>) -> SIMD4<UInt64> {
        (depths * SIMD4(repeating: factor) + SIMD4(repeating: offset)).unsignedBits
    }
}

extension Double {
    /// The depth of a sample, from its bits.
    init(depthOf bits: Int32) { self.init(Float(bitPattern: UInt32(bitPattern: bits))) }
}

extension Float {
    /// The depth of a sample, from its bits.
    init(depthOf bits: Int32) { self.init(bitPattern: UInt32(bitPattern: bits)) }
}
