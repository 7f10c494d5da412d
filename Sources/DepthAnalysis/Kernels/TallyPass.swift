/// What the first pass finds out about the samples of a region.
struct RegionTally: BitwiseCopyable {
    var validCount = 0
    var sum = 0.0
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
    /// The bits of the nearest and of the farthest valid sample so far.
    private(set) var nearest = Int32.max
    private(set) var farthest: Int32 = 0
    /// Whether the last segment had a hole: then the next one likely has, and is not looked at without masks first.
    private var expectsHoles = false

    init(_ samples: SampleBuffer, _ validity: ValidityBits) {
        self.samples = samples
        self.validity = validity
    }

    /// Adds a segment to the tally of its region.
    ///
    /// - Returns: whether the segment is open: every sample is valid and, as a neighbour, usable.
    @inline(__always)
    mutating func add(_ segment: MapLayout.Segment, to tally: inout RegionTally) -> Bool {
        let slice = samples.slice(from: segment.start, count: segment.count)
        if expectsHoles { return addMasked(slice, to: &tally) }
        let whole = segment.count & ~7
        var least = Bits8(repeating: .max)
        var greatest = Bits8(repeating: .min)
        var sumLow = SIMD4<Double>.zero
        var sumHigh = SIMD4<Double>.zero
        var index = 0
        while index < whole {
            let lanes = slice.eight(at: index)
            least = least.smaller(lanes.bits)
            greatest = greatest.larger(lanes.bits)
            sumLow += lanes.wideLow
            sumHigh += lanes.wideHigh
            index += 8
        }
        var smallest = least.least
        var largest = greatest.greatest
        var sum = (sumLow + sumHigh).treeSum
        while index < segment.count {
            let sample = slice[index]
            let bits = Int32(bitPattern: sample.bitPattern)
            smallest = min(smallest, bits)
            largest = max(largest, bits)
            sum += Double(sample)
            index += 1
        }
        guard smallest > validity.lowest, largest <= validity.highest else {
            return addMasked(slice, to: &tally)
        }
        tally.validCount += segment.count
        tally.sum += sum
        nearest = min(nearest, smallest)
        farthest = max(farthest, largest)
        return true
    }

    /// The same for a segment in which something may not be valid, or at the very end of the range.
    @inline(never)
    private mutating func addMasked(_ slice: SampleBuffer, to tally: inout RegionTally) -> Bool {
        var least = Samples8(repeating: .infinity)
        var greatest = Samples8.zero
        var negativeCount = Bits8.zero
        var sumLow = SIMD4<Double>.zero
        var sumHigh = SIMD4<Double>.zero
        var index = 0
        while index < slice.count {
            let bits = slice.eightOrRest(at: index).bits
            let isValid = validity.contains(bits)
            // With all bits set what is not valid is NaN, which is never smaller or larger.
            let clear = Samples8(bits: bits | ~isValid)
            least = clear.smallerOr(least)
            greatest = clear.largerOr(greatest)
            negativeCount &+= isValid
            let values = Samples8(bits: bits & isValid)
            sumLow += values.wideLow
            sumHigh += values.wideHigh
            index &+= 8
        }
        let validCount = -negativeCount.wideSum
        tally.validCount += validCount
        tally.sum += (sumLow + sumHigh).treeSum
        // Positive floats order like their bits; without any valid sample these are infinity and 0.
        nearest = min(nearest, least.bits.least)
        farthest = max(farthest, greatest.bits.greatest)
        let isOpen = validCount == slice.count && least.bits.least > validity.lowest
        expectsHoles = !isOpen
        return isOpen
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
