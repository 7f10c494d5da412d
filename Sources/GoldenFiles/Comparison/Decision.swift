package import DepthAnalysis
package import PlainText

/// A comparison of the analysis with one of its thresholds: values on either side lead to different answers.
///
/// Source: specification §2, §7 to §9.
package struct Decision: Sendable, Hashable {
    /// How a value is compared with its threshold.
    package enum Comparison: String, Sendable, Hashable {
        /// Above.
        case above = ">"
        /// At least.
        case atLeast = ">="
        /// Below.
        case below = "<"
        /// At most.
        case atMost = "<="
    }

    /// What is compared: the name of a field, or `max_depth - min_depth`.
    package let subject: String
    /// The fields the value is made of.
    package let fields: [String]
    /// How.
    package let comparison: Comparison
    /// With what; a constant of the specification, before it is rounded to the profile's arithmetic.
    package let threshold: Double

    private init(_ key: SceneAnalysis.Key, _ comparison: Comparison, _ threshold: Double) {
        subject = key.rawValue
        fields = [key.rawValue]
        self.comparison = comparison
        self.threshold = threshold
    }

    private init(rangeBelow threshold: Double) {
        fields = [SceneAnalysis.Key.maximumDepth.rawValue, SceneAnalysis.Key.minimumDepth.rawValue]
        subject = fields.joined(separator: " - ")
        comparison = .below
        self.threshold = threshold
    }

    /// Every decision of the analysis that can be seen in an answer.
    package static func all(_ parameters: AnalysisParameters = .standard) -> [Decision] {
        [
            Decision(.standardDeviation, .above, parameters.standardDeviationThreshold),
            Decision(.layerCount, .atLeast, Double(parameters.layerThreshold)),
            Decision(.edgeCoherence, .above, parameters.coherenceThreshold),
            Decision(rangeBelow: parameters.screenDepthRangeMaximum),
            Decision(.uniformityRatio, .above, parameters.screenUniformityThreshold),
            Decision(.meanDepth, .atLeast, parameters.screenDistanceMinimum),
            Decision(.meanDepth, .atMost, parameters.screenDistanceMaximum),
            Decision(.minimumQuadrantStandardDeviation, .above, parameters.quadrantStandardDeviationThreshold),
        ]
    }

    /// The value an answer puts to the threshold, or nil if it does not tell.
    package func value(in answer: JSONValue, _ profile: AnalysisProfile) -> Double? {
        let values = fields.compactMap { answer[$0].flatMap(profile.real) }
        guard values.count == fields.count else { return nil }
        return values.count == 2 ? profile.difference(values[0], values[1]) : values[0]
    }

    /// Which side of the threshold a value is on.
    package func holds(_ value: Double, in profile: AnalysisProfile) -> Bool {
        let threshold = profile.rounded(threshold)
        return switch comparison {
        case .above: value > threshold
        case .atLeast: value >= threshold
        case .below: value < threshold
        case .atMost: value <= threshold
        }
    }

    /// The decision in words: `edge_coherence > 0.3`.
    package var text: String {
        let whole = Int(exactly: threshold).map(String.init)
        return "\(subject) \(comparison.rawValue) \(whole ?? threshold.description)"
    }
}

/// A stored value that lies closer to a threshold than its tolerance: an answer within the tolerance may still decide otherwise.
package struct KnifeEdge: Sendable, Hashable {
    /// The threshold in question.
    package let decision: Decision
    /// The stored value.
    package let stored: Double
    /// The tolerance that reaches over the threshold.
    package let tolerance: Tolerance

    /// The knife edges of a stored answer. A value exactly one tolerance away from its threshold counts.
    static func all(
        in expected: JSONValue, tolerances: [String: Tolerance], profile: AnalysisProfile, decisions: [Decision]
    ) -> [KnifeEdge] {
        decisions.compactMap { decision in
            guard let stored = decision.value(in: expected, profile) else { return nil }
            let threshold = profile.rounded(decision.threshold)
            let reaching = decision.fields.compactMap { tolerances[$0] }.first { tolerance in
                !tolerance.isExact && tolerance.accepts(threshold, for: stored, in: profile)
            }
            return reaching.map { KnifeEdge(decision: decision, stored: stored, tolerance: $0) }
        }
    }
}
