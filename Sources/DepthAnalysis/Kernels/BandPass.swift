/// Pass 4: counts the samples whose distance from the median is less than the screen band. If ``MedianPass`` has
/// gathered them all, it counts them; otherwise `count(_:in:)` sweeps the map.
///
/// Fact 6: the rounded difference `d - median` is monotonic in d, so the samples with `|d - median| < band` form one
/// interval of bit patterns. Both ends are found by bisection; after that, counting compares integers.
struct BandPass {
    private let band: Double
    private let isSingle: Bool
    private let nearest: Int32
    private let farthest: Int32

    init(_ plan: KernelPlan, nearest: Int32, farthest: Int32) {
        band = plan.parameters.screenBand
        isSingle = plan.isSingle
        self.nearest = nearest
        self.farthest = farthest
    }

    /// The bits of the valid samples inside the band around a median; nil when the band has no width.
    func interval(around median: Int32) -> ClosedRange<Int32>? {
        guard isSingle ? Float(band) > 0 : band > 0 else { return nil }
        let first = firstBits(from: nearest, through: median) { isInside($0, median) }
        let next = firstBits(from: median, through: farthest) { !isInside($0, median) }
        return first...next - 1
    }

    /// The bits of all samples inside the band around any of `medians`. The interval may be slightly too large, because
    /// it allows for the largest possible rounding error.
    func reach(around medians: ClosedRange<Int32>) -> ClosedRange<Int32> {
        let margin = Float(band) * (1 + 0x1p-10)
        let first = max(Float(depthOf: nearest), Float(depthOf: medians.lowerBound) - margin)
        let last = min(Float(depthOf: farthest), Float(depthOf: medians.upperBound) + margin)
        return Int32(bitPattern: first.bitPattern)...Int32(bitPattern: max(first, last).bitPattern)
    }

    /// Whether a sample is inside the band; the client subtracts and compares in f32.
    private func isInside(_ sample: Int32, _ median: Int32) -> Bool {
        let (depth, centre) = (Float(depthOf: sample), Float(depthOf: median))
        return isSingle ? abs(depth - centre) < Float(band) : abs(Double(depth) - Double(centre)) < band
    }

    @inline(never)
    static func count(_ samples: SampleBuffer, in interval: ClosedRange<Int32>) -> Int {
        let lanes = BitInterval(interval)
        let whole = samples.count & ~7
        var count = 0
        var index = 0
        while index < whole {
            // A lane counts up to 2^31, so a longer map is counted in parts.
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
