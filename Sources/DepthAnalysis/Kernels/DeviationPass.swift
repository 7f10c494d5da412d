/// Third pass, beside the histogram: the sums of squared deviations of the whole map and of each quadrant.
///
/// Every sample belongs to two chains, the whole map's and its quadrant's, which do not wait for each other.
/// ``DeviationChain`` says how a block of samples is added at once.
struct DeviationPass {
    /// Samples of a block: enough to pay for summing up the lanes, few enough to be added in order now and then. Any number
    /// gives the same result.
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
                addToBoth(block, isOpen: isOpen, &regions[segment.region])
            }
            start += block.count
        }
    }

    @inline(__always)
    private mutating func addToBoth(_ block: SampleBuffer, isOpen: Bool, _ region: inout DeviationChain) {
        var wholeSum = DeviationBlock(for: whole)
        var regionSum = DeviationBlock(for: region)
        let openCount = isOpen ? block.count & ~7 : 0
        var index = 0
        while index < openCount {
            let lanes = block.eight(at: index)
            let low = lanes.wideLow
            let high = lanes.wideHigh
            wholeSum.add(low)
            regionSum.add(low)
            wholeSum.add(high)
            regionSum.add(high)
            index += 8
        }
        while index < block.count {
            let (low, high) = masked(block, at: index)
            wholeSum.add(low.depths, where: low.isValid)
            regionSum.add(low.depths, where: low.isValid)
            wholeSum.add(high.depths, where: high.isValid)
            regionSum.add(high.depths, where: high.isValid)
            index += 8
        }
        if !wholeSum.isAdded(to: &whole) { whole.addInOrder(block, isOpen: isOpen, validity) }
        if !regionSum.isAdded(to: &region) { region.addInOrder(block, isOpen: isOpen, validity) }
    }

    @inline(never)
    private mutating func addToWhole(_ block: SampleBuffer, isOpen: Bool) {
        var wholeSum = DeviationBlock(for: whole)
        var index = 0
        while index < block.count {
            let (low, high) = masked(block, at: index)
            wholeSum.add(low.depths, where: low.isValid)
            wholeSum.add(high.depths, where: high.isValid)
            index += 8
        }
        if !wholeSum.isAdded(to: &whole) { whole.addInOrder(block, isOpen: isOpen, validity) }
    }

    private typealias Four = (depths: SIMD4<Double>, isValid: SIMD4<Int64>)

    /// Eight samples, or what is left of the block, and which of them are valid.
    @inline(__always)
    private func masked(_ block: SampleBuffer, at index: Int) -> (low: Four, high: Four) {
        let rest = block.count - index
        let lanes = rest >= 8 ? block.eight(at: index) : block.part(at: index, count: rest, filler: .nan)
        let isValid = validity.contains(lanes.bits)
        return (
            (lanes.wideLow, SIMD4<Int64>(truncatingIfNeeded: isValid.lowHalf)),
            (lanes.wideHigh, SIMD4<Int64>(truncatingIfNeeded: isValid.highHalf))
        )
    }
}
