package import DepthAnalysis

/// The best thresholds for an objective, with the box of those that decide alike.
public struct Optimum: Sendable {
    /// What it is best at.
    public let objective: Objective
    /// Inside the box: at their present values where those are inside, in the middle where they are not.
    public let thresholds: Thresholds
    /// All thresholds that decide as these do.
    public let box: DecisionBox
    /// The detection equal error rate, for that objective.
    public let equalErrorRate: Double?
}

extension Presentations {
    /// The best thresholds for an objective, all else as in `parameters`: their screen rule, and the proportions of the
    /// normalised margin. Thresholds of `parameters` that are as good as any other stay. The detection equal error rate
    /// is always exact along its curve.
    package func optimum(
        _ objective: Objective, parameters: AnalysisParameters, method: SearchMethod = .exact
    ) -> Optimum {
        let candidates = Candidates(self, parameters)
        let staying = StayingOptimum(
            objective: objective, present: Thresholds(parameters).rounded(for: profile), candidates: candidates)
        var equalErrorRate: Double?
        let found: Thresholds
        switch (objective, method) {
        case (.deer, _):
            let margin = NormalisedMargin(start: Thresholds(parameters))
            let point = margin.equalErrorPoint(of: candidates)
            equalErrorRate = point.rate
            found = margin.thresholds(above: point.point.score)
        case (_, .grid(let steps)):
            found = GridSearch(steps: steps, of: candidates).best(objective, of: candidates)
        case (_, .exact):
            let search = { ExactSearch($0).best(objective).found.thresholds }
            found = staying.keeping(best: search(candidates), search: search)
        }
        let box = DecisionBox(around: found.rounded(for: profile), in: candidates)
        return Optimum(
            objective: objective, thresholds: box.thresholds(staying: Thresholds(parameters), for: profile), box: box,
            equalErrorRate: equalErrorRate)
    }
}
