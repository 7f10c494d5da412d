package import DepthAnalysis

/// The best thresholds for an objective, and the box of thresholds that decide alike.
public struct ThresholdOptimum: Sendable {
    /// The objective.
    public let objective: TuningObjective
    /// The thresholds, inside the box: each present value if it is inside, otherwise the middle.
    public let thresholds: VerdictThresholds
    /// All thresholds that decide every presentation alike.
    public let box: ThresholdBox
    /// The detection equal error rate; nil for other objectives.
    public let equalErrorRate: Double?
}

extension LabelledPresentations {
    /// The best thresholds for an objective. `parameters` supply the screen rule, the proportions of the normalised
    /// margin, and the present thresholds, which are kept if no others are better.
    package func optimum(_ objective: TuningObjective, parameters: AnalysisParameters) -> ThresholdOptimum {
        let candidates = DecidablePresentations(self, parameters)
        let staying = ConservativeOptimum(
            objective: objective, present: VerdictThresholds(parameters).rounded(for: profile), candidates: candidates)
        var equalErrorRate: Double?
        let found: VerdictThresholds
        if objective == .deer {
            let margin = NormalisedMargin(start: VerdictThresholds(parameters))
            let point = margin.equalErrorPoint(of: candidates)
            equalErrorRate = point.rate
            found = margin.thresholds(above: point.point.score)
        } else {
            let search = { ExactSearch($0).best(objective).found.thresholds }
            found = staying.keeping(best: search(candidates), search: search)
        }
        let box = ThresholdBox(around: found.rounded(for: profile), in: candidates)
        return ThresholdOptimum(
            objective: objective, thresholds: box.thresholds(staying: VerdictThresholds(parameters), for: profile),
            box: box,
            equalErrorRate: equalErrorRate)
    }
}
