package import DepthAnalysis

/// The trade-off between the two error rates: the least BPCER for every APCER.
extension ExactSearch {
    /// Points of the trade-off in order of increasing APCER and decreasing BPCER: all of them, or a subset spread
    /// evenly over the levels.
    ///
    /// - Parameter effort: the largest number of searches.
    func tradeOff(effort: Int = 128) -> [TradeOffPoint] {
        let levels = levels
        var points: [Int: TradeOffPoint] = [:]
        func solve(_ level: Int) -> TradeOffPoint {
            let point = points[level] ?? point(limit: levels[level])
            points[level] = point
            return point
        }
        // Breadth first, so that a limited effort is spread evenly.
        var parts = [(0, levels.count - 1)]
        var next = 0
        while next < parts.count, points.count < effort {
            let (lower, upper) = parts[next]
            next += 1
            guard solve(lower).found.bonaFide < solve(upper).found.bonaFide, upper - lower > 1 else { continue }
            let middle = (lower + upper) / 2
            _ = solve(middle)
            parts.append((lower, middle))
            parts.append((middle, upper))
        }
        return points.sorted { $0.key < $1.key }.reduce(into: []) { front, point in
            if point.value.bpcer < front.last?.bpcer ?? .infinity { front.append(point.value) }
        }
    }
}

/// A point of the trade-off curve, for drawing.
package struct TradeOffPoint: Sendable {
    package let thresholds: VerdictThresholds
    package let worstAPCER: Double
    package let bpcer: Double
}

extension LabelledPresentations {
    /// The trade-off curve: the least BPCER for APCERs of the worst species, with the other parameters unchanged.
    ///
    ///     let curve = presentations.tradeOff(parameters, effort: 64)
    ///
    /// - Parameter effort: the largest number of searches; each visits all presentations.
    package func tradeOff(_ parameters: AnalysisParameters, effort: Int) -> [TradeOffPoint] {
        ExactSearch(DecidablePresentations(self, parameters)).tradeOff(effort: effort).map {
            TradeOffPoint(thresholds: $0.found.thresholds, worstAPCER: $0.worstAPCER, bpcer: $0.bpcer)
        }
    }
}
