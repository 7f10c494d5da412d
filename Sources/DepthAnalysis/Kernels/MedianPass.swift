/// Fourth pass: the upper median, without sorting.
///
/// Fact 5: the histogram tells in which bin the sample of rank n / 2 lies, since bins do not fall as depths grow. The
/// samples of that bin are gathered, as bits, which order like the samples (fact 7). Among them the rank is found by
/// halving: how many are up to some bits is counted eight at a time, and what can no longer be it is left out.
///
/// Samples are gathered in the groups of eight in which they stand, with the greatest of all bits for those of a group
/// that are outside: moving single ones would take longer than looking at some eights that are half empty.
struct MedianPass {
    /// What cannot be it is left out after so many halvings, or sooner, when that is half of those gathered.
    private static let halvingLimit = 3
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
        // A map of few values may have one in that bin, or two far apart: between those there are it is sooner found.
        var (first, last) = Self.extremes(of: gathered, length)
        var (rank, count) = (rank, count)
        // Of those gathered, so many are below the first bits and up to the last.
        var (countBelow, countUpTo) = (0, count)
        var halvings = 0
        while first < last {
            let middle = first + (last - first) / 2
            let countUpToMiddle = Self.count(of: gathered, length, upTo: middle)
            if rank < countUpToMiddle {
                last = middle
                countUpTo = countUpToMiddle
            } else {
                first = middle + 1
                countBelow = countUpToMiddle
            }
            halvings += 1
            guard countUpTo - countBelow <= count / 2 || halvings == Self.halvingLimit else { continue }
            length = Self.keep(first...last, of: gathered, length)
            (first, last) = Self.extremes(of: gathered, length)
            rank -= countBelow
            count = countUpTo - countBelow
            (countBelow, countUpTo) = (0, count)
            halvings = 0
        }
        return first
    }

    /// The least and the greatest bits there are.
    @inline(never)
    private static func extremes(of gathered: Scratch<Int32>, _ length: Int) -> (first: Int32, last: Int32) {
        var least = Bits8(repeating: outside)
        var greatest = Bits8.zero
        var index = 0
        while index < length {
            let bits = gathered.eight(at: index)
            least = least.smaller(bits)
            greatest = greatest.larger(bits & (bits .< Bits8(repeating: outside)).lanes)
            index &+= 8
        }
        return (least.least, greatest.greatest)
    }

    /// How many bits there are up to some.
    @inline(never)
    private static func count(of gathered: Scratch<Int32>, _ length: Int, upTo bits: Int32) -> Int {
        let limit = Bits8(repeating: bits)
        var negativeCount = Bits8.zero
        var index = 0
        while index < length {
            negativeCount &+= (gathered.eight(at: index) .<= limit).lanes
            index &+= 8
        }
        return -negativeCount.wideSum
    }

    /// Leaves out the bits outside of an interval. Returns how many elements there are then.
    @inline(never)
    private static func keep(_ interval: ClosedRange<Int32>, of gathered: Scratch<Int32>, _ length: Int) -> Int {
        let lanes = BitInterval(interval)
        var kept = 0
        var index = 0
        while index < length {
            kept &+= store(gathered.eight(at: index), inside: lanes, into: gathered, at: kept)
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
            kept &+= Self.store(samples.eight(at: index).bits, inside: lanes, into: gathered, at: kept)
            index &+= 8
        }
        if whole < samples.count {
            kept &+= Self.store(samples.eightOrRest(at: whole).bits, inside: lanes, into: gathered, at: kept)
        }
        return kept
    }

    /// Stores a group of eight. Returns how many elements are to be kept of it: none where all are outside.
    @inline(__always)
    private static func store(
        _ bits: Bits8, inside lanes: BitInterval, into gathered: Scratch<Int32>, at place: Int
    ) -> Int {
        let excluded = lanes.excludes(bits)
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
