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
/// the binade, is added in smaller blocks, and what is then left in order. Samples that are not valid count as x = 0,
/// which changes nothing.
struct DeviationChain: BitwiseCopyable {
    /// The mean that deviations are taken from.
    let mean: Double
    /// The sum so far.
    private(set) var sum = 0.0

    init(mean: Double) {
        self.mean = mean
    }

    /// The power of two at the bottom of the sum's binade; 0 for 0 and for subnormal sums, whose unit is that of 0.
    var anchor: Double { Double(bitPattern: sum.bitPattern & 0x7FF0_0000_0000_0000) }

    /// Whether the squares of a block surely do not add up to more units than can be counted, where none is larger than
    /// `largest`.
    ///
    /// A square of at most 2^k a is less than (k + 1) * 2^52 units. Squares that many times (k + 1) is at most 2^12 add
    /// up to less than 2^64, which is where they would look like few. From an anchor of 0 no normal square is added at
    /// once: each looks like a tie.
    @inline(__always)
    func canCount(_ count: Int, largest: Double) -> Bool {
        assert(count <= DeviationPass.blockLength)
        let factor = count <= DeviationPass.smallBlockLength ? 0x1p255 : 0x1p31
        return largest <= anchor * factor || anchor == 0
    }

    /// Adds a block of so many units; returns false, with nothing added, if it has to be added otherwise.
    @inline(__always)
    mutating func add(units: UInt64, hasTie: Bool) -> Bool {
        let next = sum.bitPattern &+ units
        guard !hasTie, units < 1 << 52, next >> 52 == sum.bitPattern >> 52 else { return false }
        sum = Double(bitPattern: next)
        return true
    }

    /// Adds a block as the specification does. What is NaN is no sample.
    mutating func addInOrder(_ block: WideSamples) {
        var sum = sum
        for index in 0..<block.count {
            let deviation = block[index] - mean
            let square = deviation * deviation
            sum += square.isNaN ? 0 : square
        }
        self.sum = sum
    }
}

/// A block's squares for one chain, each rounded to the unit of the chain's sum.
struct DeviationBlock {
    private let mean: SIMD4<Double>
    private let anchor: SIMD4<Double>
    private let oddAnchor: SIMD4<Double>
    private var bits = SIMD4<UInt64>.zero
    private var differences = SIMD4<UInt64>(repeating: .max)

    @inline(__always)
    init(for chain: DeviationChain) {
        mean = SIMD4(repeating: chain.mean)
        anchor = SIMD4(repeating: chain.anchor)
        oddAnchor = SIMD4(repeating: Double(bitPattern: chain.anchor.bitPattern + 1))
    }

    /// Adds four samples.
    @inline(__always)
    mutating func add(_ depths: SIMD4<Double>) {
        let deviation = depths - mean
        add(square: deviation * deviation)
    }

    /// Adds those of four samples that are not NaN.
    @inline(__always)
    mutating func addMasked(_ depths: SIMD4<Double>) {
        let deviation = depths - mean
        add(square: (deviation * deviation).largerOr(.zero))
    }

    @inline(__always)
    private mutating func add(square: SIMD4<Double>) {
        let even = (anchor + square).unsignedBits
        let odd = (oddAnchor + square).unsignedBits
        bits &+= even
        differences &= even ^ odd
    }

    /// Adds the block, of `count` samples, to its chain, unless it cannot be added at once.
    @inline(__always)
    func isAdded(to chain: inout DeviationChain, count: Int, largest: Double) -> Bool {
        let units = bits.wrappedLaneSum &- UInt64(truncatingIfNeeded: count) &* chain.anchor.bitPattern
        return chain.canCount(count, largest: largest)
            && chain.add(units: units, hasTie: differences.laneIntersection & 1 == 0)
    }
}
