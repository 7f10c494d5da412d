/// The number of valid samples in each of several equally wide bins, from the nearest sample to the farthest.
///
/// Source: specification §5.
struct DepthHistogram<Scalar: DepthScalar>: Sendable {
    let minimum: Scalar
    let maximum: Scalar
    let binWidth: Scalar
    let counts: [Int]

    /// Returns nil when all samples are equal, because there is no range to divide.
    ///
    /// - Parameters:
    ///   - validSamples: at least one sample, in any order.
    ///   - binCount: at least 2.
    init?(validSamples: [Float], statistics: DepthStatistics<Scalar>, binCount: Int) {
        guard
            let width = Self.binWidth(
                minimum: statistics.minimum, maximum: statistics.maximum, binCount: binCount)
        else { return nil }
        var counts = [Int](repeating: 0, count: binCount)
        for sample in validSamples {
            counts[Self.bin(of: sample, minimum: statistics.minimum, binWidth: width, binCount: binCount)] += 1
        }
        self.init(minimum: statistics.minimum, maximum: statistics.maximum, binWidth: width, counts: counts)
    }

    init(minimum: Scalar, maximum: Scalar, binWidth: Scalar, counts: [Int]) {
        self.minimum = minimum
        self.maximum = maximum
        self.binWidth = binWidth
        self.counts = counts
    }

    static func binWidth(minimum: Scalar, maximum: Scalar, binCount: Int) -> Scalar? {
        widthOfBins(minimum: minimum, maximum: maximum, binCount: binCount)
    }

    func bin(of sample: Float) -> Int {
        Self.bin(of: sample, minimum: minimum, binWidth: binWidth, binCount: counts.count)
    }

    private static func bin(of sample: Float, minimum: Scalar, binWidth: Scalar, binCount: Int) -> Int {
        bin(at: (Scalar(sample) - minimum) / binWidth, binCount: binCount)
    }

    /// The bin of a sample that lies `position` bin widths above the minimum: rounded down and clamped to the
    /// histogram.
    ///
    /// Rounding can carry the farthest samples to `binCount`; the last bin takes them. NaN positions, from bins so
    /// narrow that their width is 0, go to the first bin, like the server's saturating conversion.
    static func bin(at position: Scalar, binCount: Int) -> Int {
        let last = binCount - 1
        guard position >= 1 else { return 0 }
        guard position < Scalar(last) else { return last }
        return Int(position)
    }

    /// Each count averaged with its neighbours' counts. At the ends, the bin's own count replaces the missing one.
    var smoothedCounts: [Scalar] {
        counts.indices.map { bin in
            let left = counts[max(bin - 1, 0)]
            let right = counts[min(bin + 1, counts.count - 1)]
            return Scalar(left + counts[bin] + right) / 3
        }
    }

    /// The depth of a bin's centre in metres, measured from the minimum; for the last bin from the maximum.
    func centre(ofBin bin: Int) -> Scalar {
        if bin == counts.count - 1 { return maximum - Scalar(0.5) * binWidth }
        return minimum + (Scalar(bin) + Scalar(0.5)) * binWidth
    }
}
