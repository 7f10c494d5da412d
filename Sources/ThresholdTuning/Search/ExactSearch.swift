/// Finds the thresholds with the least BPCER at an APCER that is put up with: exactly, over all real thresholds.
///
/// Why this is all of them: raising a threshold never accepts anything, so it pays only where it rejects another
/// attack, and the least raise that does is to that attack's own value (for layers, to one more). Candidates are
/// therefore 0 and the values of attacks. For one pair of layer and spread threshold the coherence threshold need not
/// be tried: with `c` attacks of a species put up with, the lowest that serves is the (c + 1)-th largest coherence of
/// those left, over all species the largest of these; it may then rise to the next real scene. Walking the spread
/// threshold downwards keeps that value, and the number of real scenes above it, up to date in logarithmic time.
struct ExactSearch {
    let candidates: Candidates
    /// Candidate numbers in the order of falling standard deviation.
    private let order: [Int]
    /// The rank of each candidate's coherence among all distinct ones.
    private let coherenceRanks: [Int]
    private let coherenceValues: [Double]
    /// Of each class the ranks that its own candidates have, rising: what is counted by class takes memory for these
    /// alone.
    private let ranksOfClass: [[Int]]
    /// The place of each candidate's rank among those of its class.
    private let placesInClass: [Int]
    /// Thresholds for the layers, rising.
    private let layerThresholds: [Int]

    init(_ candidates: Candidates) {
        self.candidates = candidates
        let all = candidates.all
        order = all.indices.sorted { (-all[$0].standardDeviation, $0) < (-all[$1].standardDeviation, $1) }
        coherenceValues = Set(all.map { $0.coherence }).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(coherenceValues, 0...))
        let coherenceRanks = all.map { ranks[$0.coherence, default: 0] }
        self.coherenceRanks = coherenceRanks
        var ranksOfClass = candidates.responses.map { _ in [Int]() }
        var placesInClass = Array(repeating: 0, count: all.count)
        for number in all.indices.sorted(by: { coherenceRanks[$0] < coherenceRanks[$1] }) {
            let kind = all[number].kind
            if ranksOfClass[kind].last != coherenceRanks[number] { ranksOfClass[kind].append(coherenceRanks[number]) }
            placesInClass[number] = ranksOfClass[kind].count - 1
        }
        self.ranksOfClass = ranksOfClass
        self.placesInClass = placesInClass
        layerThresholds = Set(all.filter { $0.kind > 0 }.map { $0.layers + 1 }).union([0]).sorted()
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
        for layers in layerThresholds {
            walk(layers: layers, allowed: allowed, best: &best)
        }
        guard let best else { preconditionFailure("rejecting everything is always possible") }
        return best
    }

    /// The most errors of `total` whose share is at most `limit`, as the share is calculated.
    static func largestCount(of total: Int, within limit: Double) -> Int {
        var count = min(total, Int(limit * Double(total)) + 1)
        while count > 0, Double(count) / Double(total) > limit { count -= 1 }
        return count
    }

    private func walk(layers: Int, allowed: [Int], best: inout Found?) {
        let all = candidates.all
        var bonaFide = RankCounts(rankCount: coherenceValues.count)
        var attacks = bonaFide
        var ofClass = ranksOfClass.map { RankCounts(rankCount: $0.count) }
        /// The rank of the lowest coherence threshold that serves; -1 for a threshold of 0 that need not be a value.
        var threshold = -1
        func consider(_ deviation: Double, _ best: inout Found?) {
            let accepted = bonaFide.countAbove(threshold)
            guard accepted >= best?.bonaFide ?? 0 else { return }
            // Up to the next real scene the coherence threshold may rise at no cost, and reject attacks that were put
            // up with.
            let next = bonaFide.rank(after: bonaFide.total - accepted) ?? coherenceValues.count
            let raised = max(threshold, next - 1)
            let found = Found(
                thresholds: Thresholds(
                    standardDeviation: deviation, layers: layers,
                    coherence: raised < 0 ? 0 : coherenceValues[raised]),
                bonaFide: accepted, attacks: attacks.countAbove(raised))
            if found.isBetter(than: best) { best = found }
        }
        var position = 0
        while position < order.count {
            let deviation = all[order[position]].standardDeviation
            // All that is above this deviation has been taken in: it is a threshold, if it rejects an attack.
            let run = order[position...].prefix { all[$0].standardDeviation == deviation }
            if run.contains(where: { all[$0].kind > 0 }) { consider(deviation, &best) }
            for number in run where all[number].layers >= layers {
                let candidate = all[number]
                // Nothing is above a threshold of 0 that is 0 itself.
                guard deviation > 0, candidate.coherence > 0 else { continue }
                let rank = coherenceRanks[number]
                if candidate.kind == 0 {
                    bonaFide.insert(rank)
                } else {
                    attacks.insert(rank)
                    let kind = candidate.kind
                    ofClass[kind].insert(placesInClass[number])
                    let rejected = ofClass[kind].total - allowed[kind] - 1
                    if rejected >= 0, let place = ofClass[kind].rank(after: rejected) {
                        threshold = max(threshold, ranksOfClass[kind][place])
                    }
                }
            }
            position = run.endIndex
        }
        consider(0, &best)
    }
}
