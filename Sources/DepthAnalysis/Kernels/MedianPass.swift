/// Fourth pass: the upper median, without sorting.
///
/// Fact 5: the histogram tells in which bin the sample of rank n / 2 lies, since bins do not fall as depths grow. The
/// samples of that bin are gathered, as bits, which order like the samples (fact 7); among them the rank is found digit
/// by digit.
struct MedianPass {
    /// Values of one digit.
    static let digitBits: Int32 = 8
    static let digitCount = 1 << 8

    private let samples: SampleBuffer

    init(_ samples: SampleBuffer) {
        self.samples = samples
    }

    /// The bits of the sample of a rank.
    ///
    /// - Parameters:
    ///   - rank: from 0, among the samples inside `interval`.
    ///   - interval: bits of valid samples.
    ///   - count: samples inside `interval`.
    ///   - gathered: room for `count` elements and eight more.
    ///   - digits: room for ``digitCount`` elements.
    func bits(
        ofRank rank: Int, in interval: ClosedRange<Int32>, count: Int, gathered: Scratch<Int32>, digits: Scratch<Int>
    ) -> Int32 {
        gather(interval, into: gathered)
        var rank = rank
        var count = count
        var first = interval.lowerBound
        var last = interval.upperBound
        while first < last {
            let width = Int32.bitWidth - (last - first).leadingZeroBitCount
            let shift = max(0, Int32(width) - Self.digitBits)
            for digit in 0..<Self.digitCount { digits[digit] = 0 }
            for index in 0..<count { digits[Int((gathered[index] - first) >> shift)] += 1 }
            var digit = 0
            while rank >= digits[digit] {
                rank -= digits[digit]
                digit += 1
            }
            first += Int32(digit) << shift
            last = first + (1 << shift - 1)
            var kept = 0
            for index in 0..<count {
                let bits = gathered[index]
                gathered[kept] = bits
                kept += bits >= first && bits <= last ? 1 : 0
            }
            count = kept
        }
        return first
    }

    /// Copies the bits of every sample inside an interval, in raster order.
    @inline(never)
    private func gather(_ interval: ClosedRange<Int32>, into gathered: Scratch<Int32>) {
        let below = Bits8(repeating: interval.lowerBound &- 1)
        let last = Bits8(repeating: interval.upperBound)
        let whole = samples.count & ~7
        var kept = 0
        var index = 0
        while index < whole {
            let bits = samples.eight(at: index).bits
            let isInside = (bits .> below).lanes & ~(bits .> last).lanes
            if isInside.isAnySet {
                for lane in 0..<8 {
                    gathered[kept] = bits[lane]
                    kept -= Int(isInside[lane])
                }
            }
            index += 8
        }
        while index < samples.count {
            let bits = Int32(bitPattern: samples[index].bitPattern)
            if interval.contains(bits) {
                gathered[kept] = bits
                kept += 1
            }
            index += 1
        }
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

extension DepthHistogram<Double> {
    /// The bits of the samples that belong to a bin, between those of the nearest and of the farthest sample.
    static func interval(
        ofBin bin: Int, nearest: Int32, farthest: Int32, minimum: Double, binWidth: Double, binCount: Int
    ) -> ClosedRange<Int32> {
        func binOf(_ bits: Int32) -> Int {
            let depth = Double(Float(bitPattern: UInt32(bitPattern: bits)))
            return Self.bin(at: (depth - minimum) / binWidth, binCount: binCount)
        }
        let first = firstBits(from: nearest, through: farthest) { binOf($0) >= bin }
        let next = firstBits(from: first, through: farthest) { binOf($0) > bin }
        return first...next - 1
    }
}
