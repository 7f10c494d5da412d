/// Whether a map looks like a screen or a print held before the camera: a small range, uniform, at arm's length.
///
/// Source: specification §7.
struct ScreenPattern<Scalar: DepthScalar>: Sendable {
    /// The upper median in metres: of an even number of samples the farther one of the middle pair.
    let median: Scalar
    /// Share of the valid samples that lie closer to the median than the screen band. Ties with the band's end are
    /// outside.
    let uniformity: Scalar
    /// Whether all three signs of a screen are there.
    let isScreenLike: Bool

    /// Measures at least one valid sample, in any order.
    ///
    /// - Parameters:
    ///   - validSamples: at least one.
    ///   - statistics: of the same samples.
    ///   - parameters: the screen's parameters are used.
    init(validSamples: [Float], statistics: DepthStatistics<Scalar>, parameters: AnalysisParameters) {
        let median = Scalar(validSamples.sorted()[validSamples.count / 2])
        let band = Scalar(parameters.screenBand)
        var uniformCount = 0
        for sample in validSamples where Self.isUniform(sample, median: median, band: band) { uniformCount += 1 }
        self.init(
            median: median, uniformCount: uniformCount, validCount: validSamples.count, statistics: statistics,
            parameters: parameters)
    }

    /// Whether a valid sample lies closer to the median than the screen band.
    static func isUniform(_ sample: Float, median: Scalar, band: Scalar) -> Bool {
        abs(Scalar(sample) - median) < band
    }

    /// Derives the pattern from the median and the number of samples in the band around it.
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
