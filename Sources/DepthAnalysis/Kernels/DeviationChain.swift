/// A running sum of squared deviations, rounded as if every square had been added on its own, in raster order.
///
/// The specification's sum depends on its order, and adding in order waits for each addition. Fact 2: where all is well
/// a whole block may be added at once. Let the sum s lie in the binade [a, 2a), a power of two, with u the unit in the
/// last place there. Then s is a multiple of u, and adding x >= 0 gives s + t with t the multiple of u nearest to x,
/// the same t for every s, provided that
/// - the result stays below 2a: the sums only grow, so it is enough to look at the last one;
/// - x is not halfway between two multiples of u: only then does the parity of s decide.
///
/// So t = (a + x) - a for each x of the block; the t are multiples of u that sum to less than 2a = 2^53 u, so their sum
/// is exact in any order; x - t is exact, and u/2 in magnitude for a tie. A block with a tie, or one that leaves the
/// binade, is added in order. Samples that are not valid count as 0 times a finite x, which changes nothing: s + 0 = s.
struct DeviationChain: BitwiseCopyable {
    /// The mean that deviations are taken from.
    let mean: Double
    /// The sum so far.
    private(set) var sum = 0.0
    /// The power of two at the bottom of the sum's binade; 0 for a sum of 0.
    private(set) var anchor = 0.0
    /// Half the unit in the last place of the sum: the distance of a tie.
    private(set) var halfUnit = 0.0

    init(mean: Double) {
        self.mean = mean
    }

    /// Adds a block, of which `total` is the sum of the rounded squares; returns false, with nothing added, if it has
    /// to be added in order.
    @inline(__always)
    mutating func add(_ total: Double, hasTie: Bool) -> Bool {
        let next = sum + total
        guard !hasTie, next < 2 * anchor else { return false }
        sum = next
        return true
    }

    /// Adds a block as the specification does.
    @inline(never)
    mutating func addInOrder(_ block: SampleBuffer, isOpen: Bool, _ validity: ValidityBits) {
        var sum = sum
        for index in 0..<block.count {
            let sample = block[index]
            let deviation = Double(sample) - mean
            let isCounted = isOpen || validity.contains(Int32(bitPattern: sample.bitPattern))
            sum += isCounted ? deviation * deviation : 0
        }
        self.sum = sum
        anchor = sum > 0 ? sum.binade : 0
        halfUnit = anchor.ulp / 2
    }
}

/// The sum of a block's squares for one chain, each rounded to the unit of the chain's sum.
struct DeviationBlock {
    private let mean: SIMD4<Double>
    private let anchor: SIMD4<Double>
    private let halfUnit: SIMD4<Double>
    private var sum = SIMD4<Double>.zero
    private var ties = SIMD4<Int64>.zero

    @inline(__always)
    init(for chain: DeviationChain) {
        mean = SIMD4(repeating: chain.mean)
        anchor = SIMD4(repeating: chain.anchor)
        halfUnit = SIMD4(repeating: chain.halfUnit)
    }

    /// Adds four samples.
    @inline(__always)
    mutating func add(_ depths: SIMD4<Double>) {
        let deviation = depths - mean
        add(square: deviation * deviation)
    }

    /// Adds those of four samples whose `weight` is 1 and leaves out those whose weight is 0.
    @inline(__always)
    mutating func add(_ depths: SIMD4<Double>, weight: SIMD4<Double>) {
        let deviation = depths - mean
        add(square: deviation * deviation * weight)
    }

    @inline(__always)
    private mutating func add(square: SIMD4<Double>) {
        let rounded = (anchor + square) - anchor
        let rest = square - rounded
        let magnitude = SIMD4<Double>(bits: rest.bits & SIMD4(repeating: .max))
        ties |= (magnitude .== halfUnit).lanes
        sum += rounded
    }

    /// Adds the block to its chain, unless it has to be added in order.
    @inline(__always)
    func isAdded(to chain: inout DeviationChain) -> Bool {
        chain.add(sum.treeSum, hasTie: ties.isAnySet)
    }
}
