internal import DepthAnalysis
package import Support

/// The tuning report as text, the advice first.
package struct TextTuningReport {
    private let report: TuningReport
    private var page: ReportPage

    /// The page, including its final newline.
    package static func page(_ report: TuningReport, style: Style, width: Int) -> String {
        var text = TextTuningReport(report: report, page: ReportPage(style: style, width: width))
        for sentence in report.advice.sentences { text.page.lead(sentence, setting: style.bold) }
        for warning in report.remarks.warnings + [report.suspicion].compactMap({ $0 }) {
            text.page.lead(warning, setting: style.warning)
        }
        text.writeExpected()
        text.write("Present thresholds", report.present)
        text.writeRules(report.presentRules, report.presentSupport)
        text.write("Tuned: \(report.options.objective.title)", report.tuned.assessment)
        text.writeBox(report.tuned.optimum)
        text.writeRules(report.tunedRules, report.tunedSupport)
        text.writeObjectives()
        text.writeSweep()
        text.page.addData(
            report.presentations, report.remarks,
            intervals:
                "Intervals: mid-P, over groups; those of the species hold simultaneously, and that of the worst "
                + "species holds, whichever species it is.", report.requiredGroups)
        return text.page.text
    }

    // MARK: Rates

    private mutating func writeExpected() {
        page.headline(
            report.options.leftOut == .groups ? "On new scenes" : "On new scenes, \(report.options.leftOut.unseen)")
        guard let expected = report.expected, let grouped = report.expectedGrouped else {
            page.add("unknown: " + (report.foldObstacle ?? .tooFewGroups).clause)
            return
        }
        page.add(
            report.options.leftOut.title(foldCount: expected.choices.count)
                + ": quote this, not the rates on the data the thresholds were chosen on.", setting: page.style.dim)
        write(expected.rates, grouped)
        if let spread = report.spread, spread.count > 1 {
            page.add(spread.sentence)
        } else {
            page.add("One division into folds: repeats show how much others move these rates.")
        }
        page.add("thresholds chosen without each fold (standard deviation, layers, coherence):")
        for choice in expected.choices {
            page.add(
                (choice.leftOut.map { "without \($0.printable): " } ?? "") + short(choice.thresholds)
                    + (report.variants.isEmpty ? "" : ", measured in way \(choice.variant + 1)"),
                indent: 4)
        }
    }

    private mutating func write(_ title: String, _ assessment: TuningReport.Assessment) {
        page.headline(title)
        let thresholds = assessment.thresholds
        page.add(
            "varianceThreshold \(thresholds.standardDeviation) m, layerThreshold \(thresholds.layers), "
                + "coherenceThreshold \(thresholds.coherence)")
        write(assessment.rates, assessment.grouped)
        writeNonResponses(assessment.rates)
    }

    private mutating func write(_ rates: ErrorRates, _ grouped: GroupedRates) {
        page.add(
            rates, grouped, of: report.presentations.species, confidence: report.options.confidence,
            others: [("ACER (literature usage)", rates.acer)])
    }

    private mutating func writeNonResponses(_ rates: ErrorRates) {
        func share(_ rate: ErrorRate) -> String {
            "\(rate.errors) of \(rate.total), \(TuningReport.percent(rate.value))"
        }
        page.add("BPNRR: \(share(rates.bpnrr))")
        for (name, rate) in zip(report.presentations.species, rates.apnrr) where rate.errors > 0 {
            page.add("APNRR \(name): \(share(rate))")
        }
        if rates.apnrr.allSatisfy({ $0.errors == 0 }) { page.add("APNRR: 0 for every species") }
    }

    // MARK: Thresholds

    private mutating func writeBox(_ optimum: ThresholdOptimum) {
        func interval(_ interval: ThresholdBox.HalfOpen) -> String {
            "[\(interval.lower), \(interval.upper.map { "\($0)" } ?? "no end"))"
        }
        let layers = optimum.box.layers
        page.add(
            "equally good in any combination; a present threshold inside is kept, otherwise the middle is "
                + "taken:")
        page.add("varianceThreshold in \(interval(optimum.box.standardDeviation)) m", indent: 4)
        page.add("layerThreshold in [\(layers.lower), \(layers.upper.map { "\($0)]" } ?? "no end)")", indent: 4)
        page.add("coherenceThreshold in \(interval(optimum.box.coherence))", indent: 4)
    }

    private mutating func writeRules(_ rules: [RuleInfluence], _ support: [ThresholdSupport]) {
        for rule in rules {
            var line = "rule \(rule.rule.rawValue): rejects \(rule.rejected), alone \(rule.rejectedAlone)"
            if let proof = rule.proof {
                line += "; inert on any map: " + proof
            } else if rule.isInert {
                line += "; inert here: without it no decision changes"
            }
            page.add(line)
        }
        for support in support {
            func whole(_ number: Double) -> String { "\(Int(clamping: number))" }
            let interval =
                support.key == .layerThreshold
                ? "from \(whole(support.lower)) to \(support.upper.map(whole) ?? "any number")"
                : "from \(short(support.lower)) to below \(support.upper.map(short) ?? "any number")"
            page.add(
                "\(support.key.rawValue): \(support.near) maps it decides are near it; by itself it may move "
                    + "\(interval) without changing a decision")
            if !support.isPlaced {
                page.add(
                    "the data cannot place it: " + support.doubts.map { words($0, support) }.joined(separator: "; "),
                    indent: 4, setting: page.style.warning)
            }
        }
    }

    private func words(_ doubt: ThresholdSupport.Doubt, _ support: ThresholdSupport) -> String {
        switch doubt {
        case .noDataNear: "no map that it decides is measured near it"
        case .noEnd: "it is unbounded on one side: any value there decides the same"
        case .unstable:
            "without one fold or another it was chosen from \(short(support.chosen?.lowerBound ?? 0)) to "
                + short(support.chosen?.upperBound ?? 0)
        }
    }

    private func short(_ number: Double) -> String { NumberText.significant(number, digits: 4) }

    private func short(_ thresholds: VerdictThresholds) -> String {
        "\(short(thresholds.standardDeviation)) m, \(thresholds.layers), \(short(thresholds.coherence))"
    }

    // MARK: Other results

    private mutating func writeObjectives() {
        page.headline("Every objective, on the data at hand")
        for best in report.best {
            let (rates, grouped) = (best.assessment.rates, best.assessment.grouped)
            func text(_ name: String, _ rate: Double?, _ interval: ConfidenceInterval?) -> String {
                "\(name) \(TuningReport.percent(rate)) \(RateRows.ends(interval))"
            }
            page.add("\(best.optimum.objective.name): \(best.optimum.objective.title)")
            page.add(
                "\(short(best.optimum.thresholds)): \(text("BPCER", rates.bpcer.value, grouped.bpcer.interval)), "
                    + "\(text("APCER worst", rates.worstAPCER, grouped.worstAPCER)), "
                    + "ACER \(TuningReport.percent(rates.acer))"
                    + (best.optimum.equalErrorRate.map { equalErrors($0, rates) } ?? ""), indent: 4)
        }
    }

    /// The rates are step functions and may cross without being equal.
    private func equalErrors(_ rate: Double, _ rates: ErrorRates) -> String {
        ", D-EER \(TuningReport.percent(rate))"
            + (rates.bpcer.value == rates.worstAPCER
                ? "" : ", the mean of BPCER and APCER where the curves cross in a jump")
    }

    private mutating func writeSweep() {
        for section in SweepText(summary: SweepSummary(report), width: page.width, names: page.style.names).sections {
            page.headline(section.headline)
            page.add(lines: section.lines)
        }
    }
}
