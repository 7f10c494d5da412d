/// How many valid samples lie in each of a number of equally wide bins from the nearest to the farthest one.
///
/// Source: specification §5.
struct DepthHistogram<Scalar: DepthScalar>: Sendable {
    /// Nearest sample in metres: the lower end of the first bin.
    let minimum: Scalar
    /// Farthest sample in metres: the upper end of the last bin.
    let maximum: Scalar
    /// Width of a bin in metres.
    let binWidth: Scalar
    /// Samples in each bin, nearest first.
    let counts: [Int]

    /// Counts valid samples.
    ///
    /// Returns nil when the nearest sample is the farthest too (a flat map, a single sample): there is nothing to
    /// divide.
    ///
    /// - Parameters:
    ///   - validSamples: at least one sample, in any order.
    ///   - statistics: of the same samples.
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

    /// Puts together what was counted elsewhere.
    init(minimum: Scalar, maximum: Scalar, binWidth: Scalar, counts: [Int]) {
        self.minimum = minimum
        self.maximum = maximum
        self.binWidth = binWidth
        self.counts = counts
    }

    /// The width of a bin in metres, or nil when there is no range to divide.
    static func binWidth(minimum: Scalar, maximum: Scalar, binCount: Int) -> Scalar? {
        widthOfBins(minimum: minimum, maximum: maximum, binCount: binCount)
    }

    /// The bin a valid sample is counted in.
    func bin(of sample: Float) -> Int {
        Self.bin(of: sample, minimum: minimum, binWidth: binWidth, binCount: counts.count)
    }

    private static func bin(of sample: Float, minimum: Scalar, binWidth: Scalar, binCount: Int) -> Int {
        bin(at: (Scalar(sample) - minimum) / binWidth, binCount: binCount)
    }

    /// The bin of a sample that lies `position` bin widths above the minimum: rounded down, kept inside the histogram.
    ///
    /// Rounding can carry the farthest samples to `binCount`, which is why the last bin takes them. Nothing valid falls
    /// below 0; a position that is no number (a range so small that its bins have no width) goes to the first bin, as
    /// the server's saturating conversion does.
    static func bin(at position: Scalar, binCount: Int) -> Int {
        let last = binCount - 1
        guard position >= 1 else { return 0 }
        guard position < Scalar(last) else { return last }
        return Int(position)
    }

    /// The counts averaged with those of both neighbours. The first and the last bin stand in for the neighbour they
    /// lack.
    var smoothedCounts: [Scalar] {
        counts.indices.map { bin in
            let left = counts[max(bin - 1, 0)]
            let right = counts[min(bin + 1, counts.count - 1)]
            return Scalar(left + counts[bin] + right) / 3
        }
    }

    /// The depth in the middle of a bin, in metres, measured from the nearer end of the range; for the last bin from
    /// the farther end.
    func centre(ofBin bin: Int) -> Scalar {
        if bin == counts.count - 1 { return maximum - Scalar(0.5) * binWidth }
        return minimum + (Scalar(bin) + Scalar(0.5)) * binWidth
    }
}
