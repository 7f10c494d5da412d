public import DepthAnalysis

/// How much of the data at hand lies near a threshold, where it would have a say about it.
public struct ThresholdSupport: Sendable, Hashable {
    /// The threshold's key.
    public let key: AnalysisParameters.Key
    /// Its value.
    public let value: Double
    /// Presentations with a measurement near it: within a tenth of the threshold, or one layer.
    public let near: Int
    /// The thresholds around it that decide alike on all the data, if the other two stay: lower end.
    public let lower: Double
    /// Upper end; nil for none.
    public let upper: Double?

    /// Of the three thresholds.
    public static func all(_ presentations: Presentations, parameters: AnalysisParameters) -> [ThresholdSupport] {
        let thresholds = Thresholds(parameters).rounded(for: presentations.profile)
        let candidates = Candidates(presentations, screenLike: presentations.screenLike(parameters))
        func near(_ values: [Double], _ threshold: Double, within distance: Double) -> Int {
            values.filter { abs($0 - threshold) <= distance }.count
        }
        func alone(_ ignoring: WritableKeyPath<Thresholds, Double>) -> [Int] {
            var others = thresholds
            others[keyPath: ignoring] = -1
            return (0..<candidates.count).filter { candidates.passes($0, others) }
        }
        func support(
            _ key: AnalysisParameters.Key, _ threshold: WritableKeyPath<Thresholds, Double>, _ values: [Double]
        ) -> ThresholdSupport {
            let value = thresholds[keyPath: threshold]
            let deciding = alone(threshold).map { values[$0] }
            return ThresholdSupport(
                key: key, value: value, near: near(values, value, within: value / 10),
                lower: deciding.filter { !($0 > value) }.max() ?? 0, upper: deciding.filter { $0 > value }.min())
        }
        var others = thresholds
        others.layers = 0
        let deciding = (0..<candidates.count).filter { candidates.passes($0, others) }
            .map { candidates.layerCounts[$0] }
        let layers = ThresholdSupport(
            key: .layerThreshold, value: Double(thresholds.layers),
            near: near(candidates.layerCounts.map(Double.init), Double(thresholds.layers), within: 1),
            lower: Double(deciding.filter { $0 < thresholds.layers }.max().map { $0 + 1 } ?? 0),
            upper: deciding.filter { $0 >= thresholds.layers }.min().map(Double.init))
        return [
            support(.varianceThreshold, \.standardDeviation, candidates.standardDeviations), layers,
            support(.coherenceThreshold, \.coherence, candidates.coherences),
        ]
    }
}
