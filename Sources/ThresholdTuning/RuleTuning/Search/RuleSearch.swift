internal import Support

/// Finds the thresholds of a conjunction that accept the most bona fide maps with a limited number of attacks of
/// each species.
///
///     let found = RuleSearch(candidates).mostBonaFide(allowed: [0, 2, 3])
///     print(found.bonaFide, found.isExact)
///
/// One or two measurements take a single ``PairWalk``. With more, the thresholds of all but two are searched by
/// branch and bound over boxes (Land and Doig, Econometrica 28, 1960). The bound of a box is the walk over the
/// other two measurements, with bona fide maps checked against its loosest corner and attacks against its
/// strictest. The box with the highest bound is split first. The strictest corner is itself a rule, so a box closes
/// when its rule attains its bound, at the latest when it is a point. The search starts with a descent from several
/// starting points that optimises each pair of measurements in turn until none improves.
///
/// Three measurements are always searched exhaustively, because there are at most twice as many boxes as
/// thresholds. With more, the search stops after visiting ``mostVisits`` maps; ``Solution/most`` is then the bound of
/// the remaining boxes.
///
/// Among rules that accept the same number of bona fide maps, the first one found is returned, with its thresholds
/// raised as far as its accepted bona fide maps allow. This rejects further attacks at no cost.
struct RuleSearch {
    /// The number of maps visited by a search over more than three measurements; each box visits every map once.
    static let mostVisits = 40_000_000
    /// The starting points of the descent: one that rejects nothing, and random ones.
    static let startCount = 8

    let candidates: RankedMaps
    private let mostVisits: Int
    private let startCount: Int
    private let seed: UInt64

    init(
        _ candidates: RankedMaps, seed: UInt64 = 1, mostVisits: Int = RuleSearch.mostVisits,
        startCount: Int = RuleSearch.startCount
    ) {
        self.candidates = candidates
        self.seed = seed
        self.mostVisits = mostVisits
        self.startCount = startCount
    }

    struct Solution: Sendable {
        /// The indices of the thresholds.
        var thresholds: [Int]
        var bonaFide: Int
        /// An upper bound: no thresholds accept more bona fide maps.
        var most: Int

        var isExact: Bool { most == bonaFide }
    }

    /// - Parameter allowed: the number of attacks that may pass, by class; the first entry is ignored.
    func mostBonaFide(allowed: [Int]) -> Solution {
        let columns = candidates.columnCount
        let open = Array(repeating: 0, count: columns)
        var walk = PairWalk(candidates)
        guard columns > 2 else {
            let pair = (0, columns - 1)
            let found = walk.best(of: pair, looseness: open, strictness: open, allowed: allowed)
            let thresholds = Self.replaced(open, pair, by: found)
            return Solution(thresholds: tightened(thresholds), bonaFide: found.bonaFide, most: found.bonaFide)
        }
        var best = descent(&walk, allowed: allowed)
        // Walk along the two measurements with the most thresholds, which leaves the fewest boxes.
        let bySize = (0..<columns).sorted { (candidates.levels[$0].count, $1) > (candidates.levels[$1].count, $0) }
        let pair = (bySize[0], bySize[1])
        let outer = bySize.dropFirst(2).sorted()
        let visitLimit = columns == 3 ? Int.max : mostVisits
        var visits = 0
        var boxes = BoxQueue()
        func look(at loose: [Int], _ strict: [Int], _ best: inout Solution) {
            visits += max(1, candidates.count)
            let found = walk.best(of: pair, looseness: loose, strictness: strict, allowed: allowed)
            let thresholds = Self.replaced(strict, pair, by: found)
            let accepted = candidates.accepted(thresholds)[0]
            if accepted > best.bonaFide { best = Solution(thresholds: thresholds, bonaFide: accepted, most: 0) }
            if found.bonaFide > accepted {
                boxes.insert(BoxQueue.Box(most: found.bonaFide, loose: loose, strict: strict))
            }
        }
        var strict = open
        for column in outer { strict[column] = candidates.levels[column].count }
        look(at: open, strict, &best)
        best.most = best.bonaFide
        while let box = boxes.removeBest() {
            if box.most <= best.bonaFide { break }
            guard visits < visitLimit else {
                best.most = box.most
                break
            }
            let widest = outer.max { (box.width($0), $1) < (box.width($1), $0) } ?? outer[0]
            let middle = (box.loose[widest] + box.strict[widest]) / 2
            var (lower, upper) = (box.strict, box.loose)
            lower[widest] = middle
            upper[widest] = middle + 1
            look(at: box.loose, lower, &best)
            look(at: upper, box.strict, &best)
        }
        best.most = max(best.most, best.bonaFide)
        best.thresholds = tightened(best.thresholds)
        return best
    }

    /// The best result of several starting points, optimising the thresholds of two measurements at a time.
    private func descent(_ walk: inout PairWalk, allowed: [Int]) -> Solution {
        let columns = candidates.columnCount
        var best = Solution(thresholds: candidates.levels.map(\.count), bonaFide: -1, most: 0)
        for start in 0..<startCount {
            var random = SplitMix64(seed: seed, stream: start)
            var thresholds = candidates.levels.map { start == 0 ? 0 : random.below($0.count + 1) }
            var accepted = -1
            var isGaining = true
            while isGaining {
                isGaining = false
                for first in 0..<columns {
                    for second in first + 1..<columns {
                        let found = walk.best(
                            of: (first, second), looseness: thresholds, strictness: thresholds, allowed: allowed)
                        guard found.bonaFide > accepted else { continue }
                        accepted = found.bonaFide
                        thresholds = Self.replaced(thresholds, (first, second), by: found)
                        isGaining = true
                    }
                }
            }
            if accepted > best.bonaFide { best = Solution(thresholds: thresholds, bonaFide: accepted, most: 0) }
        }
        return best
    }

    private static func replaced(_ thresholds: [Int], _ pair: (Int, Int), by found: PairWalk.BestPair) -> [Int] {
        var thresholds = thresholds
        if pair.0 == pair.1 {
            thresholds[pair.0] = max(found.first, found.second)
        } else {
            thresholds[pair.0] = found.first
            thresholds[pair.1] = found.second
        }
        return thresholds
    }

    /// The strictest thresholds that accept the same bona fide maps.
    private func tightened(_ thresholds: [Int]) -> [Int] {
        var tightened = candidates.levels.map(\.count)
        for candidate in 0..<candidates.count
        where candidates.kinds[candidate] == 0 && candidates.passes(candidate, thresholds) {
            for column in tightened.indices {
                tightened[column] = min(tightened[column], candidates.rank(candidate, column))
            }
        }
        return tightened
    }
}

/// A priority queue of boxes of thresholds: highest bound first, then insertion order.
struct BoxQueue {
    struct Box {
        /// An upper bound on the accepted bona fide maps of any thresholds in the box.
        let most: Int
        /// The lowest and the highest threshold of each measurement, both included.
        let loose: [Int]
        let strict: [Int]
        fileprivate var number = 0

        init(most: Int, loose: [Int], strict: [Int]) {
            self.most = most
            self.loose = loose
            self.strict = strict
        }

        func width(_ column: Int) -> Int { strict[column] - loose[column] }

        fileprivate func comes(before other: Box) -> Bool {
            (most, other.number) > (other.most, number)
        }
    }

    private var heap: [Box] = []
    private var inserted = 0

    mutating func insert(_ box: Box) {
        var box = box
        box.number = inserted
        inserted += 1
        heap.append(box)
        var place = heap.count - 1
        while place > 0, case let parent = (place - 1) / 2, heap[place].comes(before: heap[parent]) {
            heap.swapAt(place, parent)
            place = parent
        }
    }

    mutating func removeBest() -> Box? {
        guard let last = heap.indices.last else { return nil }
        heap.swapAt(0, last)
        let best = heap.removeLast()
        var place = 0
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && heap[child].comes(before: heap[first]) {
                first = child
            }
            if first == place { return best }
            heap.swapAt(place, first)
            place = first
        }
    }
}
