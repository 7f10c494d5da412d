// What the kernels find around them in DepthAnalysis and is not linked from there: numbers without rules.

/// The constants that the kernels take.
struct AnalysisParameters {
    let validRange: ValidRange
    let histogramBinCount: Int
    let gradientThreshold: Double
    let screenBand: Double
}

/// Valid depths in metres, both ends included.
struct ValidRange {
    let lower: Float
    let upper: Float
}
