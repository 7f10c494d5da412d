internal import Support

extension EvaluationFigures {
    /// The histogram of the score of each class, one below the other, with the threshold.
    var scores: ScoreHistograms? {
        let classes = [(name: "real scenes", kind: 0)] + shownSpecies.map { (name: species[$0], kind: $0 + 1) }
        let shown = classes.map {
            (name: $0.name, kind: $0.kind, isReal: $0.kind == 0, scores: scored.scores(ofClass: $0.kind))
        }
        .filter { !$0.scores.isEmpty }
        guard !shown.isEmpty else { return nil }
        let operatingPoint = evaluation.given.operatingPoint
        let all = shown.flatMap(\.scores)
        let bins = scored.areMargins ? ScoreBins(all) : ScoreBins(all, threshold: operatingPoint.threshold)
        let decided = zip(scored.presentations.all, evaluation.given.accepted)
        let rows = shown.map { row in
            ScoreHistograms.Row(
                name: row.name, colour: row.isReal ? "#0072b2" : "#d55e00",
                accepted: decided.count { $0.kind == row.kind && $1 && $0.responded },
                counts: bins.counts(of: row.scores))
        }
        let scaling = "each row is scaled to its highest bin; the last bin includes all scores above \(bins.endText)"
        let optimism = operatingPoint.isOptimistic ? ["threshold chosen on the evaluated data: optimistic"] : []
        return ScoreHistograms(
            title: "Scores of \(givenName)", bins: bins, threshold: operatingPoint.threshold,
            scoreName: scored.areMargins ? "smallest normalised margin" : "score",
            rows: rows, notes: [scaling] + optimism + omission)
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
    /// Scores above it are accepted; nil if decisions are not made by a threshold.
    let threshold: Double?
    let scoreName: String
    let rows: [Row]
    /// Lines below the axis.
    let notes: [String]

    var description: String { "Histograms of the \(scoreName) for real scenes and each species of attack." }
    private static let (left, right, top) = (8.0, SVGFigure.columnWidth - 8, 12.0)

    var axis: PlotAxis {
        PlotAxis(
            title: (scoreName == "score" ? "" : "score: ") + scoreName
                + (threshold.map { "; accepted above \(NumberText.significant($0, digits: 3))" } ?? ""),
            scale: .linear, range: bins.start...bins.end,
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
        func x(_ score: Double) -> Double { left + (right - left) * (score - bins.start) / (bins.end - bins.start) }
        /// A line through each histogram, not across the labels between them.
        func upright(_ x: Double, _ stroke: SVGFigure.Stroke) {
            for number in rows.indices {
                let base = top + Double(number + 1) * (rowHeight + gap)
                figure.line((x, base - rowHeight), (x, base), stroke)
            }
        }
        let axis = axis
        for tick in axis.ticks {
            upright(x(tick.value), .grid)
            figure.text(tick.text, at: (x(tick.value), bottom + 9), size: 7.5, anchor: .middle)
        }
        for (number, (row, label)) in zip(rows, labels).enumerated() {
            let base = top + Double(number + 1) * (rowHeight + gap)
            let highest = Double(row.counts.max() ?? 1)
            for (bin, count) in row.counts.enumerated() where count > 0 {
                let (from, to) = (x(bins.edges[bin]), x(bins.edges[bin + 1]))
                let height = rowHeight * Double(count) / highest
                figure.area(
                    [(from, base), (from, base - height), (to, base - height), (to, base)], fill: row.colour)
            }
            figure.line((left, base), (right, base), .frame)
            figure.text(label, at: (right, base - rowHeight - 2), size: Plot.legendSize, anchor: .end)
        }
        if let threshold {
            let place = min(max(x(threshold), left), right)
            upright(place, SVGFigure.Stroke(width: 1, dash: "3 1.5"))
            figure.text("threshold", at: (min(max(place, left + 18), right - 18), top - 4), size: 7, anchor: .middle)
        }
        figure.text(axis.title, at: ((left + right) / 2, bottom + 20), anchor: .middle)
        for (number, note) in notes.enumerated() {
            figure.text(note, at: (left, bottom + 32 + 10 * Double(number)), size: 7, colour: "#333333")
        }
        return figure.document(title: title, description: description)
    }
}

/// The bins of a histogram of scores. One edge is at the threshold, so that no bin mixes accepted and rejected scores.
/// Bins include their upper edge, because a score at the threshold is rejected.
struct ScoreBins {
    /// The edges of all bins.
    let edges: [Double]
    let ticks: [Double]

    /// The lower end; scores below it are in the first bin.
    var start: Double { edges[0] }
    /// The upper end; scores above it are in the last bin.
    var end: Double { edges[edges.count - 1] }
    var endText: String { NumberText.significant(end, digits: 3) }

    /// Chooses bins of normalised margins that show at least 95 % of them in full.
    init(_ margins: [Double]) {
        let sorted = margins.sorted()
        let nearlyAll = sorted.isEmpty ? 1 : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        // For each end, the numbers of bins from -1 to 0 and from 0 to the end, all equally wide.
        let choices = [(1.0, 30, 30), (2, 15, 30), (5, 8, 40), (10, 4, 40), (20, 2, 40), (50, 1, 50)]
        let (end, below, above) = choices.first { $0.0 >= nearlyAll } ?? (100, 1, 100)
        edges = (0...below + above).map {
            $0 < below ? -1 + Double($0) / Double(below) : end * Double($0 - below) / Double(above)
        }
        ticks =
            switch end {
            case 1: [-1, -0.5, 0, 0.5, 1]
            case 2: [-1, 0, 1, 2]
            case 5: [-1, 0, 1, 2, 3, 4, 5]
            case 10: [-1, 0, 2, 4, 6, 8, 10]
            default: [0, 0.2 * end, 0.4 * end, 0.6 * end, 0.8 * end, end]
            }
    }

    /// Chooses about 45 bins for any scores, of which at least 98 % are shown in full.
    init(_ scores: [Double], threshold: Double?) {
        let sorted = scores.sorted()
        let low = sorted[sorted.count / 100]
        let high = sorted[sorted.count - 1 - sorted.count / 100]
        let edge = threshold.map { min(max($0, sorted[0]), sorted[sorted.count - 1]) } ?? low
        let (first, last) = (min(low, edge), max(high, edge))
        // Halves first, because the difference of large scores could overflow.
        let width = max((last / 45 - first / 45), abs(edge) * 1e-12, .leastNormalMagnitude)
        let below = max(1, Int(((edge - first) / width).rounded(.up)))
        let above = max(1, Int(((last - edge) / width).rounded(.up)))
        edges = (-below...above).map { edge + Double($0) * width }
        let (start, end) = (edges[0], edges[edges.count - 1])
        ticks = (0...4).map { start + (end - start) * Double($0) / 4 }
    }

    func counts(of scores: [Double]) -> [Int] {
        var counts = Array(repeating: 0, count: edges.count - 1)
        for score in scores {
            // The last bin whose lower edge is below the score.
            var (low, high) = (0, counts.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if edges[middle] < score { low = middle } else { high = middle }
            }
            counts[low] += 1
        }
        return counts
    }
}
