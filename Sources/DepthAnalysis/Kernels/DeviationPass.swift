/// Third pass, beside the histogram: the sums of squared deviations of the whole map and of each quadrant.
///
/// Every sample belongs to two chains, the whole map's and its quadrant's. ``DeviationChain`` says how a block of
/// samples is added at once; in which order those of a block are gone through does not matter to it, so that a
/// quadrant's block may be pieces of several rows.
struct DeviationPass {
    /// The chain of the whole map.
    private(set) var whole: DeviationChain
    private let largestSquare: Double

    /// - Parameter largestSquare: no squared deviation from any chain's mean is larger.
    init(mean: Double, largestSquare: Double) {
        whole = DeviationChain(mean: mean)
        self.largestSquare = largestSquare
    }

    /// Adds rows to the chain of the whole map, and their first two segments to those of two quadrants.
    ///
    /// - Parameter firstRegion: the quadrant on the left, of which the next is on the right; or the rest.
    mutating func add(_ rows: WideRows, firstRegion: Int, to quadrants: Scratch<DeviationChain>) {
        add(rows.samples, isOpen: rows.isOpen, to: &whole)
        guard firstRegion != MapLayout.rest else { return }
        for side in 0...1 {
            quadrants.change(firstRegion + side) { chain in
                if rows.isBlock, !chain.isNearItsEnd,
                    chain.addAtOnce(segment: side, of: rows, largest: largestSquare)
                {
                    return
                }
                for row in 0..<rows.rowCount {
                    add(rows.segment(side, ofRow: row), isOpen: rows.isOpen, to: &chain)
                }
            }
        }
    }

    /// Adds samples in raster order, in blocks.
    private func add(_ samples: WideSamples, isOpen: Bool, to chain: inout DeviationChain) {
        var start = 0
        while start < samples.count {
            // From a small sum on, many squares might be more units than can be counted.
            let usual =
                chain.canCount(DeviationChain.blockLength, largest: largestSquare) && !chain.isNearItsEnd
                ? DeviationChain.blockLength : DeviationChain.middleBlockLength
            let block = samples.slice(from: start, count: min(usual, samples.count - start))
            if !chain.addAtOnce(block, isOpen: isOpen, largest: largestSquare) {
                addInParts(block, DeviationChain.middleBlockLength, to: &chain)
            }
            start += block.count
        }
    }

    /// Adds a block that cannot be added at once: in smaller ones, and what is then left in order.
    @inline(never)
    private func addInParts(_ block: WideSamples, _ length: Int, to chain: inout DeviationChain) {
        var start = 0
        while start < block.count {
            let part = block.slice(from: start, count: min(length, block.count - start))
            if part.count == block.count || !chain.addAtOnce(part, isOpen: false, largest: largestSquare) {
                if length > DeviationChain.smallBlockLength {
                    addInParts(part, DeviationChain.smallBlockLength, to: &chain)
                } else {
                    chain.addInOrder(part)
                }
            }
            start += part.count
        }
    }
}
