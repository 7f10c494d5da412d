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
        for side in 0...1 { quadrants.change(firstRegion + side) { add(segment: side, of: rows, to: &$0) } }
    }

    /// Adds one segment of each row, as one block where they are.
    private func add(segment: Int, of rows: WideRows, to chain: inout DeviationChain) {
        let isBlock = rows.isBlock && chain.canCount(DeviationChain.blockLength, largest: largestSquare)
        if isBlock, !chain.isNearItsEnd(of: DeviationChain.blockLength),
            chain.addAtOnce(segment: segment, of: rows, largest: largestSquare)
        {
            return
        }
        for row in 0..<rows.rowCount {
            let samples = rows.segment(segment, ofRow: row)
            if isBlock {
                addInParts(samples, isOpen: rows.isOpen, to: &chain)
            } else {
                add(samples, isOpen: rows.isOpen, to: &chain)
            }
        }
    }

    /// Adds samples in raster order, in blocks.
    private func add(_ samples: WideSamples, isOpen: Bool, to chain: inout DeviationChain) {
        var start = 0
        while start < samples.count {
            // From a small sum on, many squares might be more units than can be counted.
            let canCount = chain.canCount(DeviationChain.blockLength, largest: largestSquare)
            let length = canCount ? DeviationChain.blockLength : DeviationChain.middleBlockLength
            let block = samples.slice(from: start, count: min(length, samples.count - start))
            let isTried = !chain.isNearItsEnd(of: DeviationChain.blockLength)
            if !isTried || !chain.addAtOnce(block, isOpen: isOpen, largest: largestSquare) {
                addInParts(block, isOpen: isOpen, to: &chain)
            }
            start += block.count
        }
    }

    /// Adds a block that cannot be added at once, or likely not.
    private func addInParts(_ block: WideSamples, isOpen: Bool, to chain: inout DeviationChain) {
        var start = 0
        while start < block.count {
            let part = block.slice(from: start, count: min(DeviationChain.middleBlockLength, block.count - start))
            let isTried = !chain.isNearItsEnd(of: part.count)
            if !isTried || !chain.addAtOnce(part, isOpen: isOpen, largest: largestSquare) {
                chain.addInSteps(part)
            }
            start += part.count
        }
    }
}
