/// Whether a map looks like a screen or a print held before the camera: small depth range, uniform, at arm's length.
///
/// Source: specification §7.
struct ScreenPattern<Scalar: DepthScalar>: Sendable {
    /// The upper median in metres: for an even number of samples, the farther one of the middle pair.
    let median: Scalar
    /// The share of valid samples closer to the median than the screen band. Samples exactly at the end of the band
    /// do not count.
    let uniformity: Scalar
    let isScreenLike: Bool

    /// - Parameter validSamples: at least one sample, in any order.
    init(validSamples: [Float], statistics: DepthStatistics<Scalar>, parameters: AnalysisParameters) {
        let median = Scalar(validSamples.sorted()[validSamples.count / 2])
        let band = Scalar(parameters.screenBand)
        var uniformCount = 0
        for sample in validSamples where Self.isUniform(sample, median: median, band: band) { uniformCount += 1 }
        self.init(
            median: median, uniformCount: uniformCount, validCount: validSamples.count, statistics: statistics,
            parameters: parameters)
    }

    static func isUniform(_ sample: Float, median: Scalar, band: Scalar) -> Bool {
        abs(Scalar(sample) - median) < band
    }

    init(
        median: Scalar, uniformCount: Int, validCount: Int, statistics: DepthStatistics<Scalar>,
        parameters: AnalysisParameters
    ) {
        self.median = median
        uniformity = Scalar(uniformCount) / Scalar(validCount)
        isScreenLike =
            statistics.maximum - statistics.minimum < Scalar(parameters.screenDepthRangeMaximum)
            && uniformity > Scalar(parameters.screenUniformityThreshold)
            && statistics.mean >= Scalar(parameters.screenDistanceMinimum)
            && statistics.mean <= Scalar(parameters.screenDistanceMaximum)
    }
}
