internal import Support

/// A single score for all thresholds: how far they can be scaled together before a presentation is rejected.
///
/// The normalised margin of a rule is its measurement divided by its threshold, minus 1: 0 at the threshold. The
/// score of a presentation is its smallest margin, so that scaling every threshold by 1 + s rejects exactly the
/// scores up to s. A layer threshold n counts as n - 1/2, the middle between the last failing count and the first
/// passing one. A threshold of 0 cannot be scaled and is ignored.
///
/// The score depends on the proportions of the initial thresholds.
struct NormalisedMargin {
    let start: VerdictThresholds

    /// The score of a candidate; nil if a threshold of 0 rejects it at every scale.
    func score(_ candidate: Presentation) -> Double? {
        var smallest = Double.infinity
        func take(_ value: Double, _ threshold: Double) -> Bool {
            if threshold > 0 { smallest = min(smallest, value / threshold - 1) } else { return value > threshold }
            return true
        }
        guard take(candidate.standardDeviation, start.standardDeviation),
            take(Double(candidate.layers), Double(start.layers) - 0.5),
            take(candidate.coherence, start.coherence)
        else { return nil }
        return smallest
    }

    /// The thresholds that accept exactly the scores above `score`.
    func thresholds(above score: Double) -> VerdictThresholds {
        let scale = max(0, 1 + score)
        let layers =
            start.layers > 0 ? Int(clamping: (scale * (Double(start.layers) - 0.5)).rounded(.down) + 1) : start.layers
        return VerdictThresholds(
            standardDeviation: scale * start.standardDeviation, layers: layers, coherence: scale * start.coherence)
    }

    /// A point of the curve over all scores.
    struct Point {
        /// Scores up to this are rejected.
        var score: Double
        var accepted: [Int]
    }

    /// Visits all points, from accepting most to accepting none. Thresholds lie midway between neighbouring scores.
    /// The points are not stored: each needs one count per species.
    func forEachPoint(of candidates: DecidablePresentations, _ body: (Point) -> Void) {
        var accepted = Array(repeating: 0, count: candidates.responses.count)
        var scores: [(Double, Int)] = []
        for candidate in candidates.all {
            guard let score = score(candidate), score > -1 else { continue }
            scores.append((score, candidate.kind))
            accepted[candidate.kind] += 1
        }
        scores.sort { $0 < $1 }
        body(Point(score: -1, accepted: accepted))
        for (position, (score, kind)) in scores.enumerated() {
            accepted[kind] -= 1
            if position + 1 < scores.count {
                let next = scores[position + 1].0
                if next > score { body(Point(score: score + (next - score) / 2, accepted: accepted)) }
            } else {
                body(Point(score: score, accepted: accepted))
            }
        }
    }

    func scores(of candidates: DecidablePresentations) -> [Double] {
        var scores: [Double] = []
        forEachPoint(of: candidates) { scores.append($0.score) }
        return scores
    }

    /// The point at which the worst species' APCER and BPCER are closest, and the rate there: their mean. Among
    /// equals, the point with the lower rate.
    func equalErrorPoint(of candidates: DecidablePresentations) -> (point: Point, rate: Double) {
        var best: (point: Point, gap: Double, rate: Double)?
        forEachPoint(of: candidates) { point in
            let apcer = candidates.worstAPCER(point.accepted)
            let bpcer = candidates.bpcer(point.accepted)
            let (gap, rate) = (abs(apcer - bpcer), (apcer + bpcer) / 2)
            if best.map({ (gap, rate) < ($0.gap, $0.rate) }) ?? true { best = (point, gap, rate) }
        }
        guard let best else { preconditionFailure("a curve has at least one point") }
        return (best.point, best.rate)
    }
}
