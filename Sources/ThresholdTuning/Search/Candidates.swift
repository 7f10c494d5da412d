internal import DepthAnalysis

/// The presentations that thresholds decide about, and what their decisions count for.
///
/// A presentation without a verdict, and one the screen rule rejects, is rejected at all thresholds: it counts in the
/// totals and nowhere else.
struct Candidates {
    var all: [Presentation]
    /// Presentations with a verdict, by class.
    let responses: [Int]

    init(_ presentations: Presentations, _ parameters: AnalysisParameters) {
        all = zip(presentations.all, presentations.screenLike(parameters))
            .filter { $0.responded && !$1 }.map { $0.0 }
        responses = presentations.counts { $0.responded }
    }

    /// Accepted presentations by class.
    func accepted(_ thresholds: Thresholds) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in all where thresholds.accept(candidate) { counts[candidate.kind] += 1 }
        return counts
    }

    /// The worst species' APCER for accepted counts by class; 0 without attacks.
    func worstAPCER(_ accepted: [Int]) -> Double { rates(accepted).worstAPCER ?? 0 }

    /// BPCER for accepted counts by class; 0 without real scenes.
    func bpcer(_ accepted: [Int]) -> Double { rates(accepted).bpcer.value ?? 0 }

    private func rates(_ accepted: [Int]) -> ErrorRates {
        ErrorRates(accepted: accepted, responses: responses, totals: responses)
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
