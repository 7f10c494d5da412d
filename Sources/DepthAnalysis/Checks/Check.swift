extension SceneAnalysis {
    /// A comparison of a measurement with a threshold: values on either side lead to different answers.
    ///
    ///     for outcome in analysis.checks where !outcome.holds { print(outcome.check.name, outcome.margin) }
    ///
    /// This is the one description of the checks: results, reports, parity, golden files and tuning carry them out from
    /// it. `reasonsAgainstRealScene` in Verdict.swift is the specification's own way, and a test holds the one to the
    /// other.
    ///
    /// Source: specification §2, §7 to §9.
    public enum Check: String, CaseIterable, Sendable {
        /// The standard deviation is above its threshold.
        case standardDeviation = "standard_deviation"
        /// There are enough layers.
        case layers
        /// The edge coherence is above its threshold.
        case edgeCoherence = "edge_coherence"
        /// The depth range is below a screen's.
        case screenRange = "screen_range"
        /// The uniformity is above a screen's.
        case screenUniformity = "screen_uniformity"
        /// The mean depth is at least a screen's.
        case screenNearest = "screen_nearest"
        /// The mean depth is at most a screen's.
        case screenFarthest = "screen_farthest"
        /// The flattest quadrant spreads more than its threshold.
        case quadrant

        /// How a value is compared with its threshold.
        public enum Comparison: String, Sendable {
            /// Above.
            case above = ">"
            /// At least.
            case atLeast = ">="
            /// Below.
            case below = "<"
            /// At most.
            case atMost = "<="

            /// Whether a value is on the right side of a threshold.
            public func holds(_ value: Double, _ threshold: Double) -> Bool {
                switch self {
                case .above: value > threshold
                case .atLeast: value >= threshold
                case .below: value < threshold
                case .atMost: value <= threshold
                }
            }
        }

        /// What follows when a check does or does not hold.
        public enum Role: String, Sendable {
            /// A real scene passes it; else it is a reason against one.
            case required
            /// One of the signs of a screen; all of them together are a reason against a real scene.
            case screenSign
            /// It only warns.
            case warning
        }
    }
}

extension SceneAnalysis.Check {
    /// The fields the value is made of: one field, or a first less a second.
    public var fields: [SceneAnalysis.Field] {
        let definition = definition
        return definition.less.map { [definition.field, $0] } ?? [definition.field]
    }
    /// How the value is compared with the threshold.
    public var comparison: Comparison { definition.comparison }
    /// The parameter that is the threshold.
    public var parameter: AnalysisParameters.Key { definition.parameter }
    /// The name of the value, for a person.
    public var name: String { definition.name }
    /// What follows from it.
    public var role: Role { definition.role }
    /// The unit of value, threshold and margin.
    public var unit: SceneAnalysis.Field.Unit { definition.field.unit }
    /// The entry of ``SceneAnalysis/reasons`` the check decides or helps to decide; nil for one that only warns.
    public var reason: VerdictReason? { definition.reason }
    /// The value in terms of JSON fields: `edge_coherence`, `max_depth - min_depth`.
    public var subject: String { fields.map { $0.rawValue }.joined(separator: " - ") }

    /// Whether value and threshold are whole numbers.
    public var isOfWholeNumbers: Bool { parameter.isWhole }

    /// The threshold in a profile's arithmetic: the client's is the server's rounded to f32.
    public func threshold(_ parameters: AnalysisParameters, in profile: AnalysisProfile) -> Double {
        let constant = parameters[parameter]
        return if case .whole(let number) = constant { Double(number) } else { profile.rounded(constant.number) }
    }

    /// The value in a profile's arithmetic, made of whatever `number` knows of the fields; nil if it lacks one.
    public func value(in profile: AnalysisProfile, _ number: (SceneAnalysis.Field) -> Double?) -> Double? {
        let definition = definition
        guard let first = number(definition.field) else { return nil }
        guard let less = definition.less else { return first }
        return number(less).map { profile.rounded(first - $0) }
    }

    /// Carries the check out on a value.
    public func outcome(
        _ value: Double, _ parameters: AnalysisParameters, in profile: AnalysisProfile
    ) -> CheckOutcome {
        CheckOutcome(check: self, value: value, threshold: threshold(parameters, in: profile))
    }

    /// Everything there is to say of a check.
    private struct Definition {
        let name: String
        let field: SceneAnalysis.Field
        /// What is subtracted from it.
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

/// One check as it was carried out.
///
///     if let layers = analysis.outcome(of: .layers) { print(layers.value, layers.margin, layers.holds) }
public struct CheckOutcome: Sendable, Hashable {
    /// The check.
    public let check: SceneAnalysis.Check
    /// What was measured, in the unit of the check.
    public let value: Double
    /// What it was compared with, in the profile's arithmetic.
    public let threshold: Double

    /// Takes a value and a threshold of the same arithmetic.
    public init(check: SceneAnalysis.Check, value: Double, threshold: Double) {
        self.check = check
        self.value = value
        self.threshold = threshold
    }

    /// Whether the comparison holds.
    public var holds: Bool { check.comparison.holds(value, threshold) }
    /// Value less threshold: how far the value is from deciding otherwise, with the sign of the side it is on.
    public var margin: Double { value - threshold }
}

extension SceneAnalysis {
    /// A check as it was carried out on this map; nil if it was not.
    public func outcome(of check: SceneAnalysis.Check) -> CheckOutcome? { checks.first { $0.check == check } }

    /// Every check that can be carried out on what was measured: none without a verdict, and no quadrant check where no
    /// quadrant was measured.
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
