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
        let deviations = spaced(candidates.standardDeviations.max() ?? 0)
        let coherences = spaced(candidates.coherences.max() ?? 0)
        let layers = 0...(candidates.layerCounts.max() ?? 0) + 1
        points = layers.flatMap { layers in
            deviations.flatMap { deviation in
                coherences.map { coherence in
                    Thresholds(standardDeviation: deviation, layers: layers, coherence: coherence)
                }
            }
        }
    }

    /// The best point of the grid for an objective. The detection equal error rate is sought along its curve, not on
    /// the grid.
    func best(_ objective: Objective, of candidates: Candidates) -> Thresholds {
        var best: (thresholds: Thresholds, key: (Double, Double))?
        for thresholds in points {
            let accepted = candidates.accepted(thresholds)
            let apcer = candidates.worstAPCER(accepted)
            let bpcer = candidates.bpcer(accepted)
            if let limit = objective.limit, apcer > limit { continue }
            let key = objective.limit == nil ? ((apcer + bpcer) / 2, apcer) : (bpcer, apcer)
            if best.map({ key < $0.key }) ?? true { best = (thresholds, key) }
        }
        guard let best else { preconditionFailure("the grid's highest layer threshold rejects everything") }
        return best.thresholds
    }
}
