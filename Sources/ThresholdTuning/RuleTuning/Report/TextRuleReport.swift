internal import DepthAnalysis
internal import PlanarityMeasurements
package import Support

/// The report on a rule as text, beginning with whether the rule is better than the server's.
package struct TextRuleReport {
    private let report: RuleReport
    private var page: ReportPage

    package static func page(_ report: RuleReport, style: Style, width: Int) -> String {
        var text = TextRuleReport(report: report, page: ReportPage(style: style, width: width))
        for sentence in report.answer.sentences { text.page.lead(sentence, setting: style.bold) }
        for warning in report.remarks.warnings { text.page.lead(warning, setting: style.warning) }
        text.writeRule()
        text.writeExpected()
        text.writeComparisons()
        text.writeContributions()
        text.writeFolds()
        text.page.addData(
            report.presentations, report.remarks, selection: selection(of: report),
            intervals:
                "Intervals of rates: mid-P, over groups; those of the species hold simultaneously.",
            report.requiredGroups)
        return text.page.text
    }

    private mutating func writeRule() {
        let tuned = report.tuned
        page.headline("The rule, on all the data: \(report.options.objective.title)")
        for comparison in tuned.rule.comparisons { page.add(Self.words(comparison, report.chosen)) }
        for name in tuned.unused { page.add("\(name): a threshold on it gains nothing here, so the rule has none") }
        let figure = report.options.objective.text(ofFigure: tuned.figure)
        if tuned.isExact {
            page.add("\(figure) on this data: no thresholds of these measurements do better (proved)")
        } else {
            let least = report.options.objective.text(ofFigure: tuned.leastFigure)
            page.add(
                "\(figure) on this data: the search stopped at its work limit; no thresholds of these "
                    + "measurements do better than \(least) (proved)")
        }
        write(report.atHand, report.atHandGrouped)
    }

    static func words(_ comparison: SceneRule.Comparison, _ measurements: [RuleMeasurement]) -> String {
        let unit = measurements.named(comparison.measurement)?.unit ?? ""
        let threshold = Int(exactly: comparison.threshold).map { "\($0)" } ?? "\(comparison.threshold)"
        return "\(comparison.measurement) \(comparison.relation.rawValue) \(threshold)"
            + (unit.isEmpty ? "" : " \(unit)")
    }

    private mutating func writeExpected() {
        page.headline("On new scenes")
        guard let validation = report.validation, let grouped = report.validationGrouped else {
            page.add("unknown: " + (report.foldObstacle ?? .tooFewGroups).clause)
            return
        }
        let isChosen = report.choice != .all
        page.add(
            report.options.leftOut.title(foldCount: validation.choices.count) + ": quote this, not the rates on the "
                + "data the \(isChosen ? "measurements and thresholds" : "thresholds") were chosen on.",
            setting: page.style.dim)
        write(validation.rates, grouped)
    }

    private mutating func write(_ rates: ErrorRates, _ grouped: GroupedRates) {
        page.add(rates, grouped, of: report.presentations.species, confidence: report.options.confidence)
    }

    // MARK: Comparisons

    private mutating func writeComparisons() {
        for (comparison, side) in [
            (report.againstPresent, report.present), (report.againstRetuned, report.retuned ?? report.present),
        ] {
            guard let comparison else { continue }
            page.headline("Compared with \(side.name)")
            let answer = comparison.evaluation.answer
            page.add(answer.sentence)
            page.add("BPCER \(Self.text(comparison.difference.bpcer))")
            page.add("APCER of the worst species \(Self.text(comparison.difference.worstAPCER))")
            for pair in comparison.evaluation.comparisons where !pair.isWithoutErrors {
                page.add(
                    "\(Self.name(pair)): wrong only by the rule \(pair.wrongOnlyGiven), only by the other "
                        + "\(pair.wrongOnlyAgainst), by both \(pair.wrongInBoth); p over groups "
                        + "\(Self.short(pair.probabilityOverGroups)), McNemar's over maps "
                        + Self.short(pair.probabilityOverMaps), indent: 4)
            }
            let without = comparison.evaluation.comparisons.filter(\.isWithoutErrors)
            if !without.isEmpty {
                page.add("without an error of either: \(without.map(Self.name).joined(separator: ", "))", indent: 4)
            }
        }
        guard report.againstPresent != nil else { return }
        page.add(
            "Differences are the rule's rate minus the other's, in percentage points, with percentile intervals of "
                + "\(report.options.replicates) bootstrap replicates over groups. Decisions are out of fold. "
                + "The tests of all classes are corrected together (Holm), so one small p among "
                + "them may not be enough to show a difference.", setting: page.style.dim)
    }

    private static func name(_ pair: PairedComparison) -> String {
        pair.species.map { "APCER \($0.printable)" } ?? "BPCER"
    }

    /// A difference in percentage points, with its interval.
    private static func text(_ value: PairedDifference.Value) -> String {
        guard let difference = value.value else { return "-" }
        return "\(points(difference)) points \(RateRows.ends(value.interval))".trimmedAtEnd
    }

    private static func points(_ share: Double) -> String {
        (share > 0 ? "+" : "") + NumberText.fixed(100 * share, digits: 2)
    }

    private static func short(_ number: Double) -> String { NumberText.significant(number, digits: 2) }

    private mutating func writeContributions() {
        let contributions = report.contributions.filter { $0.alone != nil }
        guard !contributions.isEmpty else { return }
        page.headline("Gain of each measurement, on new scenes")
        let header = ["", "alone", "", "without it", "", ""]
        let second = ["", "BPCER", "APCER", "BPCER", "APCER", "p"]
        let rows = contributions.map(cells)
        let widths = second.indices.map { column in ([header, second] + rows).map { $0[column].count }.max() ?? 0 }
        if 2 + widths.reduce(0, +) + 2 * (widths.count - 1) <= page.width {
            for (number, row) in ([header, second] + rows).enumerated() {
                let cells = zip(row, widths).enumerated().map { column, cell in
                    column == 0 ? cell.0.padded(to: cell.1) : cell.0.aligned(to: cell.1)
                }
                let line = "  " + cells.joined(separator: "  ").trimmedAtEnd
                page.add(lines: [number < 2 ? page.style.dim(line) : line])
            }
        } else {
            for row in rows {
                page.add(
                    "\(row[0]): alone BPCER \(row[1]), APCER \(row[2]); without it \(row[3]), \(row[4]); "
                        + "p = \(row[5])")
            }
        }
        for contribution in contributions {
            guard let gain = contribution.gain else { continue }
            page.add(
                "\(contribution.measurement.name) reduces BPCER by \(Self.turned(gain.bpcer)), "
                    + "APCER by \(Self.turned(gain.worstAPCER))")
        }
        page.add(
            "APCER is that of the worst species. The reduction is the rate of the rule without the measurement minus "
                + "that of the whole rule; p is that of the errors on real scenes, over groups.",
            setting: page.style.dim)
    }

    private func cells(_ contribution: RuleReport.Contribution) -> [String] {
        let rates = [contribution.alone, contribution.without].flatMap { validation in
            [validation?.rates.bpcer.value, validation?.rates.worstAPCER].map(TuningReport.percent)
        }
        return [contribution.measurement.name] + rates + [contribution.probability.map(Self.short) ?? "-"]
    }

    /// A difference with its sign reversed: the amount by which errors fall.
    private static func turned(_ value: PairedDifference.Value) -> String {
        text(
            PairedDifference.Value(
                value: value.value.map { 0 - $0 },
                interval: value.interval.map { ConfidenceInterval(lower: 0 - $0.upper, upper: 0 - $0.lower) }))
    }

    // MARK: Other results

    private mutating func writeFolds() {
        guard let validation = report.validation else { return }
        page.headline("Chosen without each fold")
        for choice in validation.choices {
            let rule = choice.optimum.rule.comparisons.map { comparison in
                "\(comparison.measurement) \(comparison.relation.rawValue) "
                    + NumberText.significant(comparison.threshold, digits: 4)
            }.joined(separator: ", ")
            let unused =
                choice.optimum.unused.isEmpty ? "" : "; unused: \(choice.optimum.unused.joined(separator: ", "))"
            page.add(rule + unused)
        }
    }

    /// The measurements that the rule was selected from; nil without a selection.
    private static func selection(of report: RuleReport) -> String? {
        guard case .best(let size) = report.choice else { return nil }
        return "the best \(size) of \(report.measurements.count) measurements: "
            + report.measurements.map(\.name).joined(separator: ", ")
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
