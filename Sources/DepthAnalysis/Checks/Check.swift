extension SceneAnalysis {
    /// A comparison of a measurement with a threshold.
    ///
    ///     for outcome in analysis.checks where !outcome.holds { print(outcome.check.name, outcome.margin) }
    ///
    /// Results, reports, parity, golden files and tuning all derive the checks from this description.
    /// `reasonsAgainstRealScene` in Verdict.swift follows the specification instead, and a test compares the two.
    ///
    /// Source: specification §2, §7 to §9.
    public enum Check: String, CaseIterable, Sendable {
        /// The standard deviation is above its threshold.
        case standardDeviation = "standard_deviation"
        /// There are at least as many layers as the threshold.
        case layers
        /// The edge coherence is above its threshold.
        case edgeCoherence = "edge_coherence"
        /// The depth range is below the screen threshold.
        case screenRange = "screen_range"
        /// The uniformity is above the screen threshold.
        case screenUniformity = "screen_uniformity"
        /// The mean depth is at least the screen's minimum distance.
        case screenNearest = "screen_nearest"
        /// The mean depth is at most the screen's maximum distance.
        case screenFarthest = "screen_farthest"
        /// The smallest quadrant standard deviation is above its threshold.
        case quadrant

        /// The comparison of a value with its threshold.
        public enum Comparison: String, Sendable {
            /// Above.
            case above = ">"
            /// At least.
            case atLeast = ">="
            /// Below.
            case below = "<"
            /// At most.
            case atMost = "<="

            /// Whether `value` compares as required with `threshold`.
            public func holds(_ value: Double, _ threshold: Double) -> Bool {
                switch self {
                case .above: value > threshold
                case .atLeast: value >= threshold
                case .below: value < threshold
                case .atMost: value <= threshold
                }
            }
        }

        /// The effect of a check on the verdict.
        public enum Role: String, Sendable {
            /// A real scene passes the check; a failure is a reason against a real scene.
            case required
            /// One sign of a screen; only all signs together are a reason against a real scene.
            case screenSign
            /// A failure only warns.
            case warning
        }
    }
}

extension SceneAnalysis.Check {
    /// The fields that make up the value: one field, or two whose difference it is.
    public var fields: [SceneAnalysis.Field] {
        let definition = definition
        return definition.less.map { [definition.field, $0] } ?? [definition.field]
    }
    /// The comparison of the value with the threshold.
    public var comparison: Comparison { definition.comparison }
    /// The parameter that is the threshold.
    public var parameter: AnalysisParameters.Key { definition.parameter }
    /// The name of the value, for display.
    public var name: String { definition.name }
    /// The effect of the check on the verdict.
    public var role: Role { definition.role }
    /// The unit of the value, threshold and margin.
    public var unit: SceneAnalysis.Field.Unit { definition.field.unit }
    /// The entry of ``SceneAnalysis/reasons`` that the check contributes to; nil for a check that only warns.
    public var reason: VerdictReason? { definition.reason }
    /// The value as an expression of JSON fields: `edge_coherence`, `max_depth - min_depth`.
    public var subject: String { fields.map { $0.rawValue }.joined(separator: " - ") }

    /// Whether the value and the threshold are whole numbers.
    public var isIntegerValued: Bool { parameter.isWhole }

    /// The threshold in a profile's arithmetic: the client rounds the server's threshold to f32.
    public func threshold(_ parameters: AnalysisParameters, in profile: AnalysisProfile) -> Double {
        let constant = parameters[parameter]
        return if case .whole(let number) = constant { Double(number) } else { profile.rounded(constant.number) }
    }

    /// The value in a profile's arithmetic; nil if `number` returns nil for one of ``fields``.
    public func value(in profile: AnalysisProfile, _ number: (SceneAnalysis.Field) -> Double?) -> Double? {
        let definition = definition
        guard let first = number(definition.field) else { return nil }
        guard let less = definition.less else { return first }
        return number(less).map { profile.rounded(first - $0) }
    }

    /// Applies the check to a value.
    public func outcome(
        _ value: Double, _ parameters: AnalysisParameters, in profile: AnalysisProfile
    ) -> CheckOutcome {
        CheckOutcome(check: self, value: value, threshold: threshold(parameters, in: profile))
    }

    private struct Definition {
        let name: String
        let field: SceneAnalysis.Field
        /// The field to subtract from `field`; nil if the value is `field` itself.
        var less: SceneAnalysis.Field?
        let comparison: Comparison
        let parameter: AnalysisParameters.Key
        let role: Role
        let reason: VerdictReason?
    }

    private var definition: Definition {
        switch self {
        case .standardDeviation:
            Definition(
                name: "standard deviation", field: .standardDeviation, comparison: .above,
                parameter: .varianceThreshold, role: .required, reason: .standardDeviation)
        case .layers:
            Definition(
                name: "layers", field: .layerCount, comparison: .atLeast, parameter: .layerThreshold,
                role: .required, reason: .layers)
        case .edgeCoherence:
            Definition(
                name: "edge coherence", field: .edgeCoherence, comparison: .above, parameter: .coherenceThreshold,
                role: .required, reason: .edgeCoherence)
        case .screenRange:
            Definition(
                name: "depth range", field: .maximumDepth, less: .minimumDepth, comparison: .below,
                parameter: .screenDepthRangeMax, role: .screenSign, reason: .screenLike)
        case .screenUniformity:
            Definition(
                name: "uniformity", field: .uniformityRatio, comparison: .above,
                parameter: .screenUniformityThreshold, role: .screenSign, reason: .screenLike)
        case .screenNearest:
            Definition(
                name: "mean depth", field: .meanDepth, comparison: .atLeast, parameter: .screenDistanceMin,
                role: .screenSign, reason: .screenLike)
        case .screenFarthest:
            Definition(
                name: "mean depth", field: .meanDepth, comparison: .atMost, parameter: .screenDistanceMax,
                role: .screenSign, reason: .screenLike)
        case .quadrant:
            Definition(
                name: "flattest quadrant", field: .minimumQuadrantStandardDeviation, comparison: .above,
                parameter: .minQuadrantVariance, role: .warning, reason: nil)
        }
    }
}

/// The outcome of one check.
///
///     if let layers = analysis.outcome(of: .layers) { print(layers.value, layers.margin, layers.holds) }
public struct CheckOutcome: Sendable, Hashable {
    /// The check.
    public let check: SceneAnalysis.Check
    /// The measured value, in the unit of the check.
    public let value: Double
    /// The threshold in the profile's arithmetic.
    public let threshold: Double

    /// Creates an outcome from a value and a threshold of the same arithmetic.
    public init(check: SceneAnalysis.Check, value: Double, threshold: Double) {
        self.check = check
        self.value = value
        self.threshold = threshold
    }

    /// Whether the comparison holds.
    public var holds: Bool { check.comparison.holds(value, threshold) }
    /// Value minus threshold: the signed distance to the other outcome.
    public var margin: Double { value - threshold }
}

extension SceneAnalysis {
    /// The outcome of a check on this map; nil if the check did not apply.
    public func outcome(of check: SceneAnalysis.Check) -> CheckOutcome? { checks.first { $0.check == check } }

    /// The outcomes of all checks whose values were measured. Empty without a verdict; without the quadrant check when
    /// no quadrant was measured.
    func carriedOut(_ parameters: AnalysisParameters) -> [CheckOutcome] {
        guard status != .unavailable else { return [] }
        var outcomes: [CheckOutcome] = []
        outcomes.reserveCapacity(Check.allCases.count)
        for check in Check.allCases {
            let value = check.value(in: profile) { $0.isMeasured(in: self) ? $0.value(in: self).number : nil }
            if let value { outcomes.append(check.outcome(value, parameters, in: profile)) }
        }
        return outcomes
    }
}
