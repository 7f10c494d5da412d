/// The presentations that thresholds decide about, and what their decisions count for.
///
/// A presentation without a verdict, and one the screen rule rejects, is rejected at all thresholds: it counts in the
/// totals and nowhere else.
struct Candidates {
    /// Indices into the presentations.
    let indices: [Int]
    let standardDeviations: [Double]
    let layerCounts: [Int]
    let coherences: [Double]
    let classes: [Int]
    /// Presentations with a verdict, by class.
    let responses: [Int]

    init(_ presentations: Presentations, screenLike: [Bool]) {
        indices = (0..<presentations.count).filter { presentations.responded[$0] && !screenLike[$0] }
        standardDeviations = indices.map { presentations.standardDeviations[$0] }
        layerCounts = indices.map { presentations.layerCounts[$0] }
        coherences = indices.map { presentations.coherences[$0] }
        classes = indices.map { presentations.classes[$0] }
        var responses = Array(repeating: 0, count: presentations.classCount)
        for index in 0..<presentations.count where presentations.responded[index] {
            responses[presentations.classes[index]] += 1
        }
        self.responses = responses
    }

    var count: Int { indices.count }

    func passes(_ index: Int, _ thresholds: Thresholds) -> Bool {
        standardDeviations[index] > thresholds.standardDeviation && layerCounts[index] >= thresholds.layers
            && coherences[index] > thresholds.coherence
    }

    /// Accepted presentations by class.
    func accepted(_ thresholds: Thresholds) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for index in 0..<count where passes(index, thresholds) { counts[classes[index]] += 1 }
        return counts
    }

    /// The worst species' APCER for accepted counts by class; 0 without attacks.
    func worstAPCER(_ accepted: [Int]) -> Double {
        var worst = 0.0
        for kind in accepted.indices.dropFirst() where responses[kind] > 0 {
            worst = max(worst, Double(accepted[kind]) / Double(responses[kind]))
        }
        return worst
    }

    /// BPCER for accepted counts by class; 0 without real scenes.
    func bpcer(_ accepted: [Int]) -> Double {
        responses[0] == 0 ? 0 : Double(responses[0] - accepted[0]) / Double(responses[0])
    }
}

/// Counts by rank, with sums of all ranks from one on, both in logarithmic time: a Fenwick tree.
///
/// Source: Fenwick, Software: Practice and Experience 24 (1994).
struct RankCounts {
    private var tree: [Int32]
    private(set) var total = 0

    init(rankCount: Int) {
        tree = Array(repeating: 0, count: rankCount + 1)
    }

    mutating func insert(_ rank: Int) {
        total += 1
        var node = rank + 1
        while node < tree.count {
            tree[node] += 1
            node += node & -node
        }
    }

    /// The number of inserted ranks above `rank`; all for -1.
    func countAbove(_ rank: Int) -> Int {
        var sum: Int32 = 0
        var node = rank + 1
        while node > 0 {
            sum += tree[node]
            node -= node & -node
        }
        return total - Int(sum)
    }

    /// The rank of the inserted number that `count` inserted ones come before, in rising order; nil if there are no
    /// more than `count`.
    func rank(after count: Int) -> Int? {
        guard count < total else { return nil }
        var node = 0
        var left = Int32(count)
        var step = 1
        while step * 2 < tree.count { step *= 2 }
        while step > 0 {
            if node + step < tree.count, tree[node + step] <= left {
                node += step
                left -= tree[node]
            }
            step /= 2
        }
        return node
    }
}
