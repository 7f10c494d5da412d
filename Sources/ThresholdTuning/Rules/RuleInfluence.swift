public import DepthAnalysis

/// The effect of one verdict rule on the presentations.
///
///     for rule in report.presentRules where rule.isInert { print(rule.rule, "changes no decision") }
public struct RuleInfluence: Sendable, Hashable {
    /// The rule, identified by its reason.
    public let rule: VerdictReason
    /// Presentations that the rule rejects.
    public let rejected: Int
    /// Presentations that only this rule rejects. Their decisions would change without it.
    public let rejectedAlone: Int
    /// A proof that the rule can never change a decision on any map; nil if there is none.
    public let proof: String?

    /// Whether the rule changes no decision on these presentations.
    public var isInert: Bool { rejectedAlone == 0 }

    static func all(_ presentations: LabelledPresentations, parameters: AnalysisParameters) -> [RuleInfluence] {
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

    /// Whether the standard deviation threshold rejects every map that the screen rule rejects.
    ///
    /// Samples between a and b have a population variance of at most (mean - a)(b - mean) <= ((b - a) / 2)^2
    /// (Popoviciu's inequality), so a range below R implies a standard deviation below R / 2, which cannot exceed a
    /// threshold of at least R / 2. This holds for real numbers; the computed deviation has rounding errors. In
    /// f64, sums of up to 2^28 samples have a relative error below 2^-24, so a margin of a millionth of R / 2 is
    /// ample. In f32, running sums may be off by several per cent, so the threshold must be at least R: the
    /// computed deviation would have to be twice its true value.
    static func screenRuleIsImplied(_ parameters: AnalysisParameters, profile: AnalysisProfile) -> Bool {
        let half = parameters.screenDepthRangeMaximum / 2
        return parameters.standardDeviationThreshold >= (profile == .server ? half * (1 + 1e-6) : 2 * half)
    }
}
