/// A running sum of squared deviations, rounded as if every square had been added on its own, in raster order.
///
/// The specification's sum depends on its order, and adding in order waits for each addition. Fact 2: where all is well
/// a whole block may be added at once. Let the sum s lie in the binade [a, 2a), a power of two, with u the unit in the
/// last place there. Then s is a multiple of u, and adding x >= 0 gives s + t with t the multiple of u nearest to x,
/// the same t for every s, provided that
/// - the result stays below 2a: the sums only grow, so it is enough to look at the last one;
/// - x is not halfway between two multiples of u: only then does the parity of s decide.
///
/// The bits of numbers of one binade count its units. So the bits of a + x less those of a are t, and whole numbers add
/// up to the bits of the new sum. The same from a + u, which is odd where a is even, gives bits one larger; but for an
/// x halfway both are rounded to an even number, and the lowest bits agree. A block with such a tie, or one that leaves
/// the binade, is added in parts, then in steps, and those in order where it happens. Samples that are not valid count
/// as x = 0, which changes nothing.
struct DeviationChain: BitwiseCopyable {
    /// The mean that deviations are taken from.
    let mean: Double
    /// The sum so far.
    private(set) var sum = 0.0
    /// The power of two at the bottom of the sum's binade; 0 for 0 and for subnormal sums, whose unit is that of 0.
    ///
    /// Stored, though the sum tells it: a block that is added at once leaves it as it is, and so the next one, which
    /// begins from it, need not wait for the sum before.
    private(set) var anchor = 0.0
    /// About as many units as a block would have, going by the last samples that were added at once; 0 before those.
    private var growth: UInt64 = 0

    init(mean: Double) {
        self.mean = mean
    }

    /// Samples of a block: enough to pay for summing up the lanes. Where many of the largest squares might be more than
    /// can be counted, and where a block fails, parts of the middle length are added, and where these fail, steps. Any
    /// numbers up to these, 2^9, 2^7 and 2^4, give the same result.
    static let blockLength = 512
    static let middleBlockLength = 128
    static let stepLength = 16

    /// Whether the squares of a block surely do not add up to more units than can be counted, where none is larger than
    /// `largest`.
    ///
    /// A square of at most 2^k a is less than (k + 1) * 2^52 units. Squares that many times (k + 1) is at most 2^12 add
    /// up to less than 2^64, which is where they would look like few. Those of a step never are: a square of 2^54 a and
    /// more looks like a tie, for neither a nor a + u changes it. From an anchor of 0 every normal one does.
    @inline(__always)
    func canCount(_ count: Int, largest: Double) -> Bool {
        assert(count <= Self.blockLength)
        if count <= Self.stepLength { return true }
        let factor = count <= Self.middleBlockLength ? 0x1p31 : 0x1p7
        return largest <= anchor * factor || anchor == 0
    }

    /// Whether so many samples likely leave the binade, and are better added in parts without trying.
    @inline(__always)
    func isNearItsEnd(of count: Int) -> Bool {
        let units = growth &>> UInt64(truncatingIfNeeded: Self.shift(of: count))
        return growth == 0 || (sum.bitPattern &+ units) >> 52 != sum.bitPattern >> 52
    }

    /// Adds a block at once; returns false, with nothing added, if it has to be added otherwise.
    ///
    /// - Parameters:
    ///   - isOpen: whether none of the samples is NaN.
    ///   - largest: no squared deviation is larger.
    @inline(__always)
    mutating func addAtOnce(_ block: WideSamples, isOpen: Bool, largest: Double) -> Bool {
        guard canCount(block.count, largest: largest) else { return false }
        return isOpen ? addOpen(block) : addMasked(block)
    }

    /// The same for one segment of each row, which together are a block.
    mutating func addAtOnce(segment: Int, of rows: WideRows, largest: Double) -> Bool {
        guard canCount(Self.blockLength, largest: largest) else { return false }
        return rows.isOpen ? addOpen(segment, of: rows) : addMasked(segment, of: rows)
    }

    // Functions of their own: one loop, all that it needs in registers.

    @inline(never)
    private mutating func addOpen(_ block: WideSamples) -> Bool {
        var sum = DeviationBlock(for: self)
        sum.add(block)
        return add(sum)
    }

    @inline(never)
    private mutating func addMasked(_ block: WideSamples) -> Bool {
        var sum = DeviationBlock(for: self)
        sum.addMasked(block)
        return add(sum)
    }

    @inline(never)
    private mutating func addOpen(_ segment: Int, of rows: WideRows) -> Bool {
        var sum = DeviationBlock(for: self)
        for row in 0..<rows.rowCount { sum.add(rows.segment(segment, ofRow: row)) }
        return add(sum)
    }

    @inline(never)
    private mutating func addMasked(_ segment: Int, of rows: WideRows) -> Bool {
        var sum = DeviationBlock(for: self)
        for row in 0..<rows.rowCount { sum.addMasked(rows.segment(segment, ofRow: row)) }
        return add(sum)
    }

    @inline(__always)
    private mutating func add(_ block: DeviationBlock) -> Bool {
        let units = block.bits(above: anchor)
        guard add(units: units, hasTie: block.hasTie) else { return false }
        if block.count > 0 { growth = Self.growth(units: units, of: block.count) }
        return true
    }

    /// Adds a block of so many units; returns false, with nothing added, if it has to be added otherwise.
    @inline(__always)
    mutating func add(units: UInt64, hasTie: Bool) -> Bool {
        let next = sum.bitPattern &+ units
        guard !hasTie, units < 1 << 52, next >> 52 == sum.bitPattern >> 52 else { return false }
        sum = Double(bitPattern: next)
        return true
    }

    /// Adds a block that may not be added at once: step by step, and those steps in order that have a tie or leave the
    /// binade.
    @inline(never)
    mutating func addInSteps(_ block: WideSamples) {
        let before = sum.bitPattern
        var start = 0
        while start < block.count {
            let step = block.slice(from: start, count: min(Self.stepLength, block.count &- start))
            var squares = DeviationBlock(for: self)
            squares.addMasked(step)
            if !add(units: squares.bits(above: anchor), hasTie: squares.hasTie) { addInOrder(step) }
            start &+= step.count
        }
        // Where the sum has left the binade, those since then: about.
        let units = sum.bitPattern &- max(before, anchor.bitPattern)
        if block.count > 0, anchor > 0 { growth = Self.growth(units: units, of: block.count) }
    }

    /// The units of a block, going by those of some samples of it.
    @inline(__always)
    private static func growth(units: UInt64, of count: Int) -> UInt64 {
        units &<< UInt64(truncatingIfNeeded: shift(of: count)) | 1
    }

    /// How many times, as a power of two, so many samples make a block: no more often than that.
    @inline(__always)
    private static func shift(of count: Int) -> Int {
        count.leadingZeroBitCount &- blockLength.leadingZeroBitCount
    }

    /// Adds a block as the specification does. What is NaN is no sample.
    @inline(__always)
    mutating func addInOrder(_ block: WideSamples) {
        var sum = sum
        for index in 0..<block.count {
            let deviation = block[index] - mean
            let square = deviation * deviation
            sum += square.isNaN ? 0 : square
        }
        self.sum = sum
        anchor = Double(bitPattern: sum.bitPattern & 0x7FF0_0000_0000_0000)
    }
}

/// A block's squares for one chain, each rounded to the unit of the chain's sum.
struct DeviationBlock {
    private let mean: SIMD8<Double>
    private let anchor: SIMD8<Double>
    private let oddAnchor: SIMD8<Double>
    private var bits = SIMD8<UInt64>.zero
    private var differences = SIMD8<UInt64>(repeating: .max)
    private(set) var count = 0

    @inline(__always)
    init(for chain: DeviationChain) {
        mean = SIMD8(repeating: chain.mean)
        anchor = SIMD8(repeating: chain.anchor)
        oddAnchor = SIMD8(repeating: Double(bitPattern: chain.anchor.bitPattern + 1))
    }

    /// Adds samples, none of which is NaN.
    @inline(__always)
    mutating func add(_ samples: WideSamples) {
        var index = 0
        let end = samples.count & ~7
        while index < end {
            add(square: square(samples.eight(at: index)))
            index &+= 8
        }
        count &+= samples.count
    }

    /// Adds those samples that are not NaN.
    @inline(__always)
    mutating func addMasked(_ samples: WideSamples) {
        var index = 0
        while index < samples.count {
            add(square: square(samples.eight(at: index)).largerOr(.zero))
            index &+= 8
        }
        count &+= samples.count
    }

    /// The other difference has the same square, and takes one instruction more: a sample is subtracted from memory.
    @inline(__always)
    private func square(_ depths: SIMD8<Double>) -> SIMD8<Double> {
        let deviation = mean - depths
        return deviation * deviation
    }

    @inline(__always)
    private mutating func add(square: SIMD8<Double>) {
        let even = (anchor + square).unsignedBits
        let odd = (oddAnchor + square).unsignedBits
        bits &+= even
        differences &= even ^ odd
    }

    /// The bits of all sums together, less those of the anchor each began from.
    @inline(__always)
    func bits(above anchor: Double) -> UInt64 {
        (bits.lowHalf &+ bits.highHalf).wrappedLaneSum &- UInt64(truncatingIfNeeded: count) &* anchor.bitPattern
    }

    /// Whether a square is halfway between two units.
    @inline(__always)
    var hasTie: Bool { (differences.lowHalf & differences.highHalf).laneIntersection & 1 == 0 }
}
