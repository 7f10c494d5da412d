/// The whole trade-off between the two error rates: for every APCER the least BPCER there is.
extension ExactSearch {
    /// An operating point with its two rates.
    struct TradeOffPoint {
        var found: Found
        var worstAPCER: Double
        var bpcer: Double
        var acer: Double { (worstAPCER + bpcer) / 2 }
    }

    /// The point of least BPCER with every species' APCER at most `limit`.
    func point(limit: Double) -> TradeOffPoint {
        let found = leastBPCER(limit: limit)
        let accepted = candidates.accepted(found.thresholds)
        return TradeOffPoint(
            found: found, worstAPCER: candidates.worstAPCER(accepted), bpcer: candidates.bpcer(accepted))
    }

    /// The values an APCER can take, rising from 0: the limits worth trying.
    var levels: [Double] {
        var levels: Set<Double> = [0]
        for total in candidates.responses.dropFirst() where total > 0 {
            for count in 1...total { levels.insert(Double(count) / Double(total)) }
        }
        return levels.sorted()
    }

    /// The point of least ACER, exactly: parts of the trade-off whose bound cannot beat the best are left out.
    ///
    /// Between two levels the APCER is at least the lower level's and the BPCER at least the upper level's.
    func leastACER() -> TradeOffPoint {
        let levels = levels
        var best = point(limit: levels[0])
        let last = point(limit: levels[levels.count - 1])
        func isBetter(_ point: TradeOffPoint) -> Bool {
            (point.acer, point.worstAPCER) < (best.acer, best.worstAPCER)
        }
        let first = best
        if isBetter(last) { best = last }
        // The bound of a part counts its lower level as reached by none of its inner levels.
        var parts = [(lower: 0, upper: levels.count - 1, lowerPoint: first, upperPoint: last)]
        while let part = parts.popLast() {
            guard part.upper - part.lower > 1, part.lowerPoint.found.bonaFide < part.upperPoint.found.bonaFide,
                (levels[part.lower + 1] + part.upperPoint.bpcer) / 2 <= best.acer
            else { continue }
            let middle = (part.lower + part.upper) / 2
            let point = point(limit: levels[middle])
            if isBetter(point) { best = point }
            parts.append((middle, part.upper, point, part.upperPoint))
            parts.append((part.lower, middle, part.lowerPoint, point))
        }
        return best
    }

    /// Points of the trade-off with rising APCER and falling BPCER: all there are, or if there are many, a part that is
    /// spread evenly over the levels.
    ///
    /// - Parameter effort: the most searches to make.
    func tradeOff(effort: Int = 128) -> [TradeOffPoint] {
        let levels = levels
        var points: [Int: TradeOffPoint] = [:]
        func solve(_ level: Int) -> TradeOffPoint {
            let point = points[level] ?? point(limit: levels[level])
            points[level] = point
            return point
        }
        // Breadth first, so that a limited effort is spent evenly.
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
