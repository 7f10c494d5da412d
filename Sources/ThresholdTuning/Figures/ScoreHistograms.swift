internal import Support

extension EvaluationFigures {
    /// The histogram of the score of each class, one below the other, with the threshold.
    var scores: String? {
        let classes = [(name: "real scenes", kind: 0)] + shownSpecies.map { (name: species[$0], kind: $0 + 1) }
        let rows = classes.map { (name: $0.name, isReal: $0.kind == 0, scores: scored.scores(ofClass: $0.kind)) }
            .filter { !$0.scores.isEmpty }
        guard !rows.isEmpty else { return nil }
        let bins = ScoreBins(rows.flatMap(\.scores))
        let (left, right, top) = (8.0, SVGFigure.columnWidth - 8, 12.0)
        let (rowHeight, gap) = (26.0, 12.0)
        let bottom = top + Double(rows.count) * (rowHeight + gap)
        let notes =
            ("each row is scaled to its highest bin; the last bin includes all scores above \(bins.endText)"
                .wrapped(width: Plot.noteWidth, indent: 0)) + omission
        var figure = SVGFigure(height: bottom + 28 + 10 * Double(notes.count))
        func x(_ score: Double) -> Double { left + (right - left) * (score + 1) / (bins.end + 1) }
        for tick in bins.ticks {
            figure.line((x(tick), top), (x(tick), bottom), .grid)
            figure.text(NumberText.significant(tick, digits: 3), at: (x(tick), bottom + 9), size: 7.5, anchor: .middle)
        }
        let labels = FigureLabels.all(
            rows.map { ("\($0.scores.count { $0 > 0 }) of \($0.scores.count) accepted: ", $0.name) },
            width: right - left,
            size: Plot.legendSize)
        for (number, row) in rows.enumerated() {
            let base = top + Double(number + 1) * (rowHeight + gap)
            let counts = bins.counts(of: row.scores)
            let highest = Double(counts.max() ?? 1)
            for (bin, count) in counts.enumerated() where count > 0 {
                let (from, to) = (x(bins.edge(bin)), x(bins.edge(bin + 1)))
                let height = rowHeight * Double(count) / highest
                figure.area(
                    [(from, base), (from, base - height), (to, base - height), (to, base)],
                    fill: row.isReal ? "#0072b2" : "#d55e00")
            }
            figure.line((left, base), (right, base), .frame)
            figure.text(labels[number], at: (right, base - rowHeight - 2), size: Plot.legendSize, anchor: .end)
        }
        figure.line((x(0), top - 2), (x(0), bottom), SVGFigure.Stroke(width: 1, dash: "3 1.5"))
        figure.text("threshold", at: (x(0), top - 4), size: 7, anchor: .middle)
        figure.text(
            "score: smallest normalised margin; accepted above 0", at: ((left + right) / 2, bottom + 20),
            anchor: .middle)
        for (number, note) in notes.enumerated() {
            figure.text(note, at: (left, bottom + 32 + 10 * Double(number)), size: 7, colour: "#333333")
        }
        return figure.document(
            title: "Scores of \(givenName)",
            description: "Histograms of the smallest normalised margin for real scenes and each species of attack.")
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
