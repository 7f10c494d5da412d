/// A running sum of the client's: in f32, rounded as if every number had been added on its own, in raster order.
///
///     var chain = SingleChain(ofSquaresFrom: mean, nearest: 0.5, farthest: 5.5)
///     chain.add(samples)
///
/// Of samples for a mean, or of their squared deviations from one. Fact 2: ``DeviationChain`` says why a block may be
/// added as a whole number of units, when the sum stays in its binade and no number is halfway between two units; none
/// of that depends on how many bits they have. Eight lanes of 32 bits count, which bounds a block's numbers here.
/// Samples that are not valid are NaN, and count as 0, which changes nothing.
struct SingleChain: BitwiseCopyable {
    /// The mean that deviations are taken from.
    private let mean: Float
    /// Whether squared deviations are added, not samples.
    private let isOfSquares: Bool
    /// No number that is added is larger.
    let largest: Float
    /// The sum so far.
    private(set) var sum: Float = 0
    /// The power of two at the bottom of the sum's binade; 0 for 0 and for subnormal sums, whose unit is that of 0.
    /// Stored as that of ``DeviationChain`` is.
    private(set) var anchor: Float = 0
    /// About as many units as a block would have, going by the last samples that were added at once; 0 before those.
    private var growth: UInt32 = 0

    /// A sum of samples.
    init(ofSamplesUpTo farthest: Float) {
        mean = 0
        isOfSquares = false
        largest = farthest
    }

    /// A sum of squared deviations of samples between the nearest and the farthest one.
    ///
    /// No rounding changes the order of differences, nor of their squares: the largest square is that of an end. The
    /// mean need not lie between the two, so much is a sum in f32 off by.
    init(ofSquaresFrom mean: Float, nearest: Float, farthest: Float) {
        self.mean = mean
        isOfSquares = true
        let (below, above) = (nearest - mean, farthest - mean)
        largest = max(below * below, above * above)
    }

    /// Samples of a block: as many as ``DeviationChain`` adds at once, and where that fails, fewer.
    static let blockLength = 512
    static let middleBlockLength = 128
    static let smallBlockLength = 16

    /// Whether the numbers of a block surely do not add up to more units than a lane can count.
    ///
    /// A number of at most 2^k a is at most (k + 1) * 2^23 units, and less for k of 1 or more. A lane has an eighth of
    /// the block's, so 2^9 / (k + 1) numbers of a lane come to less than 2^32: 64 of up to 2^7 a, 16 of up to 2^31 a, 2
    /// of any. From an anchor of 0 no normal number is added at once: each looks like a tie.
    @inline(__always)
    func canCount(_ count: Int) -> Bool {
        assert(count <= Self.blockLength)
        if count <= Self.smallBlockLength { return true }
        let factor: Float = count <= Self.middleBlockLength ? 0x1p31 : 0x1p7
        return anchor == 0 || largest <= anchor * factor
    }

    /// Whether a block likely leaves the binade, and is better added in parts without trying.
    @inline(__always)
    private var isNearItsEnd: Bool { growth == 0 || (sum.bitPattern &+ growth) >> 23 != sum.bitPattern >> 23 }

    /// Adds samples in raster order, in blocks: a multiple of eight.
    mutating func add(_ samples: SampleBuffer) {
        var start = 0
        while start < samples.count {
            let usual = canCount(Self.blockLength) && !isNearItsEnd ? Self.blockLength : Self.middleBlockLength
            let block = samples.slice(from: start, count: min(usual, samples.count - start))
            if !addAtOnce(block) { addInParts(block, Self.middleBlockLength) }
            start += block.count
        }
    }

    /// Adds the segments of all rows, one after the other.
    mutating func add(segment: Int, of rows: SingleRows) {
        if rows.isBlock, !isNearItsEnd, addAtOnce(segment: segment, of: rows) { return }
        for row in 0..<rows.rowCount { add(rows.segment(segment, ofRow: row)) }
    }

    /// Adds a block that cannot be added at once: in smaller ones, and what is then left in order.
    @inline(never)
    private mutating func addInParts(_ block: SampleBuffer, _ length: Int) {
        var start = 0
        while start < block.count {
            let part = block.slice(from: start, count: min(length, block.count - start))
            if part.count == block.count || !addAtOnce(part) {
                if length > Self.smallBlockLength {
                    addInParts(part, Self.smallBlockLength)
                } else {
                    addInOrder(part)
                }
            }
            start += part.count
        }
    }

    /// Adds a block at once; returns false, with nothing added, if it has to be added otherwise.
    mutating func addAtOnce(_ block: SampleBuffer) -> Bool {
        guard canCount(block.count) else { return false }
        return isOfSquares ? addSquares(block) : addSamples(block)
    }

    /// The same for one segment of each row, which together are a block.
    private mutating func addAtOnce(segment: Int, of rows: SingleRows) -> Bool {
        guard canCount(Self.blockLength) else { return false }
        return isOfSquares ? addSquares(segment, of: rows) : addSamples(segment, of: rows)
    }

    // Functions of their own: one loop, all that it needs in registers.

    @inline(never)
    private mutating func addSamples(_ block: SampleBuffer) -> Bool {
        var units = SingleUnits(above: anchor)
        units.addSamples(block)
        return add(units)
    }

    @inline(never)
    private mutating func addSquares(_ block: SampleBuffer) -> Bool {
        var units = SingleUnits(above: anchor)
        units.addSquares(block, from: mean)
        return add(units)
    }

    @inline(never)
    private mutating func addSamples(_ segment: Int, of rows: SingleRows) -> Bool {
        var units = SingleUnits(above: anchor)
        for row in 0..<rows.rowCount { units.addSamples(rows.segment(segment, ofRow: row)) }
        return add(units)
    }

    @inline(never)
    private mutating func addSquares(_ segment: Int, of rows: SingleRows) -> Bool {
        var units = SingleUnits(above: anchor)
        for row in 0..<rows.rowCount { units.addSquares(rows.segment(segment, ofRow: row), from: mean) }
        return add(units)
    }

    @inline(__always)
    private mutating func add(_ block: SingleUnits) -> Bool {
        let units = block.count
        guard !block.hasTie, units < 1 << 23 else { return false }
        let next = sum.bitPattern &+ UInt32(truncatingIfNeeded: units)
        guard next >> 23 == sum.bitPattern >> 23 else { return false }
        sum = Float(bitPattern: next)
        if block.sampleCount > 0 {
            let shift = block.sampleCount.leadingZeroBitCount &- Self.blockLength.leadingZeroBitCount
            growth = UInt32(truncatingIfNeeded: min(units &<< UInt64(truncatingIfNeeded: shift), 1 << 24)) | 1
        }
        return true
    }

    /// Adds a block as the specification does. What is NaN is no sample.
    @inline(never)
    private mutating func addInOrder(_ block: SampleBuffer) {
        var sum = sum
        for index in 0..<block.count {
            let deviation = block[index] - mean
            let number = isOfSquares ? deviation * deviation : block[index]
            sum += number.isNaN ? 0 : number
        }
        self.sum = sum
        anchor = Float(bitPattern: sum.bitPattern & 0x7F80_0000)
    }
}

/// The numbers of a block, each rounded to the unit of a chain's sum.
private struct SingleUnits {
    private let anchor: Samples8
    private let oddAnchor: Samples8
    private var units = Counts8.zero
    private var differences = Counts8(repeating: .max)
    private(set) var sampleCount = 0

    @inline(__always)
    init(above anchor: Float) {
        self.anchor = Samples8(repeating: anchor)
        oddAnchor = Samples8(repeating: Float(bitPattern: anchor.bitPattern + 1))
    }

    /// Adds those samples that are not NaN.
    @inline(__always)
    mutating func addSamples(_ samples: SampleBuffer) {
        var index = 0
        while index < samples.count {
            add(samples.eight(at: index).largerOr(.zero))
            index &+= 8
        }
        sampleCount &+= samples.count
    }

    /// Adds the squared deviations of those samples that are not NaN.
    @inline(__always)
    mutating func addSquares(_ samples: SampleBuffer, from mean: Float) {
        let mean = Samples8(repeating: mean)
        var index = 0
        while index < samples.count {
            let deviation = samples.eight(at: index) - mean
            add((deviation * deviation).largerOr(.zero))
            index &+= 8
        }
        sampleCount &+= samples.count
    }

    @inline(__always)
    private mutating func add(_ numbers: Samples8) {
        let even = (anchor + numbers).unsignedBits
        let odd = (oddAnchor + numbers).unsignedBits
        units &+= even
        differences &= even ^ odd
    }

    /// How many units all numbers are together.
    @inline(__always)
    var count: UInt64 {
        // Every lane began from the bits of the anchor so many times; what it counted is less than 2^32.
        let begun = UInt32(truncatingIfNeeded: sampleCount / 8) &* anchor[0].bitPattern
        return (units &- Counts8(repeating: begun)).wideLaneSum
    }

    /// Whether a number is halfway between two units.
    @inline(__always)
    var hasTie: Bool { differences.laneIntersection & 1 == 0 }
}
