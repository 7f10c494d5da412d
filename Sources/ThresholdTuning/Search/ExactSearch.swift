/// Finds the thresholds with the least BPCER at a limited APCER, exactly, over all real-valued thresholds.
///
/// Finitely many thresholds suffice. A higher threshold never accepts more, so it helps only if it rejects another
/// attack. The least such threshold is the value of that attack (for layers, one more). So only 0 and the values of
/// attacks need to be tried.
///
/// For given layer and standard deviation thresholds, the coherence threshold follows directly: if `c` attacks of a
/// species are allowed, its lowest valid threshold is the (c + 1)-th largest coherence of its remaining attacks. The
/// highest of these over all species is used, and may then rise to the next bona fide map. Walking the standard
/// deviation threshold downwards adds presentations one by one, and the coherence threshold only rises, so updating it
/// and the counts above it takes a few additions per presentation.
package struct ExactSearch {
    let candidates: DecidablePresentations
    /// The candidates, sorted by descending standard deviation.
    private let steps: [Step]
    private let coherenceValues: [Double]
    /// For each class, the sorted ranks of its own candidates. Counts by class need memory for these ranks only.
    private let ranksOfClass: [[Int]]
    /// Layer thresholds, rising.
    private let layerThresholds: [Int]
    /// For each layer threshold, the number of bona fide maps that reach it.
    private let bonaFideWithLayers: [Int]

    /// One candidate of the walk.
    private struct Step {
        let standardDeviation: Double
        let layers: Int
        let kind: Int
        /// The rank of the coherence among all distinct values.
        let rank: Int
        /// The position of ``rank`` among the ranks of the class.
        let place: Int
        /// False if the standard deviation or the coherence is 0: no threshold is low enough.
        let canPass: Bool
    }

    init(_ candidates: DecidablePresentations) {
        self.candidates = candidates
        let all = candidates.all
        coherenceValues = Set(all.map { $0.coherence }).sorted()
        let values = coherenceValues
        let ranks = all.map { Int(values.countNotAbove($0.coherence)) - 1 }
        var ranksOfClass = candidates.responses.map { _ in [Int]() }
        var places = Array(repeating: 0, count: all.count)
        for number in all.indices.sorted(by: { ranks[$0] < ranks[$1] }) {
            let kind = all[number].kind
            if ranksOfClass[kind].last != ranks[number] { ranksOfClass[kind].append(ranks[number]) }
            places[number] = ranksOfClass[kind].count - 1
        }
        self.ranksOfClass = ranksOfClass
        steps = all.indices.sorted { (-all[$0].standardDeviation, $0) < (-all[$1].standardDeviation, $1) }
            .map { number in
                let candidate = all[number]
                return Step(
                    standardDeviation: candidate.standardDeviation, layers: candidate.layers, kind: candidate.kind,
                    rank: ranks[number], place: places[number],
                    canPass: candidate.standardDeviation > 0 && candidate.coherence > 0)
            }
        let layerThresholds = Set(all.filter { $0.kind > 0 }.map { $0.layers + 1 }).union([0]).sorted()
        self.layerThresholds = layerThresholds
        bonaFideWithLayers = layerThresholds.map { layers in all.count { $0.kind == 0 && $0.layers >= layers } }
    }

    /// An operating point and the presentations that it accepts.
    struct Solution {
        var thresholds: VerdictThresholds
        var bonaFide: Int
        /// Accepted attacks of all species.
        var attacks: Int

        /// Prefers more bona fide maps, then fewer attacks.
        func isBetter(than other: Solution?) -> Bool {
            guard let other else { return true }
            return (bonaFide, -attacks) > (other.bonaFide, -other.attacks)
        }
    }

    /// The best thresholds with every species' APCER at most `limit`. Of equally good thresholds, those with fewer
    /// layers, then with the higher standard deviation.
    func leastBPCER(limit: Double) -> Solution {
        let allowed = candidates.responses.map { Self.largestCount(of: $0, within: limit) }
        var best: Solution?
        for (layers, bonaFide) in zip(layerThresholds, bonaFideWithLayers) {
            // Stop when the remaining layer thresholds cannot accept as many bona fide maps as the best.
            if let best, bonaFide < best.bonaFide { break }
            walk(layers: layers, allowed: allowed, best: &best)
        }
        guard let best else { preconditionFailure("rejecting everything is always possible") }
        return best
    }

    /// The largest number of errors out of `total` whose share, as computed in floating point, is at most `limit`.
    package static func largestCount(of total: Int, within limit: Double) -> Int {
        var count = min(total, Int(limit * Double(total)) + 1)
        while count > 0, Double(count) / Double(total) > limit { count -= 1 }
        return count
    }

    private func walk(layers: Int, allowed: [Int], best: inout Solution?) {
        var bonaFide = RankCounts(rankCount: coherenceValues.count)
        var attacks = bonaFide
        var ofClass = ranksOfClass.indices.map { kind in
            RisingRank(rankCount: ranksOfClass[kind].count, allowed: allowed[kind])
        }
        /// The rank of the lowest valid coherence threshold; -1 for a threshold of 0.
        var threshold = -1
        /// The number of presentations added with ranks above `threshold`.
        var (bonaFideAbove, attacksAbove) = (0, 0)
        func consider(_ deviation: Double, _ best: inout Solution?) {
            guard bonaFideAbove >= best?.bonaFide ?? 0 else { return }
            // Raising the coherence threshold to the next bona fide map costs nothing, and may reject more attacks.
            let next = bonaFideAbove > 0 ? bonaFide.next(above: threshold) : nil
            let raised = max(threshold, (next ?? coherenceValues.count) - 1)
            let found = Solution(
                thresholds: VerdictThresholds(
                    standardDeviation: deviation, layers: layers,
                    coherence: raised < 0 ? 0 : coherenceValues[raised]),
                bonaFide: bonaFideAbove, attacks: attacksAbove - attacks.count(above: threshold, through: raised))
            if found.isBetter(than: best) { best = found }
        }
        func take(_ step: Step) {
            if step.kind == 0 {
                bonaFide.insert(step.rank)
                if step.rank > threshold { bonaFideAbove += 1 }
                return
            }
            attacks.insert(step.rank)
            if step.rank > threshold { attacksAbove += 1 }
            ofClass[step.kind].insert(step.place)
            let place = ofClass[step.kind].rank
            guard place >= 0, case let raised = ranksOfClass[step.kind][place], raised > threshold else { return }
            bonaFideAbove -= bonaFide.count(above: threshold, through: raised)
            attacksAbove -= attacks.count(above: threshold, through: raised)
            threshold = raised
        }
        var position = 0
        while position < steps.count {
            let deviation = steps[position].standardDeviation
            var end = position
            var hasAttack = false
            while end < steps.count, steps[end].standardDeviation == deviation {
                if steps[end].kind > 0 { hasAttack = true }
                end += 1
            }
            // All presentations above this deviation are added. As a threshold it helps only if it rejects an attack.
            if hasAttack { consider(deviation, &best) }
            for place in position..<end where steps[place].layers >= layers && steps[place].canPass {
                take(steps[place])
            }
            position = end
        }
        consider(0, &best)
    }
}

// The best point for each objective.

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
    /// Let levels i < j bound a part. Inside it, APCER is at least level i + 1, and BPCER is at least the BPCER of the
    /// point at level j. The bound is the cost of these two rates.
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
}
