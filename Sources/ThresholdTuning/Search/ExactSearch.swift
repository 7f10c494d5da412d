/// Finds the thresholds with the least BPCER at an APCER that is put up with: exactly, over all real thresholds.
///
/// Why this is all of them: raising a threshold never accepts anything, so it pays only where it rejects another
/// attack, and the least raise that does is to that attack's own value (for layers, to one more). Candidates are
/// therefore 0 and the values of attacks. For one pair of layer and spread threshold the coherence threshold need not
/// be tried: with `c` attacks of a species put up with, the lowest that serves is the (c + 1)-th largest coherence of
/// those left, over all species the largest of these; it may then rise to the next real scene. Walking the spread
/// threshold downwards keeps that value, and the number of real scenes above it, up to date in logarithmic time.
struct ExactSearch {
    private let candidates: Candidates
    /// Candidate numbers in the order of falling standard deviation.
    private let order: [Int]
    /// The rank of each candidate's coherence among all distinct ones.
    private let coherenceRanks: [Int]
    private let coherenceValues: [Double]
    /// Thresholds for the layers, rising.
    private let layerThresholds: [Int]

    init(_ candidates: Candidates) {
        self.candidates = candidates
        let deviations = candidates.standardDeviations
        order = deviations.indices.sorted { (-deviations[$0], $0) < (-deviations[$1], $1) }
        coherenceValues = Set(candidates.coherences).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(coherenceValues, 0...))
        coherenceRanks = candidates.coherences.map { ranks[$0, default: 0] }
        let attackLayers = candidates.classes.indices.filter { candidates.classes[$0] > 0 }
            .map { candidates.layerCounts[$0] + 1 }
        layerThresholds = Set(attackLayers).union([0]).sorted()
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
        let deviations = candidates.standardDeviations
        var bonaFide = RankCounts(rankCount: coherenceValues.count)
        var attacks = bonaFide
        var largest = allowed.map { LargestRanks(capacity: $0 + 1) }
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
            let deviation = deviations[order[position]]
            // All that is above this deviation has been taken in: it is a threshold, if it rejects an attack.
            var run = position
            var rejectsAttack = false
            while run < order.count, deviations[order[run]] == deviation {
                rejectsAttack = rejectsAttack || candidates.classes[order[run]] > 0
                run += 1
            }
            if rejectsAttack { consider(deviation, &best) }
            for candidate in order[position..<run] where candidates.layerCounts[candidate] >= layers {
                // Nothing is above a threshold of 0 that is 0 itself.
                guard deviation > 0, candidates.coherences[candidate] > 0 else { continue }
                let rank = coherenceRanks[candidate]
                let kind = candidates.classes[candidate]
                if kind == 0 {
                    bonaFide.insert(rank)
                } else {
                    attacks.insert(rank)
                    largest[kind].insert(rank)
                    threshold = max(threshold, largest[kind].smallestIfFull ?? -1)
                }
            }
            position = run
        }
        consider(0, &best)
    }
}

/// The largest few of the ranks inserted: a binary heap with the smallest of them on top.
struct LargestRanks {
    private let capacity: Int
    private var heap: [Int] = []

    init(capacity: Int) {
        precondition(capacity > 0, "the largest of none is not asked for")
        self.capacity = capacity
    }

    /// The smallest of the `capacity` largest; nil while there are fewer.
    var smallestIfFull: Int? { heap.count == capacity ? heap[0] : nil }

    mutating func insert(_ rank: Int) {
        if heap.count < capacity {
            heap.append(rank)
            var child = heap.count - 1
            while child > 0, heap[child] < heap[(child - 1) / 2] {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        } else if rank > heap[0] {
            heap[0] = rank
            var parent = 0
            while true {
                let left = 2 * parent + 1
                guard left < heap.count else { break }
                let child = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
                guard heap[child] < heap[parent] else { break }
                heap.swapAt(child, parent)
                parent = child
            }
        }
    }
}
