internal import DepthAnalysis
package import Support

/// An evaluation as text, the answer first.
package struct TextEvaluationReport {
    private let evaluation: SystemEvaluation
    private let style: Style
    private let width: Int
    private var lines: [String] = []

    package static func page(_ evaluation: SystemEvaluation, style: Style, width: Int) -> String {
        var page = TextEvaluationReport(evaluation: evaluation, style: style, width: width)
        page.writeAnswer()
        page.writeOverlap()
        page.writeParameters()
        page.writeRates()
        page.writeMatrices()
        for pair in evaluation.pairs { page.writeTests(of: pair) }
        page.writeRemarks()
        return page.lines.joined(separator: "\n") + "\n"
    }

    private init(evaluation: SystemEvaluation, style: Style, width: Int) {
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
        lines += evaluation.headline.wrapped(width: width, indent: 0).map(style.bold)
        lines += evaluation.details.wrapped(width: width, indent: 0)
        for pair in evaluation.pairs.dropFirst() { lines += pair.answer.sentence.wrapped(width: width, indent: 0) }
        let isSetting = evaluation.overlap.code == .heldOut ? { $0 } : style.warning
        if evaluation.overlap.code != .notKnown || evaluation.systems.contains(where: { $0.parameters != nil }) {
            lines += evaluation.overlap.sentence.wrapped(width: width, indent: 0).map(isSetting)
        }
        if let suspicion = evaluation.suspicion {
            lines += suspicion.wrapped(width: width, indent: 0).map(style.warning)
        }
        for system in evaluation.pairs.isEmpty ? [] : evaluation.systems where system.parameters == nil {
            let text = "\(system.name.printable) decides by \(system.operatingPoint.words)."
            lines += text.wrapped(width: width, indent: 0)
                .map(system.operatingPoint.isOptimistic ? style.warning : { $0 })
        }
        for warning in evaluation.remarks.warnings {
            lines += warning.wrapped(width: width, indent: 0).map(style.warning)
        }
    }

    private mutating func writeOverlap() {
        let overlap = evaluation.overlap
        if !overlap.groupsOfOtherFiles.isEmpty {
            let count = NumberText.count(overlap.groupsOfOtherFiles.count, "group")
            headline("Groups of the same name")
            sentence(
                "\(count) are named like one that was tuned on, and have other files: "
                    + "\(Self.listed(overlap.groupsOfOtherFiles)). If they show the same scenes, they are not held out."
            )
        }
        guard overlap.isShared, !(overlap.sameFiles + overlap.sameNames + overlap.sameGroups).isEmpty else { return }
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
        let parameters = evaluation.systems.map(\.parameters)
        let given = parameters.compactMap { $0 }
        guard let first = given.first else { return }
        headline("Parameters")
        let shown = AnalysisParameters.Key.allCases.filter { key in
            VerdictThresholds.keys.contains(key) || given.contains { $0[key] != first[key] }
        }
        writeTable(shown.map { key in Row(key.rawValue, parameters.map { $0?[key].text ?? "" }) })
    }

    private mutating func writeRates() {
        let (systems, given) = (evaluation.systems, evaluation.given)
        headline("Rates, with intervals")
        if let unit = evaluation.unit { sentence(unit.sentence) }
        let level = TuningReport.level(evaluation.confidence)
        let levelOfSpecies = TuningReport.level(given.grouped.apcer.last?.level ?? evaluation.confidence)
        sentence(
            NumberText.count(given.presentations.count, noun)
                + " in \(NumberText.count(given.presentations.groupNames.count, "group")); in brackets the groups of a "
                + "class. Intervals are mid-P, over groups: of \(level) for BPCER and for the worst species, "
                + "and of \(levelOfSpecies) for each species, so that those of all species hold simultaneously. "
                + "That of ACER combines both rates; the others are of the bootstrap over groups.")
        func row(_ name: String, _ value: (EvaluatedSystem) -> String) -> Row { Row(name, systems.map(value)) }
        func row(_ name: String, _ rate: (GroupedRates) -> GroupedRate) -> Row {
            row("\(name.printable) (\(rate(given.grouped).groups))") {
                text(rate($0.grouped).rate.value, rate($0.grouped).interval)
            }
        }
        let species = given.presentations.species.enumerated().map { number, name in
            row("APCER \(name)") { $0.apcer[number] }
        }
        writeTable(
            [row("BPCER") { $0.bpcer }] + species + [
                row("APCER, worst species") { text($0.rates.worstAPCER, $0.grouped.worstAPCER) },
                row("ACER") { text($0.rates.acer, $0.grouped.acer) },
            ] + scoreRows + [
                row("no verdict, real scenes") { Self.share([$0.rates.bpnrr]) },
                row("no verdict, attacks") { Self.share($0.rates.apnrr) },
            ])
    }

    /// The measures of the curve of the worst species at each threshold.
    private var scoreRows: [Row] {
        let measures = evaluation.systems.map { ScoreMeasures($0.scored).worstSpecies }
        let intervals = evaluation.systems.map(\.scoreIntervals.worstSpecies)
        guard measures.contains(where: { $0 != nil }) else { return [] }
        return [
            ("AUC", \ScoreMeasures.Measures.auc, \ScoreIntervals.Measures.auc),
            ("EER", \.equalErrorRate, \.equalErrorRate), ("BPCER10", \.bpcer10, \.bpcer10),
            ("BPCER20", \.bpcer20, \.bpcer20), ("BPCER100", \.bpcer100, \.bpcer100),
        ].map { name, value, interval in
            Row(
                name + ", worst species",
                zip(measures, intervals).map { text($0?[keyPath: value], $1?[keyPath: interval]) })
        }
    }

    private mutating func writeMatrices() {
        guard let column = evaluation.matrixColumn else { return }
        headline("HTER by \(column.printable)")
        sentence(
            "Rows: the part that the threshold was chosen on (equal errors of the worst species). Columns: the part "
                + "that it was tested on, with HTER, and APCER of the worst species / BPCER. The diagonal is "
                + "optimistic. In brackets: real scenes + attacks with a verdict.")
        for matrix in evaluation.matrices {
            let counts = matrix.cells.prefix(matrix.parts.count).map(\.counts)
            let parts = zip(matrix.parts, counts).map { "\($0.printable) (\($1.bonaFide) + \($1.attacks))" }
            let rows = matrix.parts.indices.map { number in
                Row(
                    matrix.parts[number].printable,
                    matrix.cells[(number * parts.count)...].prefix(parts.count).map { cell in
                        guard let point = cell.worstSpecies else { return "" }
                        return "\(percent(point.hter)) (\(percent(point.apcer)) / \(percent(point.bpcer)))"
                    })
            }
            writeTable(rows, Row(evaluation.systems.count > 1 ? matrix.name.printable : "", parts))
        }
    }

    private struct Row {
        let name: String
        let values: [String]

        init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// Writes a table. If it would be too wide, each name goes on the line above its values, and column names that are
    /// too long for a heading are listed before the table.
    private mutating func writeTable(_ rows: [Row], _ header: Row? = nil) {
        let header = header ?? Row("", evaluation.systems.map(\.name.printable))
        func widths(_ rows: [Row]) -> [Int] {
            header.values.indices.map { column in (rows.map { $0.values[column].columnCount }.max() ?? 0) + 2 }
        }
        func total(_ widths: [Int]) -> Int { widths.reduce(0, +) - 2 }
        var rows = [header] + rows
        var columns = widths(rows)
        if 4 + total(columns) > width {
            let names = header.values.count == 2 ? ["left", "right"] : header.values.indices.map { "\($0 + 1)" }
            for (name, value) in zip(names, header.values) { sentence("\(name): \(value)") }
            rows.removeFirst()
            if names.count != 2 { rows.insert(Row(header.name, names), at: 0) }
            columns = widths(rows)
        }
        let first = (rows.map(\.name.columnCount).max() ?? 0) + 2
        let isBeside = 2 + first + total(columns) <= width
        for row in rows {
            let values = zip(row.values, columns).map { $0.padded(to: $1) }.joined().withoutTrailingSpaces
            if isBeside {
                lines.append(("  " + row.name.padded(to: first) + values).withoutTrailingSpaces)
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

    private mutating func writeTests(of pair: ThresholdEvaluation) {
        let title = "\(noun == "map" ? "Map" : "Unit") by \(noun)"
        let (given, against) = (pair.given.name.printable, pair.against.name.printable)
        headline(evaluation.pairs.count == 1 ? title : "\(title): \(given) and \(against)")
        for (comparison, direction, adjusted) in pair.outcomes {
            sentence(
                "\(comparison.species?.printable ?? "real scenes"): "
                    + NumberText.count(comparison.pairCount, noun)
                    + Self.unpaired(comparison)
                    + "; \(comparison.species == nil ? "rejected" : "accepted") by both \(comparison.wrongInBoth), "
                    + "only by \(given) \(comparison.wrongOnlyGiven), only by "
                    + "\(against) \(comparison.wrongOnlyAgainst)")
            if let difference = comparison.difference {
                lines += "difference: \(difference.points), \(TuningReport.level(difference.level))"
                    .wrapped(width: width, indent: 4, firstIndent: 4)
            }
            lines +=
                ("over groups: fewer errors in \(comparison.groupsWithFewer), more in \(comparison.groupsWithMore), "
                + "equal in \(comparison.groupsAlike); p = \(Self.probability(comparison.probabilityOverGroups)), "
                + "adjusted \(Self.probability(adjusted)) (\(direction.words))").wrapped(
                    width: width, indent: 4, firstIndent: 4)
            lines += "over \(noun)s: McNemar's exact test p = \(Self.probability(comparison.probabilityOverMaps))"
                .wrapped(width: width, indent: 4, firstIndent: 4)
        }
        let pairs = evaluation.pairs.count == 1 ? "" : " of this pair; pairs are not corrected for each other"
        sentence(
            "Quote the test over groups: \(noun)s of one group are not independent, although McNemar's test over "
                + "\(noun)s assumes so. It is the larger p of an exact permutation test, which takes both sides to be "
                + "exchangeable in each group, and of the interval of the difference, which does not. Adjusted for all "
                + "classes together (step-down), a difference where there is none is reported in at most "
                + "\(NumberText.significant(100 * (1 - evaluation.confidence), digits: 3)) % of cases\(pairs). The "
                + "test of all attacks is beside these, not adjusted.",
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
