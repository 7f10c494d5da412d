internal import PlanarityMeasurements

/// What thresholds of a rule decide about, with every value as the number of attack values it lies above.
///
/// Why ranks are all that is needed: raising a threshold never accepts anything, so it pays only where it rejects
/// another attack, and the least raise that does is to that attack's own value. The thresholds to look at are
/// therefore "none", which is 0, and the distinct values of attacks, from 1; a map is above the threshold numbered `i`
/// if it lies above at least `i` of those values. Measurements of which real scenes have less count with their signs
/// turned.
///
/// A map without a verdict, and one of which a measurement could not be made, is rejected by all thresholds: it counts
/// in the totals and nowhere else.
struct RuleCandidates: Sendable {
    let columnCount: Int
    /// Maps with a verdict, by class.
    let responses: [Int]
    /// The class of each candidate.
    let kinds: [Int]
    /// The values of each candidate with more being real, a row each.
    let values: [Double]
    /// The ranks of these.
    let ranks: [Int]
    /// Of each measurement the distinct values of attacks, rising.
    let levels: [[Double]]
    /// Of each measurement the candidates by falling rank.
    let falling: [[Int]]

    init(_ data: RuleData) {
        let columns = data.measurements.count
        let presentations = data.presentations.all
        let signs: [Double] = data.measurements.map { $0.direction == .moreIsReal ? 1 : -1 }
        columnCount = columns
        responses = data.presentations.counts { $0.responded }
        var kinds: [Int] = []
        var values: [Double] = []
        for (index, presentation) in presentations.enumerated() where presentation.responded {
            let row = zip(data.values, signs).compactMap { column, sign in column[index].map { sign * $0 } }
            guard row.count == columns else { continue }
            kinds.append(presentation.kind)
            values += row
        }
        let count = kinds.count
        var levels: [[Double]] = []
        var ranks = Array(repeating: 0, count: count * columns)
        var falling: [[Int]] = []
        for column in 0..<columns {
            let attacks = (0..<count).filter { kinds[$0] > 0 }.map { values[$0 * columns + column] }
            var distinct: [Double] = []
            for value in attacks.sorted() where distinct.last != value { distinct.append(value) }
            let order = (0..<count).sorted {
                (values[$0 * columns + column], $1) > (values[$1 * columns + column], $0)
            }
            var below = distinct.count
            for candidate in order {
                let value = values[candidate * columns + column]
                while below > 0, distinct[below - 1] >= value { below -= 1 }
                ranks[candidate * columns + column] = below
            }
            levels.append(distinct)
            falling.append(order)
        }
        self.kinds = kinds
        self.values = values
        self.ranks = ranks
        self.levels = levels
        self.falling = falling
    }

    var count: Int { kinds.count }

    func rank(_ candidate: Int, _ column: Int) -> Int { ranks[candidate * columnCount + column] }

    /// Whether a candidate is above all thresholds, given by their numbers.
    func passes(_ candidate: Int, _ thresholds: [Int]) -> Bool {
        let start = candidate * columnCount
        for column in 0..<columnCount where ranks[start + column] < thresholds[column] { return false }
        return true
    }

    /// Accepted maps by class.
    func accepted(_ thresholds: [Int]) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in 0..<count where passes(candidate, thresholds) { counts[kinds[candidate]] += 1 }
        return counts
    }
}
