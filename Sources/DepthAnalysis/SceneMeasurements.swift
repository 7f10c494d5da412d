/// The five measurements of one map, in the arithmetic of one profile.
struct SceneMeasurements<Scalar: DepthScalar>: Sendable {
    let validCount: Int
    let statistics: DepthStatistics<Scalar>
    let histogram: DepthHistogram<Scalar>?
    let layers: DepthLayers<Scalar>
    let edges: EdgeCoherence<Scalar>
    let screen: ScreenPattern<Scalar>
    let quadrants: Quadrants<Scalar>
}

extension SceneMeasurements {
    /// Measures a map by the steps of the specification, without optimisation. Returns nil when no sample is valid.
    ///
    /// - Parameter checkpoint: called between the steps; an error it throws ends the measurement.
    static func plain<Failure: Error>(
        of map: MapView, parameters: AnalysisParameters, rules: ProfileRules<Scalar>,
        exponential: DepthAnalyzer.Exponential, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneMeasurements? {
        let validSamples = parameters.validRange.validSamples(of: map.samples)
        guard let statistics = DepthStatistics<Scalar>(validSamples: validSamples) else { return nil }
        try checkpoint()
        let histogram = DepthHistogram(
            validSamples: validSamples, statistics: statistics, binCount: parameters.histogramBinCount)
        let layers = DepthLayers(in: histogram, prominenceRatio: parameters.peakProminenceRatio)
        try checkpoint()
        let edges = EdgeCoherence<Scalar>(of: map, parameters: parameters, exponential: exponential)
        try checkpoint()
        let screen = ScreenPattern(validSamples: validSamples, statistics: statistics, parameters: parameters)
        try checkpoint()
        let quadrants = Quadrants(of: map, parameters: parameters, rules: rules)
        return SceneMeasurements(
            validCount: validSamples.count, statistics: statistics, histogram: histogram, layers: layers, edges: edges,
            screen: screen, quadrants: quadrants)
    }
}
