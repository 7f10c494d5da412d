internal import DepthAnalysis
package import PlainText
internal import Platform

/// The report for a person to read. It begins with the advice.
package struct TextTuningReport {
    private let report: TuningReport
    private let style: Style
    private let width: Int
    private var lines: [String] = []

    /// The page, its last line end included.
    ///
    /// - Parameter width: the columns lines are kept to, at least 60.
    package static func page(_ report: TuningReport, style: Style, width: Int) -> String {
        var page = TextTuningReport(report: report, style: style, width: width)
        for sentence in report.advice.sentences { page.add(sentence, indent: 0, hanging: 0, setting: style.bold) }
        if !report.groupsAreGiven { page.add(DataRemarks.withoutGroups, indent: 0, hanging: 0, setting: style.warning) }
        page.writeExpected()
        page.write("Present thresholds", report.present)
        page.writeRules(report.presentRules, report.presentSupport)
        page.write("Tuned: \(report.options.objective.title)", report.tuned.assessment)
        page.writeBox(report.tuned.optimum)
        page.writeRules(report.tunedRules, report.tunedSupport)
        page.writeObjectives()
        page.writeSweep()
        page.writeData()
        return page.lines.joined(separator: "\n") + "\n"
    }

    private init(report: TuningReport, style: Style, width: Int) {
        self.report = report
        self.style = style
        self.width = width
    }

    private mutating func headline(_ text: String) {
        lines.append("")
        add(text, indent: 0, setting: style.bold)
    }

    /// Text on as many lines as it takes, those after the first further in. A number and its unit stay together.
    private mutating func add(
        _ text: String, indent: Int = 2, hanging: Int = 2, setting: (String) -> String = { $0 }
    ) {
        let joint: Unicode.Scalar = "\u{A0}"
        var joined = text.harmlessLine
        for unit in ["%", "m"] {
            for end in [" ", ",", ".", ")", ":", ";"] {
                joined = joined.replacing(" \(unit)\(end)", with: "\(joint)\(unit)\(end)")
            }
        }
        lines += joined.wrapped(width: width, indent: indent + hanging, firstIndent: indent)
            .map { setting($0.replacingScalars([joint: " "])) }
    }

    // MARK: Rates

    private mutating func writeExpected() {
        headline("On new scenes")
        guard let expected = report.expected, let grouped = report.expectedGrouped else {
            add("cannot be said: fewer than two groups of real scenes or of attacks")
            return
        }
        add(
            "Nested cross-validation over groups, \(expected.choices.count) folds: quote this, not the rates on the "
                + "data the thresholds were chosen on.", setting: style.dim)
        write(expected.rates, grouped)
        add("thresholds chosen without each fold (standard deviation, layers, coherence):")
        for choice in expected.choices {
            add(
                short(choice.thresholds) + (report.variants.isEmpty ? "" : ", measured in way \(choice.variant + 1)"),
                indent: 4)
        }
    }

    private mutating func write(_ title: String, _ assessment: TuningReport.Assessment) {
        headline(title)
        let thresholds = assessment.thresholds
        add(
            "varianceThreshold \(thresholds.standardDeviation) m, layerThreshold \(thresholds.layers), "
                + "coherenceThreshold \(thresholds.coherence)")
        write(assessment.rates, assessment.grouped)
        writeNonResponses(assessment.rates)
    }

    private mutating func write(_ rates: ErrorRates, _ grouped: GroupedRates) {
        let names = report.presentations.species
        var rows = [RateRows.Row("BPCER", grouped.bpcer)]
        rows += zip(names, grouped.apcer).map { RateRows.Row("APCER \($0)", $1) }
        if let worst = rates.worstSpecies {
            // Where no attack passed, none of the species is worse than another.
            let name = rates.worstAPCER == 0 ? "worst species" : "worst (\(names[worst]))"
            rows.append(RateRows.Row(name, rates.worstAPCER, grouped.worstAPCER))
        }
        rows.append(RateRows.Row("ACER (literature usage)", rates.acer, nil))
        lines += RateRows.lines(rows, confidence: report.options.confidence, width: width).map { line in
            line.isHeader ? style.dim(line.text) : line.text
        }
    }

    private mutating func writeNonResponses(_ rates: ErrorRates) {
        func share(_ rate: ErrorRate) -> String {
            "\(rate.errors) of \(rate.total), \(TuningReport.percent(rate.value))"
        }
        add("BPNRR: \(share(rates.bpnrr))")
        for (name, rate) in zip(report.presentations.species, rates.apnrr) where rate.errors > 0 {
            add("APNRR \(name): \(share(rate))")
        }
        if rates.apnrr.allSatisfy({ $0.errors == 0 }) { add("APNRR: 0 for every species") }
    }

    // MARK: Thresholds

    private mutating func writeBox(_ optimum: Optimum) {
        func interval(_ interval: DecisionBox.HalfOpen) -> String {
            "[\(interval.lower), \(interval.upper.map { "\($0)" } ?? "no end"))"
        }
        let layers = optimum.box.layers
        add(
            "equally good, moved together in any way; a present threshold inside stays, the middle is taken where it "
                + "is not:")
        add("varianceThreshold in \(interval(optimum.box.standardDeviation)) m", indent: 4)
        add("layerThreshold in [\(layers.lower), \(layers.upper.map { "\($0)]" } ?? "no end)")", indent: 4)
        add("coherenceThreshold in \(interval(optimum.box.coherence))", indent: 4)
    }

    private mutating func writeRules(_ rules: [RuleInfluence], _ support: [ThresholdSupport]) {
        for rule in rules {
            var line = "rule \(rule.rule.rawValue): rejects \(rule.rejected), alone \(rule.rejectedAlone)"
            if let proof = rule.proof {
                line += "; inert on any map: " + proof
            } else if rule.isInert {
                line += "; inert here: without it no decision changes"
            }
            add(line)
        }
        for support in support {
            func whole(_ number: Double) -> String { "\(Int(clamping: number))" }
            let interval =
                support.key == .layerThreshold
                ? "from \(whole(support.lower)) to \(support.upper.map(whole) ?? "any number")"
                : "from \(short(support.lower)) to below \(support.upper.map(short) ?? "any number")"
            add(
                "\(support.key.rawValue): \(support.near) maps it decides are near it; alone it may move \(interval) "
                    + "without changing a decision")
            if !support.isPlaced {
                add(
                    "the data cannot place it: " + support.doubts.map { words($0, support) }.joined(separator: "; "),
                    indent: 4, setting: style.warning)
            }
        }
    }

    private func words(_ doubt: ThresholdSupport.Doubt, _ support: ThresholdSupport) -> String {
        switch doubt {
        case .noDataNear: "no map that it decides is measured near it"
        case .noEnd: "without end on one side any value decides alike"
        case .unstable:
            "without one fold or another it was chosen from \(short(support.chosen?.lowerBound ?? 0)) to "
                + short(support.chosen?.upperBound ?? 0)
        }
    }

    private func short(_ number: Double) -> String { NumberText.significant(number, digits: 4) }

    private func short(_ thresholds: Thresholds) -> String {
        "\(short(thresholds.standardDeviation)) m, \(thresholds.layers), \(short(thresholds.coherence))"
    }

    // MARK: What else was looked at

    private mutating func writeObjectives() {
        headline("Every objective, on the data at hand")
        for best in report.best {
            let (rates, grouped) = (best.assessment.rates, best.assessment.grouped)
            func text(_ name: String, _ rate: Double?, _ interval: ConfidenceInterval?) -> String {
                "\(name) \(TuningReport.percent(rate)) \(RateRows.ends(interval))"
            }
            add("\(best.optimum.objective.name): \(best.optimum.objective.title)")
            add(
                "\(short(best.optimum.thresholds)): \(text("BPCER", rates.bpcer.value, grouped.bpcer.interval)), "
                    + "\(text("APCER worst", rates.worstAPCER, grouped.worstAPCER)), "
                    + "ACER \(TuningReport.percent(rates.acer))"
                    + (best.optimum.equalErrorRate.map { ", D-EER \(TuningReport.percent($0))" } ?? ""), indent: 4)
        }
    }

    private mutating func writeSweep() {
        for section in SweepText(summary: SweepSummary(report), width: width).sections {
            headline(section.headline)
            lines += section.lines
        }
    }

    private mutating func writeData() {
        let presentations = report.presentations
        headline("Data")
        add(
            "\(presentations.count) maps in \(presentations.groupNames.count) groups, profile "
                + presentations.profile.rawValue)
        for paragraph in report.remarks.paragraphs {
            add(paragraph.title)
            lines += paragraph.files.map { "    " + $0 }
        }
        for remark in [
            "Intervals: Korn and Graubard's, over groups; those of the species hold together, and that of the worst "
                + "species is made of them.",
            "The words are those of ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by it.",
        ] { add(remark, setting: style.dim) }
    }
}
