/// How deep the valid samples are and how far they spread.
///
/// Source: specification §4.
struct DepthStatistics<Scalar: DepthScalar>: Sendable {
    /// Arithmetic mean in metres.
    let mean: Scalar
    /// Population standard deviation in metres: two passes, divided by n. 0 for a single sample; in f32 rounding can
    /// leave a little more than 0 for a constant map.
    let standardDeviation: Scalar
    /// Nearest sample in metres. Of zeros of both signs the first one, as the server's; so for the farthest.
    let minimum: Scalar
    /// Farthest sample in metres.
    let maximum: Scalar

    /// Measures valid samples in raster order, which is the order they are summed in. Returns nil for none.
    init?(validSamples: [Float]) {
        guard let nearest = validSamples.min(), let farthest = validSamples.max() else { return nil }
        let moments = Moments<Scalar>(of: validSamples)
        mean = moments.mean
        standardDeviation = moments.standardDeviation
        minimum = Scalar(nearest)
        maximum = Scalar(farthest)
    }

    /// Puts together what was measured elsewhere.
    init(mean: Scalar, standardDeviation: Scalar, minimum: Scalar, maximum: Scalar) {
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// Mean and standard deviation of samples, of which there must be at least one.
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

    /// The population standard deviation from the sum of the squared deviations of `count` samples.
    static func standardDeviation(squaredDeviations: Scalar, count: Int) -> Scalar {
        (squaredDeviations / Scalar(count)).squareRoot()
    }
}
