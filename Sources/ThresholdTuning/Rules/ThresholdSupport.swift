public import DepthAnalysis

/// The evidence in the data for the value of a threshold.
///
///     for support in report.tunedSupport where !support.isPlaced { print(support.key.rawValue, support.doubts) }
public struct ThresholdSupport: Sendable, Hashable {
    /// A reason why the data cannot determine a threshold.
    public enum Doubt: String, Sendable, CaseIterable {
        /// No presentation that this threshold decides is measured near it.
        case noDataNear = "no_data_near"
        /// All values above some point, or all values down to 0, decide alike.
        case noEnd = "no_end"
        /// The values chosen in cross-validation are far apart.
        case unstable = "unstable"
    }

    /// The key of the threshold.
    public let key: AnalysisParameters.Key
    /// The value of the threshold.
    public let value: Double
    /// Presentations that pass the other two thresholds and are measured near this one: within a tenth of the
    /// threshold, or one layer.
    public let near: Int
    /// The lower end of the values that decide alike on all data, with the other two thresholds fixed.
    public let lower: Double
    /// The upper end of these values; nil for unbounded.
    public let upper: Double?
    /// The lowest and the highest value chosen in cross-validation, each with one fold left out; nil if the threshold
    /// was not tuned.
    public let chosen: ClosedRange<Double>?

    /// The reasons why the data cannot determine the threshold; empty if it can.
    public var doubts: [Doubt] {
        var doubts: [Doubt] = []
        if near == 0 { doubts.append(.noDataNear) }
        if lower <= 0 || upper == nil { doubts.append(.noEnd) }
        if let chosen, chosen.upperBound > 2 * chosen.lowerBound { doubts.append(.unstable) }
        return doubts
    }

    /// Whether the data determines the threshold.
    public var isPlaced: Bool { doubts.isEmpty }

    /// The support of all three thresholds.
    ///
    /// - Parameter choices: the thresholds chosen with each fold left out; empty if they were not tuned.
    static func all(
        _ presentations: LabelledPresentations, parameters: AnalysisParameters, choices: [VerdictThresholds] = []
    ) -> [ThresholdSupport] {
        let thresholds = VerdictThresholds(parameters).rounded(for: presentations.profile)
        let candidates = DecidablePresentations(presentations, parameters).all
        func passing(without ignore: (inout VerdictThresholds) -> Void) -> [Presentation] {
            var others = thresholds
            ignore(&others)
            return candidates.filter(others.accept)
        }
        func chosen(_ value: (VerdictThresholds) -> Double) -> ClosedRange<Double>? {
            let values = choices.map(value).sorted()
            return values.first.flatMap { first in values.last.map { first...$0 } }
        }
        func support(
            _ key: AnalysisParameters.Key, _ threshold: WritableKeyPath<VerdictThresholds, Double>,
            _ measured: KeyPath<Presentation, Double>
        ) -> ThresholdSupport {
            let value = thresholds[keyPath: threshold]
            let deciding = passing { $0[keyPath: threshold] = -1 }
            let gap = ThresholdBox.HalfOpen(around: value, deciding.map { $0[keyPath: measured] })
            return ThresholdSupport(
                key: key, value: value, near: deciding.count { abs($0[keyPath: measured] - value) <= value / 10 },
                lower: gap.lower, upper: gap.upper, chosen: chosen { $0[keyPath: threshold] })
        }
        let deciding = passing { $0.layers = 0 }
        let gap = ThresholdBox.WholeNumbers(around: thresholds.layers, deciding.map(\.layers))
        let layers = ThresholdSupport(
            key: .layerThreshold, value: Double(thresholds.layers),
            near: deciding.count { abs($0.layers - thresholds.layers) <= 1 }, lower: Double(gap.lower),
            upper: gap.upper.map(Double.init), chosen: chosen { Double($0.layers) })
        return [
            support(.varianceThreshold, \.standardDeviation, \.standardDeviation), layers,
            support(.coherenceThreshold, \.coherence, \.coherence),
        ]
    }
}
