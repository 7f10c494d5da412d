/// Evenly spaced thresholds, for round numbers or an overview. Not exact.
///
/// A grid of 1000 steps has ten million points, most of which decide like their neighbours. The search therefore
/// visits only the grid lines on which a decision changes, and counts the accepted presentations of all points of a
/// layer threshold with one cumulative sum.
struct GridSearch {
    /// The grid values from 0 to the largest measured value.
    private let standardDeviations: [Double]
    /// The grid values from 0 to one more than the largest measured value.
    private let layers: [Int]
    /// The grid values from 0 to the largest measured value.
    private let coherences: [Double]

    /// A grid of `steps` standard deviations and `steps` coherences, each from 0 to the largest measured value, and
    /// all layer counts from 0 to one more than the largest measured value.
    ///
    /// - Parameter steps: at least 2.
    init(steps: Int, of candidates: DecidablePresentations) {
        func spaced(_ largest: Double) -> [Double] {
            (0..<steps).map { largest * Double($0) / Double(steps - 1) }
        }
        standardDeviations = spaced(candidates.all.map { $0.standardDeviation }.max() ?? 0)
        layers = Array(0...(candidates.all.map { $0.layers }.max() ?? 0) + 1)
        coherences = spaced(candidates.all.map { $0.coherence }.max() ?? 0)
    }

    var count: Int { layers.count * standardDeviations.count * coherences.count }

    /// Points in grid order, with layers in the outermost loop and coherence in the innermost; evenly thinned to
    /// `most` points.
    func points(atMost most: Int) -> [Thresholds] {
        let wanted = min(count, most)
        return (0..<wanted).map { number in
            let place = wanted == 1 ? 0 : Int(Double(number) * Double(count - 1) / Double(wanted - 1))
            let (rest, coherence) = place.quotientAndRemainder(dividingBy: coherences.count)
            let (layer, deviation) = rest.quotientAndRemainder(dividingBy: standardDeviations.count)
            return Thresholds(
                standardDeviation: standardDeviations[deviation], layers: layers[layer],
                coherence: coherences[coherence])
        }
    }

    /// The best grid point for an objective; of equally good points, the first in grid order. For the detection equal
    /// error rate, the search is along the curve of that rate instead.
    func best(_ objective: Objective, of candidates: DecidablePresentations) -> Thresholds {
        let deviationLines = DecidingLines(
            of: standardDeviations.count,
            accepting: candidates.all.map { Self.count(of: standardDeviations, below: $0.standardDeviation) })
        let layerLines = DecidingLines(of: layers.count, accepting: candidates.all.map { $0.layers + 1 })
        let coherenceLines = DecidingLines(
            of: coherences.count, accepting: candidates.all.map { Self.count(of: coherences, below: $0.coherence) })
        var best: (thresholds: Thresholds, key: (Double, Double, Double))?
        for (number, layer) in layerLines.lines.enumerated() {
            var table = AcceptedTable(
                deviationLines.lines.count, coherenceLines.lines.count, candidates.responses.count)
            for (index, candidate) in candidates.all.enumerated() where layerLines.places[index] > number {
                table.add(candidate.kind, deviationLines.places[index], coherenceLines.places[index])
            }
            table.sum()
            table.forEachOther { deviation, coherence, accepted in
                let key = objective.rank(apcer: candidates.worstAPCER(accepted), bpcer: candidates.bpcer(accepted))
                guard best.map({ key < $0.key }) ?? true else { return }
                best = (
                    Thresholds(
                        standardDeviation: standardDeviations[deviationLines.lines[deviation]], layers: layers[layer],
                        coherence: coherences[coherenceLines.lines[coherence]]), key
                )
            }
        }
        guard let best else { preconditionFailure("a grid has points") }
        return best.thresholds
    }

    /// The number of rising thresholds that a value exceeds.
    private static func count(of thresholds: [Double], below value: Double) -> Int {
        var (low, high) = (0, thresholds.count)
        while low < high {
            let middle = (low + high) / 2
            if value > thresholds[middle] { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The thresholds of one kind that decide differently from their predecessors.
private struct DecidingLines {
    /// The indices of these thresholds, rising, starting with the first threshold.
    let lines: [Int]
    /// For each candidate, the number of `lines` that accept it.
    let places: [Int]

    /// - Parameters:
    ///   - thresholdCount: the number of thresholds.
    ///   - counts: for each candidate, the number of thresholds that accept it.
    init(of thresholdCount: Int, accepting counts: [Int]) {
        // The first line to reject a candidate follows the last that accepts it. A candidate that all thresholds
        // accept has none: rounding can place the largest measured value above the last threshold.
        let changes = Set(counts).union([0]).sorted()
        let rank = Dictionary(uniqueKeysWithValues: zip(changes, 0...))
        lines = changes.filter { $0 < thresholdCount }
        places = counts.map { rank[$0, default: 0] }
    }
}

/// Accepted presentations by class for all points of two thresholds.
private struct AcceptedTable {
    private let rows: Int
    private let columns: Int
    private let classes: Int
    /// Ordered by row, column and class.
    private var counts: [Int32]

    init(_ rows: Int, _ columns: Int, _ classes: Int) {
        (self.rows, self.columns, self.classes) = (rows, columns, classes)
        counts = Array(repeating: 0, count: rows * columns * classes)
    }

    /// Adds a candidate that the first `row` rows and the first `column` columns accept.
    mutating func add(_ kind: Int, _ row: Int, _ column: Int) {
        if row > 0, column > 0 { counts[((row - 1) * columns + column - 1) * classes + kind] += 1 }
    }

    /// Replaces each count by the sum of all counts at or after its point in both directions.
    mutating func sum() {
        let width = columns * classes
        for row in stride(from: rows - 1, through: 0, by: -1) {
            for place in stride(from: width - classes - 1, through: 0, by: -1) {
                counts[row * width + place] += counts[row * width + place + classes]
            }
            if row == rows - 1 { continue }
            for place in 0..<width { counts[row * width + place] += counts[(row + 1) * width + place] }
        }
    }

    /// Calls `body` for each point whose counts differ from those of the point before.
    func forEachOther(_ body: (_ row: Int, _ column: Int, _ accepted: [Int]) -> Void) {
        var last: [Int] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let start = (row * columns + column) * classes
                let isSame = !last.isEmpty && last.indices.allSatisfy { last[$0] == Int(counts[start + $0]) }
                if isSame { continue }
                last = counts[start..<start + classes].map(Int.init)
                body(row, column, last)
            }
        }
    }
}
