/// The results for one region: from pass 1, except for the deviations.
struct RegionTally: BitwiseCopyable {
    var validCount = 0
    var sum = 0.0
    /// Squared deviations of a quadrant's samples from their mean, from pass 3.
    var squaredDeviations = 0.0
}

enum RowKind: UInt8, BitwiseCopyable {
    /// All samples are valid and usable as neighbours.
    case open
    case withHoles
    /// No sample is valid.
    case empty
}

/// Pass 1: counts and sums the valid samples of each region and finds the nearest and farthest one.
///
/// Most rows have no hole. The smallest and the largest bit pattern of a row prove that (fact 7), and then no masks
/// are needed. Consecutive rows without holes are processed as one block, so that fixed costs occur once per block.
///
/// Sums are made in eight lanes, in another order than the specification's. Up to ``KernelPlan/exactSumLimit``
/// samples (fact 1) this makes no difference; beyond that, ``sequentialSum`` is used.
struct TallyPass {
    private let samples: SampleBuffer
    private let validity: ValidityBits
    /// The bits of the nearest and farthest valid samples so far: per lane, and for samples outside full groups of
    /// eight.
    private var nearestLanes = Bits8(repeating: .max)
    private var farthestLanes = Bits8.zero
    private var nearestRest = Int32.max
    private var farthestRest: Int32 = 0
    /// The kind of the last row. After a row with a hole the next one likely has one too, so it goes straight to
    /// masks.
    private(set) var kind = RowKind.open
    /// Whether ``EdgePass``'s buffer already holds the last masked row, with NaN for exactly the samples unusable as
    /// neighbours.
    private(set) var isRowMarked = false

    init(_ samples: SampleBuffer, _ validity: ValidityBits) {
        self.samples = samples
        self.validity = validity
    }

    var nearest: Int32 { min(nearestLanes.least, nearestRest) }
    var farthest: Int32 { max(farthestLanes.greatest, farthestRest) }

    /// The maximum number of rows per block, small enough that the next pass still finds the samples in the cache.
    /// Any number gives the same result.
    static func rowLimit(width: Int) -> Int { max(1, 4096 / width) }

    /// Adds rows to the tallies of their regions, if all samples are valid and usable. Otherwise returns false and
    /// adds nothing. All rows must lie in the same regions.
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

    /// Adds a row whose samples may be invalid, or equal to the lower end of the range.
    ///
    /// - Parameters:
    ///   - marked: receives a copy of the row, plus up to seven elements.
    ///   - place: the start of the copy.
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
        // Positive floats order like their bits; without a valid sample, the two extremes are infinity and 0.
        nearestLanes = nearestLanes.smaller(lanes.least.bits)
        farthestLanes = farthestLanes.larger(lanes.greatest.bits)
        let isAnyLowest = (lanes.least.bits .<= Bits8(repeating: validity.lowest)).lanes.isAnySet
        if validCount != slice.count || isAnyLowest { kind = .withHoles }
        isRowMarked = isRowMarked && !isAnyLowest && !lanes.isAboveRange.isAnySet
        return validCount
    }
}

/// Sums and extremes of rows without holes: lanes for groups of eight, single numbers for the remaining samples.
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

    @inline(__always)
    func areInside(_ validity: ValidityBits) -> Bool {
        let isOutside =
            (least .<= Bits8(repeating: validity.lowest)).lanes | (greatest .> Bits8(repeating: validity.highest)).lanes
        return !isOutside.isAnySet && smallest > validity.lowest && largest <= validity.highest
    }
}

/// Sums and extremes of a segment with holes, in groups of eight.
private struct MaskedLanes {
    private let validity: ValidityBits
    private(set) var least = Samples8(repeating: .infinity)
    private(set) var greatest = Samples8.zero
    /// Minus the number of holes, because a set lane is -1.
    private(set) var negativeHoleCount = Bits8.zero
    /// Whether a sample is above the range; also true for NaN and infinity without a sign,
    /// which only costs a second marking.
    private(set) var isAboveRange = Bits8.zero
    private(set) var sums = SIMD8<Double>.zero

    init(_ validity: ValidityBits) {
        self.validity = validity
    }

    /// Adds eight samples. Returns them with NaN for the invalid ones.
    @inline(__always)
    mutating func add(_ bits: Bits8) -> Samples8 {
        let invalid = validity.excludes(bits)
        // Setting all bits turns invalid samples into NaN, which is never smaller or larger.
        let clear = Samples8(bits: bits | invalid)
        least = clear.smallerOr(least)
        greatest = clear.largerOr(greatest)
        sums += clear.largerOr(.zero).widened
        negativeHoleCount &+= invalid
        isAboveRange |= (bits .> Bits8(repeating: validity.highest)).lanes
        return clear
    }
}

/// The sum as specified: sample by sample in raster order. `region` is nil for the whole map.
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
