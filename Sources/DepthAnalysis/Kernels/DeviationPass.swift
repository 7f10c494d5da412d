/// Third pass, beside the histogram: the sums of squared deviations of the whole map and of each quadrant.
///
/// Every sample belongs to two chains, the whole map's and its quadrant's, which do not wait for each other.
/// ``DeviationChain`` says how a block of samples is added at once.
struct DeviationPass {
    /// Samples of a block: enough to pay for summing up the lanes, few enough to be added in order now and then. Any
    /// number gives the same result.
    static let blockLength = 128

    private let samples: SampleBuffer
    private let validity: ValidityBits
    /// The chain of the whole map.
    private(set) var whole: DeviationChain

    init(_ samples: SampleBuffer, mean: Double, validity: ValidityBits) {
        self.samples = samples
        self.validity = validity
        whole = DeviationChain(mean: mean)
    }

    /// Adds a segment to the chain of the whole map and to that of its region, unless it is the rest.
    @inline(__always)
    mutating func add(_ segment: MapLayout.Segment, isOpen: Bool, to regions: Scratch<DeviationChain>) {
        var start = segment.start
        let end = start + segment.count
        while start < end {
            let block = samples.slice(from: start, count: min(Self.blockLength, end - start))
            if segment.region == MapLayout.rest {
                addToWhole(block, isOpen: isOpen)
            } else {
                var region = regions[segment.region]
                addToBoth(block, isOpen: isOpen, &region)
                regions[segment.region] = region
            }
            start += block.count
        }
    }

    @inline(never)
    private mutating func addToBoth(_ block: SampleBuffer, isOpen: Bool, _ region: inout DeviationChain) {
        var wholeSum = DeviationBlock(for: whole)
        var regionSum = DeviationBlock(for: region)
        var index = 0
        if isOpen {
            let openCount = block.count & ~3
            while index < openCount {
                let depths = SIMD4<Double>(block.four(at: index))
                wholeSum.add(depths)
                regionSum.add(depths)
                index += 4
            }
        }
        while index < block.count {
            let (depths, weight) = weighted(block, at: index)
            wholeSum.add(depths, weight: weight)
            regionSum.add(depths, weight: weight)
            index += 4
        }
        if !wholeSum.isAdded(to: &whole) { whole.addInOrder(block, isOpen: isOpen, validity) }
        if !regionSum.isAdded(to: &region) { region.addInOrder(block, isOpen: isOpen, validity) }
    }

    @inline(never)
    private mutating func addToWhole(_ block: SampleBuffer, isOpen: Bool) {
        var wholeSum = DeviationBlock(for: whole)
        var index = 0
        while index < block.count {
            let (depths, weight) = weighted(block, at: index)
            wholeSum.add(depths, weight: weight)
            index += 4
        }
        if !wholeSum.isAdded(to: &whole) { whole.addInOrder(block, isOpen: isOpen, validity) }
    }

    /// Four samples, or what is left of the block, and 1 for each that is valid. The others are 0, with the weight 0.
    @inline(__always)
    private func weighted(_ block: SampleBuffer, at index: Int) -> (depths: SIMD4<Double>, weight: SIMD4<Double>) {
        let bits = block.fourOrRest(at: index).bits
        let isValid = validity.contains(bits)
        return (SIMD4<Double>(SIMD4<Float>(bits: bits & isValid)), SIMD4<Double>(SIMD4<Float>(ones: isValid)))
    }
}
