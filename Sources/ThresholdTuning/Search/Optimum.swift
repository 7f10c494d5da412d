package import DepthAnalysis

/// The best thresholds for an objective, and the box of thresholds that decide alike.
public struct Optimum: Sendable {
    /// The objective.
    public let objective: Objective
    /// The thresholds, inside the box: the present value where it is inside, otherwise the middle.
    public let thresholds: Thresholds
    /// All thresholds that decide every presentation alike.
    public let box: ThresholdBox
    /// The detection equal error rate; nil for other objectives.
    public let equalErrorRate: Double?
}

extension Presentations {
    /// The best thresholds for an objective. `parameters` supply the screen rule, the proportions of the normalised
    /// margin, and the present thresholds, which are kept if no others are better.
    package func optimum(_ objective: Objective, parameters: AnalysisParameters) -> Optimum {
        let candidates = DecidablePresentations(self, parameters)
        let staying = ConservativeOptimum(
            objective: objective, present: Thresholds(parameters).rounded(for: profile), candidates: candidates)
        var equalErrorRate: Double?
        let found: Thresholds
        if objective == .deer {
            let margin = NormalisedMargin(start: Thresholds(parameters))
            let point = margin.equalErrorPoint(of: candidates)
            equalErrorRate = point.rate
            found = margin.thresholds(above: point.point.score)
        } else {
            let search = { ExactSearch($0).best(objective).found.thresholds }
            found = staying.keeping(best: search(candidates), search: search)
        }
        let box = ThresholdBox(around: found.rounded(for: profile), in: candidates)
        return Optimum(
            objective: objective, thresholds: box.thresholds(staying: Thresholds(parameters), for: profile), box: box,
            equalErrorRate: equalErrorRate)
    }
}
