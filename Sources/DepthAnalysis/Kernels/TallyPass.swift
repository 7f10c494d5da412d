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
/// Most segments of most rows have no hole. The smallest and the largest bit pattern of a segment tell (fact 7), and
/// then nothing needs a mask.
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
    /// Whether the last row had a hole: then the next one likely has, and is not looked at without masks first.
    private var expectsHoles = false
    /// What the row holds.
    private(set) var row = RowKind.open
    /// Whether the whole row stands in ``EdgePass``'s buffer, with NaN for what is not valid, and that is just what is
    /// not usable as a neighbour either.
    private(set) var isRowMarked = true
    private var rowValidCount = 0

    init(_ samples: SampleBuffer, _ validity: ValidityBits) {
        self.samples = samples
        self.validity = validity
    }

    /// The bits of the nearest and of the farthest valid sample so far.
    var nearest: Int32 { min(nearestLanes.least, nearestRest) }
    var farthest: Int32 { max(farthestLanes.greatest, farthestRest) }

    /// Begins a row.
    @inline(__always)
    mutating func beginRow() {
        expectsHoles = row != .open
        row = .open
        isRowMarked = true
        rowValidCount = 0
    }

    /// Ends a row.
    @inline(__always)
    mutating func endRow() {
        if rowValidCount == 0 { row = .empty }
    }

    /// Adds a segment of the row to the tally of its region.
    ///
    /// - Parameters:
    ///   - marked: the segment is copied there where it may have holes, with up to seven elements behind it.
    ///   - place: where.
    @inline(__always)
    mutating func add(
        _ segment: MapLayout.Segment, to tally: inout RegionTally, marked: Scratch<Float>, at place: Int
    ) {
        let slice = samples.slice(from: segment.start, count: segment.count)
        if expectsHoles || !addOpen(slice, to: &tally) {
            addMasked(slice, to: &tally, marked, place)
        } else {
            isRowMarked = false
        }
    }

    /// Adds a segment in which everything is valid and usable; returns false, with nothing added, if not all of it is.
    @inline(never)
    private mutating func addOpen(_ slice: SampleBuffer, to tally: inout RegionTally) -> Bool {
        let whole = slice.count & ~7
        var least = Bits8(repeating: .max)
        var greatest = Bits8.zero
        var sums = SIMD8<Double>.zero
        var index = 0
        while index < whole {
            let lanes = slice.eight(at: index)
            least = least.smaller(lanes.bits)
            greatest = greatest.larger(lanes.bits)
            sums += lanes.widened
            index &+= 8
        }
        var smallest = Int32.max
        var largest: Int32 = 0
        var sum = sums.treeSum
        while index < slice.count {
            let sample = slice[index]
            let bits = Int32(bitPattern: sample.bitPattern)
            smallest = min(smallest, bits)
            largest = max(largest, bits)
            sum += Double(sample)
            index &+= 1
        }
        let isOutside =
            (least .<= Bits8(repeating: validity.lowest)).lanes | (greatest .> Bits8(repeating: validity.highest)).lanes
        guard !isOutside.isAnySet, smallest > validity.lowest, largest <= validity.highest else { return false }
        tally.validCount += slice.count
        tally.sum += sum
        nearestLanes = nearestLanes.smaller(least)
        farthestLanes = farthestLanes.larger(greatest)
        nearestRest = min(nearestRest, smallest)
        farthestRest = max(farthestRest, largest)
        rowValidCount += slice.count
        return true
    }

    /// The same for a segment in which something may not be valid, or at the very end of the range.
    @inline(never)
    private mutating func addMasked(
        _ slice: SampleBuffer, to tally: inout RegionTally, _ marked: Scratch<Float>, _ place: Int
    ) {
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
        rowValidCount += validCount
        tally.sum += lanes.sums.treeSum
        // Positive floats order like their bits; without any valid sample these are infinity and 0.
        nearestLanes = nearestLanes.smaller(lanes.least.bits)
        farthestLanes = farthestLanes.larger(lanes.greatest.bits)
        let isAnyLowest = (lanes.least.bits .<= Bits8(repeating: validity.lowest)).lanes.isAnySet
        if validCount != slice.count || isAnyLowest { row = .withHoles }
        isRowMarked = isRowMarked && !isAnyLowest && !lanes.isTooFar.isAnySet
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
