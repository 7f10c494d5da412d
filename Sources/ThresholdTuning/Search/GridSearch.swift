/// Evenly spaced thresholds, for whoever wants round numbers or a picture of the whole: not exact.
///
/// A grid of 1000 steps has ten million points, and most of them decide as their neighbour does. So only those lines of
/// it are looked at on which a decision changes, and what all points of a layer threshold accept is summed up at once.
struct GridSearch {
    /// From 0 to the largest measured.
    private let standardDeviations: [Double]
    /// From 0 to one more than the most measured.
    private let layers: [Int]
    /// From 0 to the largest measured.
    private let coherences: [Double]

    /// A grid of `steps` standard deviations and as many coherences, both from 0 to the largest measured, with every
    /// number of layers from 0 to one more than the most measured.
    ///
    /// - Parameter steps: at least 2.
    init(steps: Int, of candidates: Candidates) {
        func spaced(_ largest: Double) -> [Double] {
            (0..<steps).map { largest * Double($0) / Double(steps - 1) }
        }
        standardDeviations = spaced(candidates.all.map { $0.standardDeviation }.max() ?? 0)
        layers = Array(0...(candidates.all.map { $0.layers }.max() ?? 0) + 1)
        coherences = spaced(candidates.all.map { $0.coherence }.max() ?? 0)
    }

    var count: Int { layers.count * standardDeviations.count * coherences.count }

    /// Points of the grid in its order, the layers outermost and the coherence innermost: all of them, or as many as
    /// are wanted, evenly spread.
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

    /// The best point of the grid for an objective, the first in its order of several. The detection equal error rate
    /// is sought along its curve, not on the grid.
    func best(_ objective: Objective, of candidates: Candidates) -> Thresholds {
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

    /// How many of some rising thresholds a value is above.
    private static func count(of thresholds: [Double], below value: Double) -> Int {
        var (low, high) = (0, thresholds.count)
        while low < high {
            let middle = (low + high) / 2
            if value > thresholds[middle] { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The thresholds of one kind that decide otherwise than the one before them.
private struct DecidingLines {
    /// Their numbers, rising; the first always among them.
    let lines: [Int]
    /// How many of them accept each candidate: it is accepted by the lines before.
    let places: [Int]

    /// - Parameters:
    ///   - thresholdCount: how many thresholds there are.
    ///   - counts: how many of them accept each candidate.
    init(of thresholdCount: Int, accepting counts: [Int]) {
        // The line after the last one that accepts a candidate is the first to reject it. A candidate that all accept
        // has none: the largest measured value, spaced and rounded, may lie above the last threshold.
        let changes = Set(counts).union([0]).sorted()
        let rank = Dictionary(uniqueKeysWithValues: zip(changes, 0...))
        lines = changes.filter { $0 < thresholdCount }
        places = counts.map { rank[$0, default: 0] }
    }
}

/// How many of each class the points of two thresholds accept.
private struct AcceptedTable {
    private let rows: Int
    private let columns: Int
    private let classes: Int
    /// Row by row, point by point, class by class.
    private var counts: [Int32]

    init(_ rows: Int, _ columns: Int, _ classes: Int) {
        (self.rows, self.columns, self.classes) = (rows, columns, classes)
        counts = Array(repeating: 0, count: rows * columns * classes)
    }

    /// Adds a candidate that the first `row` rows and the first `column` columns accept.
    mutating func add(_ kind: Int, _ row: Int, _ column: Int) {
        if row > 0, column > 0 { counts[((row - 1) * columns + column - 1) * classes + kind] += 1 }
    }

    /// Makes each point count what all points after it in both directions do.
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

    /// Calls `body` for each point that accepts other numbers than the one before it.
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
