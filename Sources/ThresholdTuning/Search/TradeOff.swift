package import DepthAnalysis

/// The trade-off between the two error rates: the least BPCER for every APCER.
extension ExactSearch {
    struct TradeOffPoint {
        var found: Solution
        var worstAPCER: Double
        var bpcer: Double
    }

    /// The best point for any objective except the detection equal error rate.
    func best(_ objective: TuningObjective) -> TradeOffPoint {
        switch objective {
        case .leastBPCER(let limit): point(limit: limit)
        case .leastAPCER(let limit): leastAPCER(maximumBPCER: limit)
        case .acer, .leastCost: least { objective.rank(apcer: $0, bpcer: $1).value }
        case .deer: preconditionFailure("the equal error rate is found along its curve")
        }
    }

    func point(limit: Double) -> TradeOffPoint {
        let found = leastBPCER(limit: limit)
        let accepted = candidates.accepted(found.thresholds)
        return TradeOffPoint(
            found: found, worstAPCER: candidates.worstAPCER(accepted), bpcer: candidates.bpcer(accepted))
    }

    /// All values that an APCER can take, rising from 0.
    var levels: [Double] {
        var levels: Set<Double> = [0]
        for total in candidates.responses.dropFirst() where total > 0 {
            for count in 1...total { levels.insert(Double(count) / Double(total)) }
        }
        return levels.sorted()
    }

    /// The point of least APCER with BPCER at most `limit`, and of least BPCER among those. If no thresholds reach
    /// the limit, uses the least possible BPCER as the limit.
    ///
    /// Exact: the least BPCER falls as the allowed APCER rises, so bisection finds the first level that meets the
    /// limit.
    private func leastAPCER(maximumBPCER limit: Double) -> TradeOffPoint {
        let levels = levels
        var best = point(limit: levels[levels.count - 1])
        let limit = max(limit, best.bpcer)
        var (low, high) = (0, levels.count - 1)
        while low < high {
            let middle = (low + high) / 2
            let point = point(limit: levels[middle])
            if point.bpcer <= limit {
                high = middle
                best = point
            } else {
                low = middle + 1
            }
        }
        return best
    }

    /// The point of least `cost`, which must rise with both rates; of points with equal cost, the one with less APCER.
    ///
    /// The search is exact. It uses branch and bound: it skips parts of the trade-off whose bound cannot beat the best.
    ///
    /// Strictly between two levels, APCER is at least the level after the lower one, and BPCER is at least that of
    /// the upper one.
    private func least(_ cost: (_ apcer: Double, _ bpcer: Double) -> Double) -> TradeOffPoint {
        let levels = levels
        func key(_ point: TradeOffPoint) -> (Double, Double) {
            (cost(point.worstAPCER, point.bpcer), point.worstAPCER)
        }
        let first = point(limit: levels[0])
        let last = point(limit: levels[levels.count - 1])
        var best = key(last) < key(first) ? last : first
        var parts = [(lower: 0, upper: levels.count - 1, lowerPoint: first, upperPoint: last)]
        while let part = parts.popLast() {
            guard part.upper - part.lower > 1, part.lowerPoint.found.bonaFide < part.upperPoint.found.bonaFide,
                cost(levels[part.lower + 1], part.upperPoint.bpcer) <= key(best).0
            else { continue }
            let middle = (part.lower + part.upper) / 2
            let point = point(limit: levels[middle])
            if key(point) < key(best) { best = point }
            parts.append((middle, part.upper, point, part.upperPoint))
            parts.append((part.lower, middle, part.lowerPoint, point))
        }
        return best
    }

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
