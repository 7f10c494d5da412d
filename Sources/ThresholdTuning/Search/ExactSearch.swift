/// Finds the thresholds with the least BPCER at an APCER that is put up with: exactly, over all real thresholds.
///
/// Why this is all of them: raising a threshold never accepts anything, so it pays only where it rejects another
/// attack, and the least raise that does is to that attack's own value (for layers, to one more). Candidates are
/// therefore 0 and the values of attacks. For one pair of layer and spread threshold the coherence threshold need not
/// be tried: with `c` attacks of a species put up with, the lowest that serves is the (c + 1)-th largest coherence of
/// those left, over all species the largest of these; it may then rise to the next real scene. Walking the spread
/// threshold downwards takes candidates in one by one. That value only rises on the way, and so keeping it, and the
/// numbers of real scenes and attacks above it, costs no more than a few additions a candidate.
package struct ExactSearch {
    let candidates: Candidates
    /// The candidates in the order of falling standard deviation.
    private let steps: [Step]
    private let coherenceValues: [Double]
    /// Of each class the ranks that its own candidates have, rising: what is counted by class takes memory for these
    /// alone.
    private let ranksOfClass: [[Int]]
    /// Thresholds for the layers, rising.
    private let layerThresholds: [Int]
    /// Of each of them the real scenes that reach it.
    private let bonaFideWithLayers: [Int]

    /// What the walk takes from one candidate.
    private struct Step {
        let standardDeviation: Double
        let layers: Int
        let kind: Int
        /// Of the coherence among all distinct ones.
        let rank: Int
        /// Of that rank among those of the class.
        let place: Int
        /// Nothing is above a threshold of 0 that is 0 itself.
        let canPass: Bool
    }

    init(_ candidates: Candidates) {
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

    /// An operating point and what it accepts.
    struct Found {
        var thresholds: Thresholds
        /// Real scenes accepted.
        var bonaFide: Int
        /// Attacks of all species accepted.
        var attacks: Int

        /// More real scenes first, then fewer attacks.
        func isBetter(than other: Found?) -> Bool {
            guard let other else { return true }
            return (bonaFide, -attacks) > (other.bonaFide, -other.attacks)
        }
    }

    /// The best thresholds with every species' APCER at most `limit`. Of equally good ones the first, in the order of
    /// fewer layers and then higher spread.
    func leastBPCER(limit: Double) -> Found {
        let allowed = candidates.responses.map { Self.largestCount(of: $0, within: limit) }
        var best: Found?
        for (layers, bonaFide) in zip(layerThresholds, bonaFideWithLayers) {
            // With fewer real scenes than the best accepts none is as good.
            if let best, bonaFide < best.bonaFide { break }
            walk(layers: layers, allowed: allowed, best: &best)
        }
        guard let best else { preconditionFailure("rejecting everything is always possible") }
        return best
    }

    /// The most errors of `total` whose share is at most `limit`, as the share is calculated.
    package static func largestCount(of total: Int, within limit: Double) -> Int {
        var count = min(total, Int(limit * Double(total)) + 1)
        while count > 0, Double(count) / Double(total) > limit { count -= 1 }
        return count
    }

    private func walk(layers: Int, allowed: [Int], best: inout Found?) {
        var bonaFide = RankCounts(rankCount: coherenceValues.count)
        var attacks = bonaFide
        var ofClass = ranksOfClass.indices.map { kind in
            RisingRank(rankCount: ranksOfClass[kind].count, allowed: allowed[kind])
        }
        /// The rank of the lowest coherence threshold that serves; -1 for a threshold of 0 that need not be a value.
        var threshold = -1
        /// What was taken in with ranks above it.
        var (bonaFideAbove, attacksAbove) = (0, 0)
        func consider(_ deviation: Double, _ best: inout Found?) {
            guard bonaFideAbove >= best?.bonaFide ?? 0 else { return }
            // Up to the next real scene the coherence threshold may rise at no cost, and reject attacks that were put
            // up with.
            let next = bonaFideAbove > 0 ? bonaFide.next(above: threshold) : nil
            let raised = max(threshold, (next ?? coherenceValues.count) - 1)
            let found = Found(
                thresholds: Thresholds(
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
            // All that is above this deviation has been taken in: it is a threshold, if it rejects an attack.
            if hasAttack { consider(deviation, &best) }
            for place in position..<end where steps[place].layers >= layers && steps[place].canPass {
                take(steps[place])
            }
            position = end
        }
        consider(0, &best)
    }
}
