internal import DepthAnalysis
internal import Support

/// A sweep as text: the best measurement variants, and the effect of each value.
struct SweepText {
    let summary: SweepSummary
    let width: Int
    var names = OptionNaming.properties

    /// The largest number of variants to print.
    private static let mostRows = 20

    /// Headlines with their lines; empty if there was no sweep.
    var sections: [(headline: String, lines: [String])] {
        guard let present = summary.rows.first(where: { $0.number == 1 }) else { return [] }
        let shown = summary.rows.prefix(Self.mostRows)
        let left = summary.rows.count - shown.count
        var ways = sentence("best first by \(summary.objective.figureTitle), in cross-validation")
        ways.append("  way   figure    BPCER    APCER  at hand: BPCER    APCER")
        ways += lines(shown, present)
        if left > 0 { ways += sentence("\(left) more; \(option: .sweepTable) writes them all") }
        if summary.rows.contains(where: { $0.result.origin.isRefinement }) {
            ways += sentence(
                "Refined values were chosen on all the data, so their cross-validated rates are "
                    + "somewhat optimistic; measure them on new scenes (depthcheck evaluate).")
        }
        return [("Ways of measuring: \(summary.rows.count)", ways)] + effects
    }

    /// The rows. Differences go beside the numbers if every row has room for them, and otherwise below.
    private func lines(_ rows: some Sequence<SweepSummary.Row>, _ present: SweepSummary.Row) -> [String] {
        let lines = rows.map { row in
            let difference = SweepDimension.difference(present.result.parameters, row.result.parameters)
            return (numbers: numbers(row), words: difference.isEmpty ? "unchanged" : difference)
        }
        let isBeside = lines.allSatisfy { $0.numbers.count + 2 + $0.words.count <= width }
        return lines.flatMap { line in
            isBeside
                ? [line.numbers + "  " + line.words]
                : [line.numbers] + line.words.wrapped(width: width, indent: 8, firstIndent: 8)
        }
    }

    private func numbers(_ row: SweepSummary.Row) -> String {
        let expected = row.result.expected
        let atHand = row.result.rates
        return "\(row.number)".aligned(to: 5) + summary.objective.text(ofFigure: row.figure).aligned(to: 9)
            + TuningReport.percent(expected?.bpcer.value).aligned(to: 9)
            + TuningReport.percent(expected?.worstAPCER).aligned(to: 9)
            + TuningReport.percent(atHand.bpcer.value).aligned(to: 16)
            + TuningReport.percent(atHand.worstAPCER).aligned(to: 9)
    }

    private var effects: [(headline: String, lines: [String])] {
        guard !summary.effects.isEmpty else { return [] }
        var lines = sentence(
            "mean and smallest figure of the ways of the grid with each value, over all values of the others")
        for key in summary.keys {
            lines.append("  " + key.rawValue.padded(to: 26) + "  ways      mean     least")
            lines += summary.effects.filter { $0.key == key }.map { effect in
                "    " + effect.value.text.padded(to: 24) + "\(effect.wayCount)".aligned(to: 6)
                    + summary.objective.text(ofFigure: effect.mean).aligned(to: 10)
                    + summary.objective.text(ofFigure: effect.least).aligned(to: 10)
            }
        }
        return [("Effect of each value", lines)]
    }

    private func sentence(_ message: Message) -> [String] {
        message.text(names).wrapped(width: width, indent: 2, firstIndent: 2)
    }
}

extension TuningVariant.Origin {
    fileprivate var isRefinement: Bool { if case .refinement = self { true } else { false } }
}
