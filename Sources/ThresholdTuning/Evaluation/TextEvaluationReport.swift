internal import DepthAnalysis
package import Support

/// An evaluation as text, the answer first.
package struct TextEvaluationReport {
    private let evaluation: ThresholdEvaluation
    private let style: Style
    private let width: Int
    private var lines: [String] = []

    package static func page(_ evaluation: ThresholdEvaluation, style: Style, width: Int) -> String {
        var page = TextEvaluationReport(evaluation: evaluation, style: style, width: width)
        page.writeAnswer()
        page.writeOverlap()
        page.writeParameters()
        page.writeRates()
        page.writeTests()
        page.writeRemarks()
        return page.lines.joined(separator: "\n") + "\n"
    }

    private init(evaluation: ThresholdEvaluation, style: Style, width: Int) {
        self.evaluation = evaluation
        self.style = style
        self.width = width
    }

    private var noun: String { DecisionUnit.noun(evaluation.unit) }

    private mutating func headline(_ text: String) { lines += ["", style.bold(text)] }

    private mutating func sentence(_ text: String, _ style: (String) -> String = { $0 }) {
        lines += text.wrapped(width: width, indent: 2, firstIndent: 2).map(style)
    }

    private mutating func writeAnswer() {
        let answer = evaluation.answer
        lines += answer.headline.wrapped(width: width, indent: 0).map(style.bold)
        lines += answer.details.wrapped(width: width, indent: 0)
        for warning in evaluation.remarks.warnings {
            lines += warning.wrapped(width: width, indent: 0).map(style.warning)
        }
    }

    private mutating func writeOverlap() {
        guard let overlap = evaluation.overlap, !overlap.isEmpty else { return }
        headline("Not held out")
        for (files, words) in [
            (overlap.sameFiles, "with the bytes of a file that was tuned on"),
            (
                overlap.sameNames,
                "with the name of a file that was tuned on (only its bytes show whether it is the same)"
            ),
        ] where !files.isEmpty {
            sentence("\(NumberText.count(files.count, "file")) \(words): \(Self.listed(files))", style.warning)
        }
        if !overlap.sameGroups.isEmpty {
            let count = NumberText.count(overlap.sameGroups.count, "group")
            sentence("\(count) that were tuned on: \(Self.listed(overlap.sameGroups))", style.warning)
        }
        sentence("Rates on maps, or scenes, that thresholds were chosen on are optimistic; exclude these.")
    }

    private static func listed(_ names: [String]) -> String {
        names.prefix(5).map(\.printable).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }

    private mutating func writeParameters() {
        headline("Parameters")
        let (given, against) = (evaluation.given.parameters, evaluation.against.parameters)
        let shown = AnalysisParameters.Key.allCases.filter {
            VerdictThresholds.keys.contains($0) || given[$0] != against[$0]
        }
        writeTable(shown.map { Row(name: $0.rawValue, given: given[$0].text, against: against[$0].text) })
    }

    private mutating func writeRates() {
        let presentations = evaluation.given.presentations
        headline("Rates, with intervals")
        if let unit = evaluation.unit { sentence(unit.sentence) }
        let level = TuningReport.level(evaluation.confidence)
        let levelOfSpecies = TuningReport.level(evaluation.rates.last?.given.level ?? evaluation.confidence)
        sentence(
            NumberText.count(presentations.count, noun)
                + " in \(NumberText.count(presentations.groupNames.count, "group")); in brackets the groups of a class"
                + ". Intervals are mid-P, over groups: of \(level) for BPCER and for the worst species, "
                + "and of \(levelOfSpecies) for each species, so that those of all species hold simultaneously.")
        let rates = evaluation.rates.map { rate in
            Row(
                name: "\(rate.name.printable) (\(rate.given.groups))",
                given: text(rate.given.rate.value, rate.given.interval),
                against: text(rate.against.rate.value, rate.against.interval))
        }
        let (given, against) = (evaluation.given.rates, evaluation.against.rates)
        writeTable(
            rates + [
                Row(
                    name: "APCER, worst species",
                    given: text(given.worstAPCER, evaluation.given.grouped.worstAPCER),
                    against: text(against.worstAPCER, evaluation.against.grouped.worstAPCER)),
                Row(name: "ACER", given: percent(given.acer), against: percent(against.acer)),
                Row(
                    name: "no verdict, real scenes", given: Self.share([given.bpnrr]),
                    against: Self.share([against.bpnrr])),
                Row(name: "no verdict, attacks", given: Self.share(given.apnrr), against: Self.share(against.apnrr)),
            ])
    }

    private struct Row {
        let name: String
        let given: String
        let against: String
    }

    /// Writes a table. If it would be too wide, each name goes on the line above its values, and names of parameters
    /// that are too long for a heading go before the table.
    private mutating func writeTable(_ rows: [Row]) {
        let header = Row(
            name: "", given: evaluation.given.name.printable, against: evaluation.against.name.printable)
        func widths(_ rows: [Row]) -> (given: Int, against: Int) {
            ((rows.map(\.given.columnCount).max() ?? 0) + 2, rows.map(\.against.columnCount).max() ?? 0)
        }
        var rows = [header] + rows
        var (second, third) = widths(rows)
        if 4 + second + third > width {
            rows.removeFirst()
            (second, third) = widths(rows)
            sentence("left: \(header.given)")
            sentence("right: \(header.against)")
        }
        let first = (rows.map(\.name.columnCount).max() ?? 0) + 2
        let isBeside = 2 + first + second + third <= width
        for row in rows {
            let values = row.given.padded(to: second) + row.against
            if isBeside {
                lines.append("  " + row.name.padded(to: first) + values)
            } else {
                if !row.name.isEmpty { lines.append("  " + row.name) }
                lines.append("    " + values)
            }
        }
    }

    private func percent(_ share: Double?) -> String { TuningReport.percent(share) }

    private func text(_ rate: Double?, _ interval: ConfidenceInterval?) -> String {
        percent(rate) + " " + RateRows.ends(interval)
    }

    private static func share(_ rates: [ErrorRate]) -> String {
        "\(rates.reduce(0) { $0 + $1.errors }) of \(rates.reduce(0) { $0 + $1.total })"
    }

    private mutating func writeTests() {
        headline("\(noun == "map" ? "Map" : "Unit") by \(noun)")
        for (comparison, direction) in zip(evaluation.comparisons, evaluation.directions) {
            sentence(
                "\(comparison.species?.printable ?? "real scenes"): "
                    + NumberText.count(comparison.pairCount, noun)
                    + Self.unpaired(comparison)
                    + "; \(comparison.species == nil ? "rejected" : "accepted") by both \(comparison.wrongInBoth), "
                    + "only by \(evaluation.given.name.printable) \(comparison.wrongOnlyGiven), only by "
                    + "\(evaluation.against.name.printable) \(comparison.wrongOnlyAgainst)")
            lines +=
                ("over groups: fewer errors in \(comparison.groupsWithFewer), more in \(comparison.groupsWithMore), "
                + "equal in \(comparison.groupsAlike); exact permutation test p = "
                + Self.probability(comparison.probabilityOverGroups) + " (\(direction.words))").wrapped(
                    width: width, indent: 4, firstIndent: 4)
            lines += "over \(noun)s: McNemar's exact test p = \(Self.probability(comparison.probabilityOverMaps))"
                .wrapped(width: width, indent: 4, firstIndent: 4)
        }
        sentence(
            "Quote the test over groups: \(noun)s of one group are not independent, although McNemar's test over "
                + "\(noun)s assumes so. Both are two-sided; over all classes together, a difference where there is "
                + "none is reported in at most "
                + "\(NumberText.significant(100 * (1 - evaluation.confidence), digits: 3)) % of cases (Holm).",
            style.dim)
    }

    /// A note on the maps with a verdict on only one side, which take part in no test.
    private static func unpaired(_ comparison: PairedComparison) -> String {
        let count = comparison.verdictOnlyGiven + comparison.verdictOnlyAgainst
        return count == 0 ? "" : " (\(count) more have a verdict on one side only)"
    }

    private mutating func writeRemarks() {
        let paragraphs = evaluation.remarks.paragraphs
        guard !paragraphs.isEmpty else { return }
        headline("Data")
        for paragraph in paragraphs {
            sentence(paragraph.title)
            lines += paragraph.files.map { "    " + $0 }
        }
    }

    private static func probability(_ value: Double) -> String { NumberText.significant(value, digits: 3) }
}

extension ThresholdEvaluation.Direction {
    fileprivate var words: String {
        switch self {
        case .fewer: "fewer errors"
        case .more: "more errors"
        case .notToldApart: "inconclusive"
        }
    }
}
