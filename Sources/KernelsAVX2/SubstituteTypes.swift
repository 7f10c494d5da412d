// Substitutes for the types of DepthAnalysis that the kernels use but that are not compiled into this module.

/// The parameters that the kernels use.
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
