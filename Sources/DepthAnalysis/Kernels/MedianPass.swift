/// Fourth pass: the upper median, without sorting.
///
/// Fact 5: the histogram tells in which bin the sample of rank n / 2 lies, since bins do not fall as depths grow. The
/// samples of that bin are gathered, as bits, which order like the samples (fact 7). Among them the rank is found by
/// halving: how many are up to some bits is counted eight at a time, and what can no longer be it is left out.
struct MedianPass {
    /// Once no more than this fraction of those gathered can be it, the others are left out.
    private static let worthKeeping = 8

    private let samples: SampleBuffer

    init(_ samples: SampleBuffer) {
        self.samples = samples
    }

    /// Room that ``bits(ofRank:in:count:gathered:groups:)`` needs to gather so many samples, in elements.
    static func capacity(count: Int) -> Int { count + 16 }

    /// The bits of the sample of a rank.
    ///
    /// - Parameters:
    ///   - rank: from 0, among the samples inside `interval`.
    ///   - interval: bits of valid samples.
    ///   - count: samples inside `interval`.
    ///   - gathered: room for ``capacity(count:)`` elements.
    ///   - groups: room for an element for every eight samples of the map.
    func bits(
        ofRank rank: Int, in interval: ClosedRange<Int32>, count: Int, gathered: Scratch<Int32>,
        groups: Scratch<Int32>
    ) -> Int32 {
        gather(interval, into: gathered, groups)
        var (first, last) = (interval.lowerBound, interval.upperBound)
        var (rank, count) = (rank, count)
        // Of those gathered, so many are below the first bits and up to the last.
        var (countBelow, countUpTo) = (0, count)
        // What follows them is above all bits.
        gathered.set(Bits8(repeating: .max), at: count)
        while first < last {
            let middle = first + (last - first) / 2
            let countUpToMiddle = Self.count(of: gathered, count, upTo: middle)
            if rank < countUpToMiddle {
                last = middle
                countUpTo = countUpToMiddle
            } else {
                first = middle + 1
                countBelow = countUpToMiddle
            }
            guard countUpTo - countBelow <= count / Self.worthKeeping else { continue }
            Self.keep(first...last, of: gathered, count)
            rank -= countBelow
            count = countUpTo - countBelow
            (countBelow, countUpTo) = (0, count)
            gathered.set(Bits8(repeating: .max), at: count)
        }
        return first
    }

    /// How many bits there are up to some.
    @inline(never)
    private static func count(of gathered: Scratch<Int32>, _ count: Int, upTo bits: Int32) -> Int {
        let limit = Bits8(repeating: bits)
        var negativeCount = Bits8.zero
        var index = 0
        while index < count {
            negativeCount &+= (gathered.eight(at: index) .<= limit).lanes
            index &+= 8
        }
        return -negativeCount.wideSum
    }

    /// Leaves out the bits outside of an interval.
    @inline(never)
    private static func keep(_ interval: ClosedRange<Int32>, of gathered: Scratch<Int32>, _ count: Int) {
        var kept = 0
        for index in 0..<count {
            let bits = gathered[index]
            gathered[kept] = bits
            kept &+= interval.holds(bits)
        }
    }

    /// Copies the bits of every sample inside an interval, in raster order.
    ///
    /// First the groups of eight are listed in which there is one, then these are gone through: neither has to guess
    /// what comes next.
    @inline(never)
    private func gather(_ interval: ClosedRange<Int32>, into gathered: Scratch<Int32>, _ groups: Scratch<Int32>) {
        let lanes = BitInterval(interval)
        let whole = samples.count & ~7
        var groupCount = 0
        var index = 0
        while index < whole {
            groups[groupCount] = Int32(truncatingIfNeeded: index / 8)
            groupCount &+= (~lanes.excludes(samples.eight(at: index).bits)).isAnySet ? 1 : 0
            index &+= 8
        }
        var kept = 0
        for group in 0..<groupCount {
            let start = 8 * Int(groups[group])
            let bits = samples.eight(at: start).bits
            if !lanes.excludes(bits).isAnySet {
                gathered.set(bits, at: kept)
                kept &+= 8
            } else {
                copy(start..<start &+ 8, inside: interval, into: gathered, &kept)
            }
        }
        copy(whole..<samples.count, inside: interval, into: gathered, &kept)
    }

    @inline(__always)
    private func copy(
        _ range: Range<Int>, inside interval: ClosedRange<Int32>, into gathered: Scratch<Int32>, _ kept: inout Int
    ) {
        for index in range {
            let bits = Int32(bitPattern: samples[index].bitPattern)
            gathered[kept] = bits
            kept &+= interval.holds(bits)
        }
    }
}

extension ClosedRange<Int32> {
    /// 1 for bits inside, 0 for others: below the interval the difference wraps around to a large one.
    @inline(__always)
    fileprivate func holds(_ bits: Int32) -> Int {
        UInt32(bitPattern: bits &- lowerBound) <= UInt32(bitPattern: upperBound &- lowerBound) ? 1 : 0
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
