internal import PlanarityMeasurements

/// The maps that the thresholds of a rule decide, with values replaced by their ranks among attack values.
///
/// Ranks suffice. Raising a threshold never accepts more, so it helps only if it rejects another attack, and the
/// least such raise is to the value of that attack. So the thresholds to try are "none", with index 0, and the
/// distinct values of attacks, from index 1. A map passes threshold `i` if it lies above at least `i` of those
/// values. Measurements in which bona fide maps are lower have their signs reversed.
///
/// A map without a verdict, or without a value of some measurement, is rejected at all thresholds: it counts only
/// in the totals.
struct RankedMaps: Sendable {
    let columnCount: Int
    /// Maps with a verdict, by class.
    let responses: [Int]
    let kinds: [Int]
    /// The values of each candidate, higher being more bona fide; one row per candidate.
    let values: [Double]
    /// The ranks of ``values``.
    let ranks: [Int]
    /// The distinct attack values of each measurement, rising.
    let levels: [[Double]]
    /// The candidates of each measurement, sorted by descending rank.
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

    /// Whether a candidate passes all thresholds, given by their indices.
    func passes(_ candidate: Int, _ thresholds: [Int]) -> Bool {
        let start = candidate * columnCount
        for column in 0..<columnCount where ranks[start + column] < thresholds[column] { return false }
        return true
    }

    func accepted(_ thresholds: [Int]) -> [Int] {
        var counts = Array(repeating: 0, count: responses.count)
        for candidate in 0..<count where passes(candidate, thresholds) { counts[kinds[candidate]] += 1 }
        return counts
    }
}
