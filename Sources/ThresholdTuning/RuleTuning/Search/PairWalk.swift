/// Finds the best thresholds of two measurements exactly, with all other thresholds given. It walks down the values
/// of the first measurement and maintains the lowest valid threshold of the second.
///
///     var walk = PairWalk(candidates)
///     let found = walk.best(of: (0, 1), looseness: none, strictness: none, allowed: allowed)
///
/// If `c` attacks of a species are allowed, the lowest valid threshold of the second measurement lies above all
/// attacks added so far except the `c` highest; it is the highest of these over all species. Adding maps only
/// raises it, so one pass suffices.
///
/// The other thresholds can be given as ranges: bona fide maps are checked against the loosest thresholds and
/// attacks against the strictest. No choice within the ranges accepts more bona fide maps than the result; if
/// loosest and strictest are equal, the result is attained. ``RuleSearch`` uses this relaxation as its bound.
struct PairWalk {
    private let candidates: RankedMaps
    /// Bona fide maps added, by their rank in the second measurement.
    private var bonaFide: [Int32]
    /// Attacks added, in the same order; one block per species.
    private var attacks: [Int32]

    /// The number of accepted bona fide maps, and the indices of the two thresholds.
    struct BestPair {
        var bonaFide: Int
        var first: Int
        var second: Int
    }

    init(_ candidates: RankedMaps) {
        self.candidates = candidates
        let width = (candidates.levels.map(\.count).max() ?? 0) + 1
        bonaFide = Array(repeating: 0, count: width)
        attacks = Array(repeating: 0, count: width * candidates.responses.count)
    }

    /// - Parameters:
    ///   - pair: the two measurements; the same one twice if there is only one.
    ///   - looseness: the threshold indices for bona fide maps; those of the pair are ignored.
    ///   - strictness: the threshold indices for attacks, none below its counterpart in `looseness`.
    ///   - allowed: the number of attacks that may pass, by class.
    mutating func best(of pair: (Int, Int), looseness: [Int], strictness: [Int], allowed: [Int]) -> BestPair {
        let (first, second) = pair
        let columns = candidates.columnCount
        let width = bonaFide.count
        for place in bonaFide.indices { bonaFide[place] = 0 }
        for place in attacks.indices { attacks[place] = 0 }
        var limits = Array(repeating: 0, count: allowed.count)
        var above = limits
        var threshold = 0
        var accepted = 0
        // Rejecting every attack is always possible.
        var best = BestPair(
            bonaFide: 0, first: candidates.levels[first].count, second: candidates.levels[second].count)
        var rank = best.first
        for candidate in candidates.falling[first] {
            let row = candidate * columns
            if candidates.ranks[row + first] < rank {
                if accepted > best.bonaFide { best = BestPair(bonaFide: accepted, first: rank, second: threshold) }
                rank = candidates.ranks[row + first]
            }
            let kind = candidates.kinds[candidate]
            var isIn = true
            for column in 0..<columns where column != first && column != second {
                if candidates.ranks[row + column] < (kind == 0 ? looseness[column] : strictness[column]) {
                    isIn = false
                    break
                }
            }
            guard isIn else { continue }
            let place = candidates.ranks[row + second]
            if kind == 0 {
                bonaFide[place] += 1
                if place >= threshold { accepted += 1 }
                continue
            }
            let block = kind * width
            attacks[block + place] += 1
            guard place >= limits[kind] else { continue }
            above[kind] += 1
            while above[kind] > allowed[kind] {
                above[kind] -= Int(attacks[block + limits[kind]])
                limits[kind] += 1
            }
            while threshold < limits[kind] {
                accepted -= Int(bonaFide[threshold])
                threshold += 1
            }
        }
        if accepted > best.bonaFide { best = BestPair(bonaFide: accepted, first: rank, second: threshold) }
        return best
    }
}
