/// Third pass, beside the histogram: the sums of squared deviations of the whole map and of each quadrant.
///
/// Every sample belongs to two chains, the whole map's and its quadrant's, which do not wait for each other.
/// ``DeviationChain`` says how a block of samples is added at once.
struct DeviationPass {
    /// Samples of a block: enough to pay for summing up the lanes. A block that cannot be added at once is added in
    /// blocks of ``smallBlockLength``. Any numbers up to these, 2^7 and 2^4, give the same result.
    static let blockLength = 128
    static let smallBlockLength = 16

    /// The chain of the whole map.
    private(set) var whole: DeviationChain
    private let largestSquare: Double

    /// - Parameter largestSquare: no squared deviation from any chain's mean is larger.
    init(mean: Double, largestSquare: Double) {
        whole = DeviationChain(mean: mean)
        self.largestSquare = largestSquare
    }

    /// Adds a segment to the chain of the whole map and to that of its region, unless it is the rest.
    @inline(__always)
    mutating func add(_ segment: WideSamples, region: Int, isOpen: Bool, to regions: Scratch<DeviationChain>) {
        var start = 0
        while start < segment.count {
            let block = segment.slice(from: start, count: min(Self.blockLength, segment.count - start))
            if region == MapLayout.rest {
                addInSmallBlocks(block, &whole)
            } else {
                regions.change(region) { chain in
                    if isOpen { addOpen(block, &chain) } else { addMasked(block, &chain) }
                }
            }
            start += block.count
        }
    }

    @inline(never)
    private mutating func addOpen(_ block: WideSamples, _ region: inout DeviationChain) {
        var wholeSum = DeviationBlock(for: whole)
        var regionSum = DeviationBlock(for: region)
        var index = 0
        while index < block.count {
            let depths = block.four(at: index)
            wholeSum.add(depths)
            regionSum.add(depths)
            index += 4
        }
        finish(block, wholeSum, regionSum, &region)
    }

    @inline(never)
    private mutating func addMasked(_ block: WideSamples, _ region: inout DeviationChain) {
        var wholeSum = DeviationBlock(for: whole)
        var regionSum = DeviationBlock(for: region)
        var index = 0
        while index < block.count {
            let depths = block.four(at: index)
            wholeSum.addMasked(depths)
            regionSum.addMasked(depths)
            index += 4
        }
        finish(block, wholeSum, regionSum, &region)
    }

    @inline(__always)
    private mutating func finish(
        _ block: WideSamples, _ wholeSum: DeviationBlock, _ regionSum: DeviationBlock, _ region: inout DeviationChain
    ) {
        if !wholeSum.isAdded(to: &whole, count: block.count, largest: largestSquare) { addInSmallBlocks(block, &whole) }
        if !regionSum.isAdded(to: &region, count: block.count, largest: largestSquare) {
            addInSmallBlocks(block, &region)
        }
    }

    @inline(never)
    private func addInSmallBlocks(_ block: WideSamples, _ chain: inout DeviationChain) {
        var start = 0
        while start < block.count {
            let part = block.slice(from: start, count: min(Self.smallBlockLength, block.count - start))
            var sum = DeviationBlock(for: chain)
            var index = 0
            while index < part.count {
                sum.addMasked(part.four(at: index))
                index += 4
            }
            if !sum.isAdded(to: &chain, count: part.count, largest: largestSquare) { chain.addInOrder(part) }
            start += part.count
        }
    }
}
