/// Fourth pass: the upper median, without sorting.
///
/// Fact 5: the histogram tells in which bin the sample of rank n / 2 lies, since bins do not fall as depths grow. The
/// samples of that bin are gathered, as bits, which order like the samples (fact 7). In each round it is counted how
/// many are up to each of two pivots, and what can no longer be it is left out. The pivots are where it would be if the
/// samples were spread evenly, a little below and above; where that was wrong, the next ones are thirds.
///
/// Samples are gathered in the groups of eight in which they stand, with the greatest of all bits for those of a group
/// that are outside: moving single ones would take longer than looking at some eights that are half empty.
struct MedianPass {
    /// Stands for what cannot be it; no sample has these bits, which are those of a NaN.
    private static let outside = Int32.max

    private let samples: SampleBuffer

    init(_ samples: SampleBuffer) {
        self.samples = samples
    }

    /// Room that ``bits(ofRank:in:gathered:)`` needs to gather so many samples, of so many in the map, in elements.
    ///
    /// A group of eight each, unless that is more than there are, and one more, which is written and not kept.
    static func capacity(count: Int, sampleCount: Int) -> Int { 8 * min(count, (sampleCount + 7) / 8) + 8 }

    /// The bits of the sample of a rank.
    ///
    /// - Parameters:
    ///   - rank: from 0, among the samples inside `interval`.
    ///   - interval: bits of valid samples.
    ///   - count: samples inside `interval`.
    ///   - gathered: room for ``capacity(count:sampleCount:)`` elements.
    func bits(
        ofRank rank: Int, in interval: ClosedRange<Int32>, count: Int, gathered: Scratch<Int32>
    ) -> Int32 {
        var length = gather(interval, into: gathered)
        var (first, last) = (interval.lowerBound, interval.upperBound)
        var (rank, count) = (rank, count)
        var isSpreadEvenly = true
        while first < last {
            let (lower, upper) = Self.pivots(ofRank: rank, of: count, first, last, isEven: isSpreadEvenly)
            let (upToLower, upToUpper) = Self.counts(of: gathered, length, upTo: lower, upper)
            isSpreadEvenly = upToLower <= rank && rank < upToUpper
            if rank < upToLower {
                last = lower
                count = upToLower
            } else if isSpreadEvenly {
                (first, last) = (lower + 1, upper)
                rank -= upToLower
                count = upToUpper - upToLower
            } else {
                first = upper + 1
                rank -= upToUpper
                count -= upToUpper
            }
            if !isSpreadEvenly {
                // A map of few values may have one there: nothing has to be left out to see that.
                (first, last) = Self.extremes(of: gathered, length, in: first...last)
                if first == last { break }
            }
            length = Self.keep(first...last, of: gathered, length)
        }
        return first
    }

    /// Two bits, of which both may be the same, from the first on and before the last.
    private static func pivots(
        ofRank rank: Int, of count: Int, _ first: Int32, _ last: Int32, isEven: Bool
    ) -> (lower: Int32, upper: Int32) {
        let spread = last - first
        guard isEven else { return (first + spread / 3, last - 1 - spread / 3) }
        let place = first + Int32(Double(spread) * (Double(rank) / Double(count)))
        let margin = spread / 16
        return (max(first, min(place, last - 1) - margin), min(last - 1, place + margin))
    }

    /// How many bits there are up to each of two.
    @inline(never)
    private static func counts(
        of gathered: Scratch<Int32>, _ length: Int, upTo lower: Int32, _ upper: Int32
    ) -> (Int, Int) {
        let limits = (Bits8(repeating: lower), Bits8(repeating: upper))
        // Of those above, with what is outside: one instruction compares so.
        var negativeCounts = (Bits8.zero, Bits8.zero)
        var index = 0
        while index < length {
            let bits = gathered.eight(at: index)
            negativeCounts.0 &+= (bits .> limits.0).lanes
            negativeCounts.1 &+= (bits .> limits.1).lanes
            index &+= 8
        }
        return (length + negativeCounts.0.wideSum, length + negativeCounts.1.wideSum)
    }

    /// The least and the greatest bits there are in an interval.
    @inline(never)
    private static func extremes(
        of gathered: Scratch<Int32>, _ length: Int, in interval: ClosedRange<Int32>
    ) -> (first: Int32, last: Int32) {
        let lanes = BitInterval(interval)
        var least = Bits8(repeating: outside)
        var greatest = Bits8.zero
        var index = 0
        while index < length {
            let bits = gathered.eight(at: index)
            let excluded = lanes.excludes(bits)
            least = least.smaller((bits | excluded) & Bits8(repeating: outside))
            greatest = greatest.larger(bits & ~excluded)
            index &+= 8
        }
        return (least.least, greatest.greatest)
    }

    /// Leaves out the bits outside of an interval. Returns how many elements there are then.
    @inline(never)
    private static func keep(_ interval: ClosedRange<Int32>, of gathered: Scratch<Int32>, _ length: Int) -> Int {
        let lanes = BitInterval(interval)
        var kept = 0
        var index = 0
        while index < length {
            let bits = gathered.eight(at: index)
            kept &+= store(bits, lanes.excludes(bits), into: gathered, at: kept)
            index &+= 8
        }
        return kept
    }

    /// Copies the bits of every sample inside an interval. Returns how many elements that are.
    @inline(never)
    private func gather(_ interval: ClosedRange<Int32>, into gathered: Scratch<Int32>) -> Int {
        let lanes = BitInterval(interval)
        let whole = samples.count & ~7
        var kept = 0
        var index = 0
        while index < whole {
            let bits = samples.eight(at: index).bits
            kept &+= Self.store(bits, lanes.excludes(bits), into: gathered, at: kept)
            index &+= 8
        }
        if whole < samples.count {
            let bits = samples.eightOrRest(at: whole).bits
            kept &+= Self.store(bits, lanes.excludes(bits), into: gathered, at: kept)
        }
        return kept
    }

    /// Stores a group of eight. Returns how many elements are to be kept of it: none where all are excluded.
    @inline(__always)
    private static func store(_ bits: Bits8, _ excluded: Bits8, into gathered: Scratch<Int32>, at place: Int) -> Int {
        gathered.set((bits | excluded) & Bits8(repeating: outside), at: place)
        return (~excluded).isAnySet ? 8 : 0
    }
}

/// The bits between `low` and `high` for which a condition holds, provided that it holds for none up to some bits and
/// for all beyond them. Returns `high + 1` if it holds for none.
func firstBits(from low: Int32, through high: Int32, where condition: (Int32) -> Bool) -> Int32 {
    var low = low
    var end = high + 1
    while low < end {
        let middle = low + (end - low) / 2
        if condition(middle) { end = middle } else { low = middle + 1 }
    }
    return low
}
