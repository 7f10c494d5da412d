/// The mean, spread and extremes of the valid samples.
///
/// Source: specification §4.
struct DepthStatistics<Scalar: DepthScalar>: Sendable {
    let mean: Scalar
    /// Population standard deviation in metres: two passes, divided by n. 0 for a single sample. For a constant map,
    /// f32 rounding can leave slightly more than 0.
    let standardDeviation: Scalar
    /// Nearest sample in metres. Of zeros with both signs, the first counts, as on the server. The same holds for
    /// ``maximum``.
    let minimum: Scalar
    let maximum: Scalar

    /// Measures valid samples, summed in the given (raster) order. Returns nil if there are none.
    init?(validSamples: [Float]) {
        guard let nearest = validSamples.min(), let farthest = validSamples.max() else { return nil }
        let moments = Moments<Scalar>(of: validSamples)
        mean = moments.mean
        standardDeviation = moments.standardDeviation
        minimum = Scalar(nearest)
        maximum = Scalar(farthest)
    }

    init(mean: Scalar, standardDeviation: Scalar, minimum: Scalar, maximum: Scalar) {
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.minimum = minimum
        self.maximum = maximum
    }
}

struct Moments<Scalar: DepthScalar> {
    let mean: Scalar
    let standardDeviation: Scalar

    init(of samples: [Float]) {
        let count = Scalar(samples.count)
        var sum = Scalar.emptySum
        for sample in samples { sum += Scalar(sample) }
        mean = sum / count

        var squaredDeviations: Scalar = 0
        for sample in samples {
            let deviation = Scalar(sample) - mean
            squaredDeviations += deviation * deviation
        }
        standardDeviation = Self.standardDeviation(squaredDeviations: squaredDeviations, count: samples.count)
    }

    static func standardDeviation(squaredDeviations: Scalar, count: Int) -> Scalar {
        (squaredDeviations / Scalar(count)).squareRoot()
    }
}
