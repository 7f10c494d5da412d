internal import Support

extension EvaluationFigures {
    /// The histogram of the score of each class, one below the other, with the threshold.
    var scores: ScoreHistograms? {
        let classes = [(name: "real scenes", kind: 0)] + shownSpecies.map { (name: species[$0], kind: $0 + 1) }
        let shown = classes.map { (name: $0.name, isReal: $0.kind == 0, scores: scored.scores(ofClass: $0.kind)) }
            .filter { !$0.scores.isEmpty }
        guard !shown.isEmpty else { return nil }
        let bins = ScoreBins(shown.flatMap(\.scores))
        let rows = shown.map { row in
            ScoreHistograms.Row(
                name: row.name, colour: row.isReal ? "#0072b2" : "#d55e00", accepted: row.scores.count { $0 > 0 },
                counts: bins.counts(of: row.scores))
        }
        let scaling = "each row is scaled to its highest bin; the last bin includes all scores above \(bins.endText)"
        return ScoreHistograms(title: "Scores of \(givenName)", bins: bins, rows: rows, notes: [scaling] + omission)
    }
}

/// A histogram of the scores of each class, one below the other, with the threshold.
struct ScoreHistograms {
    /// The histogram of one class.
    struct Row {
        let name: String
        let colour: String
        /// The number of scores above the threshold.
        let accepted: Int
        /// The number of scores in each bin.
        let counts: [Int]
    }

    let title: String
    let bins: ScoreBins
    let rows: [Row]
    /// Lines below the axis.
    let notes: [String]

    static let description =
        "Histograms of the smallest normalised margin for real scenes and each species of attack."
    static let threshold = 0.0
    private static let (left, right, top) = (8.0, SVGFigure.columnWidth - 8, 12.0)

    var axis: PlotAxis {
        PlotAxis(
            title: "score: smallest normalised margin; accepted above 0", scale: .linear, range: -1...bins.end,
            ticks: bins.ticks.map { ($0, NumberText.significant($0, digits: 3)) })
    }

    /// The label of each row.
    var labels: [FigureLabels.Label] {
        FigureLabels.all(
            rows.map { ("\($0.accepted) of \($0.counts.reduce(0, +)) accepted: ", $0.name) },
            width: Self.right - Self.left, size: Plot.legendSize)
    }

    var svg: String {
        let (left, right, top) = (Self.left, Self.right, Self.top)
        let (rowHeight, gap) = (26.0, 12.0)
        let bottom = top + Double(rows.count) * (rowHeight + gap)
        let notes = notes.flatMap { $0.wrapped(width: Plot.noteWidth, indent: 0) }
        var figure = SVGFigure(height: bottom + 28 + 10 * Double(notes.count))
        func x(_ score: Double) -> Double { left + (right - left) * (score + 1) / (bins.end + 1) }
        let axis = axis
        for tick in axis.ticks {
            figure.line((x(tick.value), top), (x(tick.value), bottom), .grid)
            figure.text(tick.text, at: (x(tick.value), bottom + 9), size: 7.5, anchor: .middle)
        }
        for (number, (row, label)) in zip(rows, labels).enumerated() {
            let base = top + Double(number + 1) * (rowHeight + gap)
            let highest = Double(row.counts.max() ?? 1)
            for (bin, count) in row.counts.enumerated() where count > 0 {
                let (from, to) = (x(bins.edge(bin)), x(bins.edge(bin + 1)))
                let height = rowHeight * Double(count) / highest
                figure.area(
                    [(from, base), (from, base - height), (to, base - height), (to, base)], fill: row.colour)
            }
            figure.line((left, base), (right, base), .frame)
            figure.text(label, at: (right, base - rowHeight - 2), size: Plot.legendSize, anchor: .end)
        }
        let threshold = x(Self.threshold)
        figure.line((threshold, top - 2), (threshold, bottom), SVGFigure.Stroke(width: 1, dash: "3 1.5"))
        figure.text("threshold", at: (threshold, top - 4), size: 7, anchor: .middle)
        figure.text(axis.title, at: ((left + right) / 2, bottom + 20), anchor: .middle)
        for (number, note) in notes.enumerated() {
            figure.text(note, at: (left, bottom + 32 + 10 * Double(number)), size: 7, colour: "#333333")
        }
        return figure.document(title: title, description: Self.description)
    }
}

/// The bins of a histogram of scores. One edge is at 0, so that no bin has accepted and rejected scores; bins include
/// their upper edge, as a score of 0 is rejected.
struct ScoreBins {
    /// The upper end; scores above it are in the last bin.
    let end: Double
    private let countBelow: Int
    private let countAbove: Int

    /// Chooses bins that show at least 95 % of the scores in full.
    init(_ scores: [Double]) {
        let sorted = scores.sorted()
        let nearlyAll = sorted.isEmpty ? 1 : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        // For each end, the bins from -1 to 0 and from 0 to the end are equally wide.
        let choices = [(1.0, 30, 30), (2, 15, 30), (5, 8, 40), (10, 4, 40), (20, 2, 40), (50, 1, 50)]
        (end, countBelow, countAbove) = choices.first { $0.0 >= nearlyAll } ?? (100, 1, 100)
    }

    var endText: String { NumberText.significant(end, digits: 3) }

    var ticks: [Double] {
        switch end {
        case 1: [-1, -0.5, 0, 0.5, 1]
        case 2: [-1, 0, 1, 2]
        case 5: [-1, 0, 1, 2, 3, 4, 5]
        case 10: [-1, 0, 2, 4, 6, 8, 10]
        default: [0, 0.2 * end, 0.4 * end, 0.6 * end, 0.8 * end, end]
        }
    }

    /// The lower edge of a bin.
    func edge(_ bin: Int) -> Double {
        bin < countBelow
            ? -1 + Double(bin) / Double(countBelow) : end * Double(bin - countBelow) / Double(countAbove)
    }

    /// The edges of all bins.
    var edges: [Double] { (0...countBelow + countAbove).map(edge) }

    func counts(of scores: [Double]) -> [Int] {
        var counts = Array(repeating: 0, count: countBelow + countAbove)
        for score in scores {
            if score <= 0 {
                let bin = Int(((score + 1) * Double(countBelow)).rounded(.up)) - 1
                counts[min(max(bin, 0), countBelow - 1)] += 1
            } else {
                let bin = Int((min(score, end) * Double(countAbove) / end).rounded(.up)) - 1
                counts[countBelow + min(max(bin, 0), countAbove - 1)] += 1
            }
        }
        return counts
    }
}
