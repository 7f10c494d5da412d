/// What is found out about the samples of a region, by the first pass but for the last.
struct RegionTally: BitwiseCopyable {
    var validCount = 0
    var sum = 0.0
    /// Of a quadrant's samples from their mean: what the third pass finds out.
    var squaredDeviations = 0.0
}

/// What the samples of a row are.
enum RowKind: UInt8, BitwiseCopyable {
    /// All are valid and, as neighbours, usable.
    case open
    case withHoles
    /// None is valid.
    case empty
}

/// First pass: counts and sums the valid samples of each region and finds their nearest and farthest one.
///
/// Most rows have no hole. The smallest and the largest bit pattern of a row tell (fact 7), and then nothing needs a
/// mask. As long as rows have none, many are looked at together: what there is to do once, it is done once for all.
///
/// The sums are made eight lanes at a time, which is another order than the specification's: fact 1
/// (``KernelPlan/exactSumLimit``) says up to how many samples that makes no difference; beyond it ``sequentialSum``
/// takes over.
struct TallyPass {
    private let samples: SampleBuffer
    private let validity: ValidityBits
    /// The bits of the nearest and of the farthest valid sample so far, in each lane those it has seen; and those of
    /// samples that are no eight together.
    private var nearestLanes = Bits8(repeating: .max)
    private var farthestLanes = Bits8.zero
    private var nearestRest = Int32.max
    private var farthestRest: Int32 = 0
    /// What the last row holds. If it had a hole the next one likely has, and is not looked at without masks first.
    private(set) var kind = RowKind.open
    /// Whether the last row that was not added as an open one stands in ``EdgePass``'s buffer, with NaN for what is not
    /// valid, and that is just what is not usable as a neighbour either.
    private(set) var isRowMarked = false

    init(_ samples: SampleBuffer, _ validity: ValidityBits) {
        self.samples = samples
        self.validity = validity
    }

    /// The bits of the nearest and of the farthest valid sample so far.
    var nearest: Int32 { min(nearestLanes.least, nearestRest) }
    var farthest: Int32 { max(farthestLanes.greatest, farthestRest) }

    /// How many rows are looked at together at most: so many samples that the next pass finds them close by. Any number
    /// gives the same result.
    static func rowLimit(width: Int) -> Int { max(1, 4096 / width) }

    /// Adds rows in which everything is valid and usable to the tallies of their regions, which are the same; returns
    /// false, with nothing added, if not all of it is.
    @inline(never)
    mutating func addOpen(_ rows: Range<Int>, _ layout: MapLayout, to tallies: Scratch<RegionTally>) -> Bool {
        var lanes = OpenLanes()
        var sums = SIMD4<Double>.zero
        var number = 0
        layout.forEachSegment(ofRow: rows.lowerBound) { segment in
            var start = segment.start
            lanes.sums = .zero
            lanes.sum = 0
            for _ in rows {
                lanes.add(samples.slice(from: start, count: min(segment.count, samples.count &- start)))
                start &+= layout.width
            }
            sums[number] = lanes.sum + lanes.sums.treeSum
            number &+= 1
        }
        guard lanes.areInside(validity) else { return false }
        number = 0
        layout.forEachSegment(ofRow: rows.lowerBound) { segment in
            tallies.change(segment.region) { tally in
                tally.validCount &+= min(segment.count &* rows.count, samples.count &- segment.start)
                tally.sum += sums[number]
            }
            number &+= 1
        }
        nearestLanes = nearestLanes.smaller(lanes.least)
        farthestLanes = farthestLanes.larger(lanes.greatest)
        nearestRest = min(nearestRest, lanes.smallest)
        farthestRest = max(farthestRest, lanes.largest)
        return true
    }

    /// Adds a row in which something may not be valid, or at the very end of the range.
    ///
    /// - Parameters:
    ///   - marked: the row is copied there, with up to seven elements behind it.
    ///   - place: where.
    @inline(never)
    mutating func addMasked(
        _ row: Int, _ layout: MapLayout, to tallies: Scratch<RegionTally>, _ marked: Scratch<Float>, _ place: Int
    ) {
        kind = .open
        isRowMarked = true
        var validCount = 0
        layout.forEachSegment(ofRow: row) { segment in
            let slice = samples.slice(from: segment.start, count: segment.count)
            validCount &+= tallies.change(segment.region) { tally in
                addMasked(slice, to: &tally, marked, place &+ segment.start &- row &* layout.width)
            }
        }
        if validCount == 0 { kind = .empty }
    }

    /// Adds a segment of such a row; returns how many of its samples are valid.
    @inline(never)
    private mutating func addMasked(
        _ slice: SampleBuffer, to tally: inout RegionTally, _ marked: Scratch<Float>, _ place: Int
    ) -> Int {
        var lanes = MaskedLanes(validity)
        var index = 0
        while index &+ 8 <= slice.count {
            marked.set(lanes.add(slice.eight(at: index).bits), at: place &+ index)
            index &+= 8
        }
        if index < slice.count {
            marked.set(lanes.add(slice.eightOrRest(at: index).bits), at: place &+ index)
            index &+= 8
        }
        let validCount = index + lanes.negativeHoleCount.wideSum
        tally.validCount += validCount
        tally.sum += lanes.sums.treeSum
        // Positive floats order like their bits; without any valid sample these are infinity and 0.
        nearestLanes = nearestLanes.smaller(lanes.least.bits)
        farthestLanes = farthestLanes.larger(lanes.greatest.bits)
        let isAnyLowest = (lanes.least.bits .<= Bits8(repeating: validity.lowest)).lanes.isAnySet
        if validCount != slice.count || isAnyLowest { kind = .withHoles }
        isRowMarked = isRowMarked && !isAnyLowest && !lanes.isTooFar.isAnySet
        return validCount
    }
}

/// What rows without holes have, eight samples at a time, and those that are no eight together one by one.
private struct OpenLanes {
    private(set) var least = Bits8(repeating: .max)
    private(set) var greatest = Bits8.zero
    private(set) var smallest = Int32.max
    private(set) var largest: Int32 = 0
    var sums = SIMD8<Double>.zero
    var sum = 0.0

    @inline(__always)
    mutating func add(_ samples: SampleBuffer) {
        let whole = samples.count & ~7
        forEachEight(upTo: whole) { index in
            let eight = samples.eight(at: index)
            least = least.smaller(eight.bits)
            greatest = greatest.larger(eight.bits)
            sums += eight.widened
        }
        for index in whole..<samples.count {
            let sample = samples[index]
            let bits = Int32(bitPattern: sample.bitPattern)
            smallest = min(smallest, bits)
            largest = max(largest, bits)
            sum += Double(sample)
        }
    }

    /// Whether all are valid, and usable as neighbours.
    @inline(__always)
    func areInside(_ validity: ValidityBits) -> Bool {
        let isOutside =
            (least .<= Bits8(repeating: validity.lowest)).lanes | (greatest .> Bits8(repeating: validity.highest)).lanes
        return !isOutside.isAnySet && smallest > validity.lowest && largest <= validity.highest
    }
}

/// What a segment with holes has, eight samples at a time.
private struct MaskedLanes {
    private let validity: ValidityBits
    private(set) var least = Samples8(repeating: .infinity)
    private(set) var greatest = Samples8.zero
    private(set) var negativeHoleCount = Bits8.zero
    private(set) var isTooFar = Bits8.zero
    private(set) var sums = SIMD8<Double>.zero

    init(_ validity: ValidityBits) {
        self.validity = validity
    }

    /// Adds eight. Returns them with NaN for what is not valid.
    @inline(__always)
    mutating func add(_ bits: Bits8) -> Samples8 {
        let invalid = validity.excludes(bits)
        // With all bits set what is not valid is NaN, which is never smaller or larger.
        let clear = Samples8(bits: bits | invalid)
        least = clear.smallerOr(least)
        greatest = clear.largerOr(greatest)
        sums += clear.largerOr(.zero).widened
        negativeHoleCount &+= invalid
        isTooFar |= (bits .> Bits8(repeating: validity.highest)).lanes
        return clear
    }
}

/// The sum as the specification says it: sample by sample in raster order. `region` is nil for the whole map.
func sequentialSum(
    of samples: SampleBuffer, in layout: MapLayout, region: Int?, validity: ValidityBits
) -> Double {
    var sum = 0.0
    for row in 0..<layout.rowCount {
        layout.forEachSegment(ofRow: row) { segment in
            guard region == nil || region == segment.region else { return }
            for index in segment.start..<segment.start + segment.count
            where validity.contains(Int32(bitPattern: samples[index].bitPattern)) {
                sum += Double(samples[index])
            }
        }
    }
    return sum
}
