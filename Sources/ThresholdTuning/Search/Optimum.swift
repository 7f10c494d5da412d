public import DepthAnalysis

/// The best thresholds for an objective, with the box of those that decide alike.
public struct Optimum: Sendable {
    /// What it is best at.
    public let objective: Objective
    /// The middle of the box.
    public let thresholds: Thresholds
    /// All thresholds that decide as these do.
    public let box: DecisionBox
    /// The detection equal error rate, for that objective.
    public let equalErrorRate: Double?
}

/// How thresholds are looked for.
public enum SearchMethod: Sendable, Hashable {
    /// Over all real thresholds.
    case exact
    /// Over evenly spaced ones: so many of the standard deviation and of the coherence.
    case grid(steps: Int)
}

extension Presentations {
    /// The best thresholds for an objective, all else as in `parameters`.
    ///
    /// - Parameters:
    ///   - objective: what to be best at.
    ///   - parameters: the screen rule is taken from them, and the proportions of the normalised margin.
    ///   - method: the detection equal error rate is always exact along its curve.
    public func optimum(
        _ objective: Objective, parameters: AnalysisParameters, method: SearchMethod = .exact
    ) -> Optimum {
        let candidates = Candidates(self, screenLike: screenLike(parameters))
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
        case (.acer, .exact):
            found = ExactSearch(candidates).leastACER(of: candidates).found.thresholds
        case (.bpcer10, .exact), (.bpcer20, .exact), (.bpcer100, .exact):
            guard let limit = objective.limit else { preconditionFailure("these objectives have a limit") }
            found = ExactSearch(candidates).leastBPCER(limit: limit).thresholds
        }
        let box = DecisionBox(around: found.rounded(for: profile), in: candidates)
        return Optimum(
            objective: objective, thresholds: box.middle(for: profile), box: box, equalErrorRate: equalErrorRate)
    }
}
