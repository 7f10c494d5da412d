/// The best thresholds of two measurements, exactly, with those of all others given: one walk along the first
/// measurement from its highest values down, with the lowest threshold of the second that serves.
///
///     var walk = PairWalk(candidates)
///     let found = walk.best(of: (0, 1), looseness: none, strictness: none, allowed: allowed)
///
/// With `c` attacks of a species allowed, the lowest threshold of the second measurement that serves is the one below
/// which all but the `c` highest of the attacks taken in so far lie; over all species the highest of these. Taking in
/// more only raises it, so that all of it together takes one pass.
///
/// The others can be given loosely: real scenes are held to the loosest thresholds of a range and attacks to the
/// strictest. No choice within the range can then accept more real scenes than is found; with both equal it is what can
/// be had. That is the relaxation by which ``RuleSearch`` bounds what it has not looked at.
struct PairWalk {
    private let candidates: RuleCandidates
    /// Real scenes taken in, by their rank of the second measurement.
    private var bonaFide: [Int32]
    /// Attacks taken in by the same: a block a species.
    private var attacks: [Int32]

    /// The real scenes accepted, and the numbers of the two thresholds.
    struct Found {
        var bonaFide: Int
        var first: Int
        var second: Int
    }

    init(_ candidates: RuleCandidates) {
        self.candidates = candidates
        let width = (candidates.levels.map(\.count).max() ?? 0) + 1
        bonaFide = Array(repeating: 0, count: width)
        attacks = Array(repeating: 0, count: width * candidates.responses.count)
    }

    /// - Parameters:
    ///   - pair: the two measurements; one and the same where there is only one.
    ///   - looseness: the numbers of thresholds that real scenes are held to; those of the pair do not count.
    ///   - strictness: the same for attacks, none below its loose one.
    ///   - allowed: how many attacks may pass, by class.
    mutating func best(of pair: (Int, Int), looseness: [Int], strictness: [Int], allowed: [Int]) -> Found {
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
        var best = Found(
            bonaFide: 0, first: candidates.levels[first].count, second: candidates.levels[second].count)
        var rank = best.first
        for candidate in candidates.falling[first] {
            let row = candidate * columns
            if candidates.ranks[row + first] < rank {
                if accepted > best.bonaFide { best = Found(bonaFide: accepted, first: rank, second: threshold) }
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
        if accepted > best.bonaFide { best = Found(bonaFide: accepted, first: rank, second: threshold) }
        return best
    }
}
