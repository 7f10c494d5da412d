public import DepthAnalysis

/// What one rule of the verdict does on the presentations at hand.
public struct RuleInfluence: Sendable, Hashable {
    /// The rule, by the reason it gives.
    public let rule: VerdictReason
    /// Presentations it rejects.
    public let rejected: Int
    /// Presentations that it alone rejects: decisions that would change without it.
    public let rejectedAlone: Int
    /// Why it can change no decision on any map at all; nil if that cannot be proved.
    public let proof: String?

    /// Whether it changes no decision here.
    public var isInert: Bool { rejectedAlone == 0 }

    /// The four rules of the verdict, in its order.
    static func all(_ presentations: Presentations, parameters: AnalysisParameters) -> [RuleInfluence] {
        let profile = presentations.profile
        let required = SceneAnalysis.Check.allCases.filter { $0.role == .required }
        let thresholds = required.map { $0.threshold(parameters, in: profile) }
        let rules = required.compactMap(\.reason) + [.screenLike]
        var rejected = Array(repeating: 0, count: rules.count)
        var alone = rejected
        for (presentation, isScreenLike) in zip(presentations.all, presentations.screenLike(parameters))
        where presentation.responded {
            let rejections =
                zip(required, thresholds).map { !$0.comparison.holds(presentation.value(of: $0), $1) } + [isScreenLike]
            let isOnlyOne = rejections.count { $0 } == 1
            for rule in rules.indices where rejections[rule] {
                rejected[rule] += 1
                if isOnlyOne { alone[rule] += 1 }
            }
        }
        return rules.indices.map { rule in
            RuleInfluence(
                rule: rules[rule], rejected: rejected[rule], rejectedAlone: alone[rule],
                proof: proof(rules[rule], parameters, profile))
        }
    }

    private static func proof(
        _ rule: VerdictReason, _ parameters: AnalysisParameters, _ profile: AnalysisProfile
    ) -> String? {
        switch rule {
        case .layers where parameters.layerThreshold <= 0: "every map has at least 0 layers"
        case .screenLike where screenRuleIsImplied(parameters, profile: profile):
            "a map it rejects spans less than \(parameters.screenDepthRangeMaximum) m, so its standard deviation is at "
                + "most half of that, \(parameters.screenDepthRangeMaximum / 2) m, and the spread threshold of "
                + "\(parameters.standardDeviationThreshold) m rejects it already"
        default: nil
        }
    }

    /// Whether the spread threshold rejects every map that the screen rule rejects.
    ///
    /// Samples between a and b have a population variance of at most (mean - a)(b - mean) <= ((b - a) / 2)^2
    /// (Popoviciu's inequality), so a range below R means a standard deviation below R / 2: it cannot be above a
    /// threshold of at least R / 2. That is of real numbers; the calculated deviation is off by rounding. In f64 the
    /// sums of up to 2^28 samples err by less than 2^-24 relatively, for which a millionth of R / 2 is ample. In f32,
    /// whose running sums may err by per cents, the threshold is asked to be at least R: the deviation would have to
    /// come out at twice its value.
    static func screenRuleIsImplied(_ parameters: AnalysisParameters, profile: AnalysisProfile) -> Bool {
        let half = parameters.screenDepthRangeMaximum / 2
        return parameters.standardDeviationThreshold >= (profile == .server ? half * (1 + 1e-6) : 2 * half)
    }
}
