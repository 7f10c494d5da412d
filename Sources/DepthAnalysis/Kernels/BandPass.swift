/// Fifth pass: counts the samples closer to the median than the screen band.
///
/// Fact 6: the rounded difference `d - median` does not fall as d grows, so the samples with `|d - median| < band` are
/// those of one interval of bits. Both ends are found by halving; after that counting is comparing whole numbers.
enum BandPass {
    /// The bits of the valid samples inside the band, nil when it has no width.
    static func interval(median: Int32, band: Double, nearest: Int32, farthest: Int32) -> ClosedRange<Int32>? {
        guard band > 0 else { return nil }
        let centre = Double(Float(bitPattern: UInt32(bitPattern: median)))
        func distance(_ bits: Int32) -> Double { abs(Double(Float(bitPattern: UInt32(bitPattern: bits))) - centre) }
        let first = firstBits(from: nearest, through: median) { distance($0) < band }
        let next = firstBits(from: median, through: farthest) { !(distance($0) < band) }
        return first...next - 1
    }

    /// The same for the client, who subtracts and compares in f32.
    static func intervalInSingle(
        median: Int32, band: Float, nearest: Int32, farthest: Int32
    ) -> ClosedRange<Int32>? {
        guard band > 0 else { return nil }
        let centre = Float(depthOf: median)
        let first = firstBits(from: nearest, through: median) { abs(Float(depthOf: $0) - centre) < band }
        let next = firstBits(from: median, through: farthest) { !(abs(Float(depthOf: $0) - centre) < band) }
        return first...next - 1
    }

    /// How many samples have bits inside an interval.
    @inline(never)
    static func count(_ samples: SampleBuffer, in interval: ClosedRange<Int32>) -> Int {
        let lanes = BitInterval(interval)
        let whole = samples.count & ~7
        var count = 0
        var index = 0
        while index < whole {
            // A lane counts to 2^31 at most: the parts of a long map are counted one after the other.
            let end = min(whole, index + 1 << 30)
            var negativeCount = Bits8.zero
            count += end - index
            while index < end {
                negativeCount &+= lanes.excludes(samples.eight(at: index).bits)
                index &+= 8
            }
            count += negativeCount.wideSum
        }
        while index < samples.count {
            if interval.contains(Int32(bitPattern: samples[index].bitPattern)) { count += 1 }
            index += 1
        }
        return count
    }
}
