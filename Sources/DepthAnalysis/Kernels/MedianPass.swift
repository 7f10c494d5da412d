/// Pass 4: the upper median without sorting, and the samples around it.
///
///     let pass = MedianPass(samples, in: aroundBin, gathered: gathered)
///     let median = pass.bits(ofRank: rank, in: bin, count: counts[bin], below: belowBin, rest: rest)
///     let uniformCount = pass.count(in: band)
///
/// Fact 5: bins are monotonic in depth, so the histogram identifies the bin of the sample with rank n / 2. The samples
/// of that bin, or of all bins that the screen band reaches, are gathered as bits, which order like the samples (fact
/// 7). Each round chooses two pivots, counts the samples up to each, and narrows the interval that contains the median.
/// Once at most half of the groups can still have samples inside, the other groups are dropped. The first pivots
/// surround a depth that many samples share or, if there is none, the position of the median for evenly spread samples.
/// If the median is elsewhere, a small sample estimates the distribution.
///
/// Whole groups of eight are gathered: moving single samples would cost more than scanning some half-empty groups.
/// Samples are shifted as in ``BitInterval``, so that those outside the interval compare greater than all others.
struct MedianPass {
    private let interval: ClosedRange<Int32>
    private let gathered: Scratch<Int32>
    private let length: Int

    /// The number of elements needed to gather `count` of `sampleCount` samples: a group of eight for each, at most all
    /// groups, plus one group that is written but not kept.
    static func capacity(count: Int, sampleCount: Int) -> Int { 8 * min(count, (sampleCount + 7) / 8) + 8 }

    /// The number of elements needed to find one of `count` gathered samples: half of the groups at most, plus the
    /// probes.
    static func restCapacity(count: Int, sampleCount: Int) -> Int {
        8 * min(count, (sampleCount + 7) / 16) + 8 + probeCount
    }

    /// The number of samples from which the distribution is estimated.
    private static let probeCount = 64

    /// - Parameter gathered: room for ``capacity(count:sampleCount:)`` elements; in use as long as this pass.
    init(_ samples: SampleBuffer, in interval: ClosedRange<Int32>, gathered: Scratch<Int32>) {
        self.interval = interval
        self.gathered = gathered
        length = Self.gather(samples, BitInterval(interval), into: gathered)
    }

    /// The bits of the sample with a given rank.
    ///
    /// - Parameters:
    ///   - rank: from 0, among the samples inside `bin`.
    ///   - bin: an interval of bits inside the gathered interval.
    ///   - count: the number of samples inside `bin`.
    ///   - below: the number of gathered samples nearer than `bin`.
    ///   - rest: room for ``restCapacity(count:sampleCount:)`` elements.
    func bits(
        ofRank rank: Int, in bin: ClosedRange<Int32>, count: Int, below: Int, rest: Scratch<Int32>
    ) -> Int32 {
        var (first, last) = (BitInterval.moved(bin.lowerBound, interval), BitInterval.moved(bin.upperBound, interval))
        var least = interval.lowerBound
        var (rank, count, below) = (rank, count, below)
        var (kept, length) = (gathered, length)
        var choice = PivotChoice.even
        var round = 0
        while first < last {
            if count <= Self.probeCount / 2 && length <= 8 * Self.probeCount {
                let end = Self.sort(kept, of: length, at: { $0 }, in: first...last, room: rest)
                assert(end - (rest.count - Self.probeCount) == count)
                first = rest[end - count + rank]
                break
            }
            let shared = round < 2 ? Self.sharedPivots(first, last, kept, length) : nil
            let (lower, upper) =
                if let shared {
                    shared
                } else {
                    switch choice {
                    case .even: Self.evenPivots(ofRank: rank, of: count, first, last)
                    case .sampled: Self.sampledPivots(ofRank: rank, of: count, first, last, kept, length, room: rest)
                    case .thirds: Self.thirds(first, last)
                    }
                }
            round &+= 1
            let counts = Self.counts(of: kept, length, upTo: lower, upper)
            let (upToLower, upToUpper) = (counts.0 - below, counts.1 - below)
            let isBetween = upToLower <= rank && rank < upToUpper
            if rank < upToLower {
                last = lower
                count = upToLower
            } else if isBetween {
                (first, last) = (lower + 1, upper)
                rank -= upToLower
                count = upToUpper - upToLower
                below = counts.0
            } else {
                first = upper + 1
                rank -= upToUpper
                count -= upToUpper
                below = counts.1
            }
            if !isBetween && shared == nil { choice = choice == .sampled ? .thirds : .sampled }
            // At most half of the groups can have numbers in the interval.
            if count <= length / 16 && first < last {
                length = Self.keep(first...last, of: kept, length, in: rest)
                (kept, below) = (rest, 0)
                // The numbers are shifted again.
                least &+= first &- .min
                (first, last) = (.min, BitInterval.moved(last, first...last))
            }
        }
        return least &+ (first &- .min)
    }

    private enum PivotChoice {
        case even, sampled, thirds
    }

    /// The number of gathered samples inside a part of the gathered interval.
    @inline(never)
    func count(in interval: ClosedRange<Int32>) -> Int {
        let lanes = BitInterval(
            BitInterval.moved(
                interval.lowerBound, self.interval)...BitInterval.moved(interval.upperBound, self.interval))
        var negativeCount = Bits8.zero
        forEachEight(upTo: length) { negativeCount &+= lanes.excludes(gathered.eight(at: $0)) }
        return length + negativeCount.wideSum
    }

    // Both pivots lie in `first..<last` and may be equal.

    /// Pivots around a number that many samples seem to share: of the first samples found at three distant places,
    /// two are equal.
    private static func sharedPivots(
        _ first: Int32, _ last: Int32, _ kept: Scratch<Int32>, _ length: Int
    ) -> (lower: Int32, upper: Int32)? {
        let step = length / 3
        var others = (Int32.max, Int32.max)
        for place in 0..<3 {
            var index = place &* step
            let end = index &+ min(step, probeCount)
            while index < end && !(first...last).contains(kept[index]) { index &+= 1 }
            guard index < end else { return nil }
            let number = kept[index]
            if number == others.0 || number == others.1 {
                return (max(first &+ 1, number) &- 1, min(last &- 1, number))
            }
            others = (others.1, number)
        }
        return nil
    }

    /// Pivots slightly below and above the position that the rank would have if the numbers were evenly spread.
    private static func evenPivots(
        ofRank rank: Int, of count: Int, _ first: Int32, _ last: Int32
    ) -> (lower: Int32, upper: Int32) {
        let spread = last - first
        let place = min(Int32(Double(spread) * (Double(rank) / Double(count))), spread - 1)
        let margin = spread / 16
        return (first + max(0, place - margin), first + min(spread - 1, place + margin))
    }

    /// Reads the numbers at `placeCount` places and sorts those inside an interval (at most ``probeCount``) into the
    /// last elements of `room`. Returns the index after the sorted numbers.
    @inline(__always)
    private static func sort(
        _ numbers: Scratch<Int32>, of placeCount: Int, at place: (_ index: Int) -> Int,
        in interval: ClosedRange<Int32>, room: Scratch<Int32>
    ) -> Int {
        let start = room.count - probeCount
        var end = start
        for index in 0..<placeCount {
            let number = numbers[place(index)]
            guard interval.contains(number) else { continue }
            var free = end
            while free > start && room[free - 1] > number {
                room[free] = room[free - 1]
                free -= 1
            }
            room[free] = number
            end += 1
        }
        return end
    }

    private static func thirds(_ first: Int32, _ last: Int32) -> (lower: Int32, upper: Int32) {
        (first + (last - first) / 3, last - 1 - (last - first) / 3)
    }

    /// Pivots slightly below and above the rank's position among a few sampled numbers. If many are equal, the pivots
    /// enclose just that number.
    ///
    /// - Parameter room: the sampled numbers are sorted at its end.
    private static func sampledPivots(
        ofRank rank: Int, of count: Int, _ first: Int32, _ last: Int32, _ kept: Scratch<Int32>, _ length: Int,
        room: Scratch<Int32>
    ) -> (lower: Int32, upper: Int32) {
        let groupCount = length / 8
        let end = sort(
            kept, of: probeCount, at: { $0 * groupCount / probeCount * 8 + $0 * 3 % 8 }, in: first...last, room: room)
        let start = room.count - probeCount
        let margin = 5
        guard end - start > 2 * margin else { return thirds(first, last) }
        let place = start + rank * (end - start) / count
        let lower = place - margin < start ? first : room[place - margin]
        let upper = place + margin >= end ? last : room[place + margin]
        return (lower > first ? lower - 1 : first, min(last - 1, upper))
    }

    @inline(never)
    private static func counts(
        of gathered: Scratch<Int32>, _ length: Int, upTo lower: Int32, _ upper: Int32
    ) -> (Int, Int) {
        let limits = (Bits8(repeating: lower), Bits8(repeating: upper))
        // Counts the numbers above each limit, in one instruction; those outside the gathered interval count as above.
        var negativeCounts = (Bits8.zero, Bits8.zero)
        forEachEight(upTo: length) { index in
            let bits = gathered.eight(at: index)
            negativeCounts.0 &+= (bits .> limits.0).lanes
            negativeCounts.1 &+= (bits .> limits.1).lanes
        }
        return (length + negativeCounts.0.wideSum, length + negativeCounts.1.wideSum)
    }

    /// Copies the groups with numbers inside an interval, shifted; `rest` may be `gathered`. Returns the number of
    /// elements copied.
    @inline(never)
    private static func keep(
        _ interval: ClosedRange<Int32>, of gathered: Scratch<Int32>, _ length: Int, in rest: Scratch<Int32>
    ) -> Int {
        let lanes = BitInterval(interval)
        var kept = 0
        forEachEight(upTo: length) { index in
            let moved = lanes.moved(gathered.eight(at: index))
            rest.set(moved, at: kept)
            kept &+= lanes.includesAny(moved: moved) ? 8 : 0
        }
        return kept
    }

    /// Copies the groups with samples inside an interval, shifted. Returns the number of elements copied.
    @inline(never)
    private static func gather(_ samples: SampleBuffer, _ interval: BitInterval, into gathered: Scratch<Int32>) -> Int {
        let whole = samples.count & ~7
        var kept = 0
        forEachEight(upTo: whole) { index in
            let moved = interval.moved(samples.eight(at: index).bits)
            gathered.set(moved, at: kept)
            kept &+= interval.includesAny(moved: moved) ? 8 : 0
        }
        if whole < samples.count {
            let moved = interval.moved(samples.eightOrRest(at: whole).bits)
            gathered.set(moved, at: kept)
            kept &+= interval.includesAny(moved: moved) ? 8 : 0
        }
        return kept
    }
}

/// The first bits in `low...high` for which a condition holds; `high + 1` if there are none. The condition must be
/// false below some bits and true from them on.
func firstBits(from low: Int32, through high: Int32, where condition: (Int32) -> Bool) -> Int32 {
    var low = low
    var end = high + 1
    while low < end {
        let middle = low + (end - low) / 2
        if condition(middle) { end = middle } else { low = middle + 1 }
    }
    return low
}
