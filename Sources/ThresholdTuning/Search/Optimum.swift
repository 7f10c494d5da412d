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

/// Evenly spaced thresholds, for whoever wants round numbers or a picture of the whole: not exact.
struct GridSearch {
    let points: [Thresholds]

    /// A grid of `steps` standard deviations and as many coherences, both from 0 to the largest measured, with every
    /// number of layers from 0 to one more than the most measured.
    ///
    /// - Parameter steps: at least 2.
    init(steps: Int, of candidates: Candidates) {
        func spaced(_ largest: Double) -> [Double] {
            (0..<steps).map { largest * Double($0) / Double(steps - 1) }
        }
        points = Thresholds.combinations(
            standardDeviations: spaced(candidates.all.map(\.standardDeviation).max() ?? 0),
            layers: 0...(candidates.all.map(\.layers).max() ?? 0) + 1,
            coherences: spaced(candidates.all.map(\.coherence).max() ?? 0))
    }

    /// The best point of the grid for an objective. The detection equal error rate is sought along its curve, not on
    /// the grid.
    func best(_ objective: Objective, of candidates: Candidates) -> Thresholds {
        var best: (thresholds: Thresholds, key: (Double, Double, Double))?
        for thresholds in points {
            let accepted = candidates.accepted(thresholds)
            let key = objective.rank(
                apcer: candidates.worstAPCER(accepted), bpcer: candidates.bpcer(accepted))
            if best.map({ key < $0.key }) ?? true { best = (thresholds, key) }
        }
        guard let best else { preconditionFailure("a grid has points") }
        return best.thresholds
    }
}
