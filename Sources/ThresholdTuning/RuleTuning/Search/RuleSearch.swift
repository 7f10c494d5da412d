internal import Support

/// Finds the thresholds of a conjunction that accept the most real scenes, with so many attacks of each species
/// allowed.
///
///     let found = RuleSearch(candidates).mostBonaFide(allowed: [0, 2, 3])
///     print(found.bonaFide, found.isExact)
///
/// One measurement or two take one ``PairWalk``. Of more, the thresholds of all but two are looked for by branch and
/// bound over boxes of them (Land and Doig, Econometrica 28, 1960): a box is bounded by the walk over the other two in
/// which real scenes are held to its loosest corner and attacks to its strictest, and the best-bounded one is halved
/// next. What the strictest corner comes to is a rule, and so a box closes where both agree, at the latest where it is
/// a point. The beginning is a descent from several starts: each pair of measurements in turn by its walk, until none
/// gains.
///
/// Three measurements are always searched to the end, for there are at most twice as many boxes as thresholds. With
/// more, the search stops where it has looked at ``mostVisits`` maps; the bound of the boxes left is then proved all
/// the same, and ``Found/most`` has it.
///
/// Of rules that accept as many real scenes the one found first counts, its thresholds then raised as far as the real
/// scenes it accepts allow, which rejects attacks at no cost.
struct RuleSearch {
    /// How many maps a search with more than three measurements looks at; each box looks at each map once.
    static let mostVisits = 40_000_000
    /// Of the descent: none rejected, and the others drawn.
    static let startCount = 8

    let candidates: RuleCandidates
    private let mostVisits: Int
    private let startCount: Int
    private let seed: UInt64

    init(
        _ candidates: RuleCandidates, seed: UInt64 = 1, mostVisits: Int = RuleSearch.mostVisits,
        startCount: Int = RuleSearch.startCount
    ) {
        self.candidates = candidates
        self.seed = seed
        self.mostVisits = mostVisits
        self.startCount = startCount
    }

    struct Found: Sendable {
        /// The numbers of the thresholds.
        var thresholds: [Int]
        /// Real scenes accepted.
        var bonaFide: Int
        /// No thresholds accept more real scenes than this.
        var most: Int

        var isExact: Bool { most == bonaFide }
    }

    /// - Parameter allowed: attacks that may pass, by class; the first is not looked at.
    func mostBonaFide(allowed: [Int]) -> Found {
        let columns = candidates.columnCount
        let open = Array(repeating: 0, count: columns)
        var walk = PairWalk(candidates)
        guard columns > 2 else {
            let pair = (0, columns - 1)
            let found = walk.best(of: pair, looseness: open, strictness: open, allowed: allowed)
            let thresholds = Self.replaced(open, pair, by: found)
            return Found(thresholds: tightened(thresholds), bonaFide: found.bonaFide, most: found.bonaFide)
        }
        var best = descent(&walk, allowed: allowed)
        // The two with the most thresholds to choose from are walked along: the others have fewer boxes.
        let bySize = (0..<columns).sorted { (candidates.levels[$0].count, $1) > (candidates.levels[$1].count, $0) }
        let pair = (bySize[0], bySize[1])
        let outer = bySize.dropFirst(2).sorted()
        let visitLimit = columns == 3 ? Int.max : mostVisits
        var visits = 0
        var boxes = BoxQueue()
        func look(at loose: [Int], _ strict: [Int], _ best: inout Found) {
            visits += max(1, candidates.count)
            let found = walk.best(of: pair, looseness: loose, strictness: strict, allowed: allowed)
            let thresholds = Self.replaced(strict, pair, by: found)
            let accepted = candidates.accepted(thresholds)[0]
            if accepted > best.bonaFide { best = Found(thresholds: thresholds, bonaFide: accepted, most: 0) }
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

    /// The best that is found from several starts by choosing the thresholds of two measurements at a time.
    private func descent(_ walk: inout PairWalk, allowed: [Int]) -> Found {
        let columns = candidates.columnCount
        var best = Found(thresholds: candidates.levels.map(\.count), bonaFide: -1, most: 0)
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
            if accepted > best.bonaFide { best = Found(thresholds: thresholds, bonaFide: accepted, most: 0) }
        }
        return best
    }

    private static func replaced(_ thresholds: [Int], _ pair: (Int, Int), by found: PairWalk.Found) -> [Int] {
        var thresholds = thresholds
        if pair.0 == pair.1 {
            thresholds[pair.0] = max(found.first, found.second)
        } else {
            thresholds[pair.0] = found.first
            thresholds[pair.1] = found.second
        }
        return thresholds
    }

    /// The strictest thresholds that accept the same real scenes.
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

/// Boxes of thresholds that are still to be halved, the one with the highest bound first; of equal ones the one that
/// came first.
struct BoxQueue {
    struct Box {
        /// No thresholds in the box accept more real scenes.
        let most: Int
        /// The lowest threshold of each measurement, and the highest, both in the box.
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

    /// A binary heap.
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
