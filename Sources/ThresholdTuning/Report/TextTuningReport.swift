internal import DepthAnalysis
package import PlainText

/// The report for a person to read. It ends with one sentence of advice.
package struct TextTuningReport {
    private let report: TuningReport
    private let style: Style
    private let width: Int
    private var lines: [String] = []

    /// The page, its last line end included.
    package static func page(_ report: TuningReport, style: Style, width: Int) -> String {
        var page = TextTuningReport(report: report, style: style, width: width)
        page.writeData()
        page.write("Present thresholds", report.present)
        page.writeRules(report.presentRules, report.presentSupport)
        page.write("Tuned: \(report.options.objective.title)", report.tuned.assessment)
        page.writeBox(report.tuned.optimum)
        page.writeRules(report.tunedRules, report.tunedSupport)
        page.writeExpected()
        page.writeObjectives()
        page.writeSweep()
        page.lines += ["", style.bold(report.advice)]
        return page.lines.joined(separator: "\n") + "\n"
    }

    private init(report: TuningReport, style: Style, width: Int) {
        self.report = report
        self.style = style
        self.width = width
    }

    /// Below this a bootstrap knows too few groups to tell how much they differ; its intervals come out too narrow.
    private static let fewGroups = 10

    private var level: String { NumberText.significant(100 * report.options.confidence, digits: 3) + " %" }

    private mutating func headline(_ text: String) {
        lines += lines.isEmpty ? [style.bold(text)] : ["", style.bold(text)]
    }

    private mutating func writeData() {
        let presentations = report.presentations
        headline("Data")
        lines.append(
            "  \(presentations.count) maps in \(presentations.groupNames.count) groups, profile "
                + presentations.profile.rawValue)
        let counts = presentations.counts { _ in true }
        lines.append("  bona fide: \(counts[0]) maps, \(report.groupCounts.bonaFide) groups with a verdict")
        lines += report.species.map { species in
            "  attack \(species.name): \(counts[species.index + 1]) maps, \(species.groups) groups with a verdict"
        }
        if !report.unreadable.isEmpty {
            lines.append("  \(report.unreadable.count) could not be read and count as non-responses")
        }
        for kind in report.leftOut.kinds where !kind.files.isEmpty {
            lines.append("  left out, \(kind.words): \(kind.files.count)")
            lines += kind.files.map { "    " + $0 }
        }
        lines += [
            "  The words are those of ISO/IEC 30107-3; "
                + "a scene is no biometric characteristic, so this is no test by it.",
            "  Intervals, \(level): first exact (Clopper-Pearson) over maps, then bootstrap over groups.",
        ].map(style.dim)
    }

    private mutating func write(_ title: String, _ assessment: TuningReport.Assessment) {
        let thresholds = assessment.estimate.thresholds
        headline(title)
        lines.append(
            "  varianceThreshold \(thresholds.standardDeviation) m, layerThreshold \(thresholds.layers), "
                + "coherenceThreshold \(thresholds.coherence)")
        let rates = assessment.rates
        row("BPCER", rates.bpcer, assessment.estimate.bpcer, groups: report.groupCounts.bonaFide)
        for species in report.species {
            row(
                "APCER \(species.name)", rates.apcer[species.index], assessment.estimate.apcer[species.index],
                groups: species.groups)
        }
        if let worst = rates.worstSpecies {
            lines.append(
                "  APCER of the worst species (\(report.presentations.species[worst])): "
                    + percent(rates.worstAPCER) + " " + ends(assessment.estimate.worstAPCER))
        }
        lines.append(
            "  ACER (literature usage): \(percent(rates.acer)) \(ends(assessment.estimate.acer))")
        lines.append("  BPNRR: \(share(rates.bpnrr))")
        for (name, rate) in zip(report.presentations.species, rates.apnrr) where rate.errors > 0 {
            lines.append("  APNRR \(name): \(share(rate))")
        }
        if rates.apnrr.allSatisfy({ $0.errors == 0 }) { lines.append("  APNRR: 0 for every species") }
    }

    private func share(_ rate: ErrorRate) -> String {
        "\(rate.errors) of \(rate.total), \(percent(rate.value))"
    }

    private func ends(_ interval: ConfidenceInterval?) -> String {
        guard let interval else { return "" }
        return "[\(NumberText.fixed(100 * interval.lower, digits: 2)), "
            + "\(NumberText.fixed(100 * interval.upper, digits: 2))]"
    }

    private mutating func row(_ name: String, _ rate: ErrorRate, _ bootstrap: ConfidenceInterval?, groups: Int) {
        let exact = rate.clopperPearson(confidence: report.options.confidence)
        var line = "  \(name): \(share(rate)) \(ends(exact)) \(ends(bootstrap))"
        if bootstrap != nil, groups < Self.fewGroups {
            line += style.warning(" over \(groups) \(groups == 1 ? "group" : "groups") only, too narrow")
        }
        if rate.errors == 0, rate.total > 0 {
            func bound(_ count: Int) -> String {
                percent(
                    ErrorRate.upperBoundWithoutErrors(in: count, confidence: report.options.confidence))
            }
            line +=
                "; no error in \(rate.total) maps: at most \(bound(rate.total)), "
                + "counting \(groups) groups at most \(bound(groups))"
        }
        lines.append(line)
    }

    private mutating func writeRules(_ rules: [RuleInfluence], _ support: [ThresholdSupport]) {
        for rule in rules {
            var line = "  rule \(rule.rule.rawValue): rejects \(rule.rejected), alone \(rule.rejectedAlone)"
            if let proof = rule.proof {
                line += "; inert on any map: " + proof
            } else if rule.isInert {
                line += "; inert here: without it no decision changes"
            }
            lines.append(line)
        }
        for support in support {
            let interval =
                support.key == .layerThreshold
                ? "from \(Int(support.lower)) to \(support.upper.map { "\(Int($0))" } ?? "any number")"
                : "from \(support.lower) to below \(support.upper.map { "\($0)" } ?? "any number")"
            lines.append(
                "  \(support.key.rawValue): \(support.near) maps near it; alone it may move \(interval) "
                    + "without changing a decision"
                    + (support.near == 0
                        ? style.warning("; no data near it, so the data cannot say where it belongs") : ""))
        }
    }

    private mutating func writeBox(_ optimum: Optimum) {
        func interval(_ interval: DecisionBox.HalfOpen) -> String {
            "[\(interval.lower), \(interval.upper.map { "\($0)" } ?? "no end"))"
        }
        let layers = optimum.box.layers
        lines.append("  equally good, moved together in any way; the thresholds above are the middle:")
        lines.append("    varianceThreshold in \(interval(optimum.box.standardDeviation)) m")
        lines.append("    layerThreshold in [\(layers.lower), \(layers.upper.map { "\($0)]" } ?? "no end)")")
        lines.append("    coherenceThreshold in \(interval(optimum.box.coherence))")
    }

    private mutating func writeExpected() {
        headline("On new scenes")
        guard let expected = report.expected else {
            lines.append("  cannot be said: fewer than two groups of real scenes or of attacks")
            return
        }
        let hand = report.tuned.assessment.rates
        lines.append(
            "  nested cross-validation over groups, \(expected.choices.count) folds; beside it the flattering rates "
                + "on the data the thresholds were chosen on")
        let estimate = report.expectedEstimate
        for (name, rate, interval, atHand) in [
            ("BPCER", expected.rates.bpcer.value, estimate?.bpcer, hand.bpcer.value),
            ("APCER of the worst species", expected.rates.worstAPCER, estimate?.worstAPCER, hand.worstAPCER),
            ("ACER (literature usage)", expected.rates.acer, estimate?.acer, hand.acer),
        ] {
            lines.append("  \(name): \(percent(rate)) \(ends(interval)) (on the data at hand \(percent(atHand)))")
        }
        lines.append("  thresholds chosen without each fold (standard deviation, layers, coherence):")
        lines += expected.choices.map { choice in
            "    \(short(choice.thresholds))"
                + (report.variants.isEmpty ? "" : ", measured in way \(choice.variant + 1)")
        }
    }

    private func short(_ thresholds: Thresholds) -> String {
        "\(NumberText.significant(thresholds.standardDeviation, digits: 4)) m, \(thresholds.layers), "
            + NumberText.significant(thresholds.coherence, digits: 4)
    }

    private func percent(_ share: Double?) -> String { TuningReport.percent(share) }

    private mutating func writeObjectives() {
        headline("Every objective, on the data at hand")
        for best in report.best {
            let rates = best.assessment.rates
            let estimate = best.assessment.estimate
            lines.append("  \(best.optimum.objective.name): \(best.optimum.objective.title)")
            lines.append(
                "    \(short(best.optimum.thresholds)): BPCER \(percent(rates.bpcer.value)) \(ends(estimate.bpcer)), "
                    + "APCER worst \(percent(rates.worstAPCER)) \(ends(estimate.worstAPCER)), "
                    + "ACER \(percent(rates.acer))"
                    + (best.optimum.equalErrorRate.map { ", D-EER \(percent($0))" } ?? ""))
        }
    }

    private mutating func writeSweep() {
        for section in SweepText(summary: SweepSummary(report), width: width).sections {
            headline(section.headline)
            lines += section.lines
        }
    }
}
