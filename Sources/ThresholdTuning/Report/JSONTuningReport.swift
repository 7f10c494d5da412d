internal import Corpora
internal import DepthAnalysis
internal import PlainText

/// The report as one JSON object. Rates are objects of `errors`, `total`, `value` and their intervals.
public struct JSONTuningReport {
    private let report: TuningReport

    /// The object, without a final line end.
    public static func object(_ report: TuningReport) -> String {
        var writer = JSONWriter(.indented)
        writer.object { JSONTuningReport(report: report).writeMembers(to: &$0) }
        return writer.text
    }

    private init(report: TuningReport) {
        self.report = report
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.member("schema_version", 1)
        writer.member(
            "vocabulary", "ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard")
        writer.member("options") { write(report.options, to: &$0) }
        writer.member("data", writeData)
        writer.member("present") { write(report.present, report.presentRules, report.presentSupport, to: &$0) }
        writer.member("tuned") {
            write(report.tuned.assessment, report.tunedRules, report.tunedSupport, to: &$0)
        }
        writer.member("equally_good") { write(report.tuned.optimum.box, to: &$0) }
        writer.member("expected_on_new_scenes", writeExpected)
        writer.objects("objectives", report.best) { best, writer in
            writer.member("objective", best.optimum.objective.rawValue)
            writer.member("title", best.optimum.objective.title)
            if let rate = best.optimum.equalErrorRate { writer.member("d_eer", rate) }
            writer.member("thresholds") { write(best.optimum.thresholds, to: &$0) }
            writer.member("equally_good") { write(best.optimum.box, to: &$0) }
            writer.member("rates") { write(best.assessment.rates, best.assessment.estimate, to: &$0) }
        }
        writer.objects("ways_of_measuring", report.variants) { variant, writer in
            writer.member("differs", SweepDimension.difference(report.variants[0].parameters, variant.parameters))
            writer.member("acer", variant.rates.acer)
            writer.member("acer_cross_validated", variant.expected?.acer)
        }
        writer.member("has_enough_data", report.hasEnoughData)
        writer.member("advice", report.advice)
    }

    private func write(_ options: TuningOptions, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("objective", options.objective.rawValue)
            switch options.method {
            case .exact: writer.member("method", "exact")
            case .grid(let steps): writer.member("method", "grid of \(steps)")
            }
            writer.member("replicates", options.replicates)
            writer.member("seed", options.seed.description)
            writer.member("confidence", options.confidence)
            writer.member("folds", options.folds)
        }
    }

    private func writeData(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("profile", report.presentations.profile.rawValue)
            writer.member("maps", report.presentations.count)
            writer.member("groups", Set(report.presentations.groups).count)
            writer.member("bona_fide_groups", report.groupCounts.bonaFide)
            writer.member("attack_groups", report.groupCounts.attack)
            for (key, files) in [
                ("unreadable", report.unreadable), ("unlabelled", report.leftOut.unlabelled),
                ("labelled_but_not_measured", report.leftOut.unknown),
                ("labelled_twice", report.leftOut.doublyLabelled),
            ] {
                writer.member(key) { writer in
                    writer.array { writer in
                        for file in files { writer.value(file) }
                    }
                }
            }
        }
    }

    private func write(_ thresholds: Thresholds, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(AnalysisParameters.Key.varianceThreshold.rawValue, thresholds.standardDeviation)
            writer.member(AnalysisParameters.Key.layerThreshold.rawValue, thresholds.layers)
            writer.member(AnalysisParameters.Key.coherenceThreshold.rawValue, thresholds.coherence)
        }
    }

    /// `from` belongs to the interval; `below` does not, `to` does; null for no end.
    private func write(_ box: DecisionBox, to writer: inout JSONWriter) {
        writer.object { writer in
            for (key, interval) in [
                (AnalysisParameters.Key.varianceThreshold, box.standardDeviation), (.coherenceThreshold, box.coherence),
            ] {
                writer.member(key.rawValue) { writer in
                    writer.object { writer in
                        writer.member("from", interval.lower)
                        writer.member("below", interval.upper)
                    }
                }
            }
            writer.member(AnalysisParameters.Key.layerThreshold.rawValue) { writer in
                writer.object { writer in
                    writer.member("from", box.layers.lower)
                    writer.member("to", box.layers.upper)
                }
            }
        }
    }

    private func write(
        _ assessment: TuningReport.Assessment, _ rules: [RuleInfluence], _ support: [ThresholdSupport],
        to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("thresholds") { write(assessment.estimate.thresholds, to: &$0) }
            writer.member("parameters_sha256", assessment.parameters.digest)
            writer.member("rates") { write(assessment.rates, assessment.estimate, to: &$0) }
            writer.objects("rules", rules) { rule, writer in
                writer.member("rule", rule.rule.rawValue)
                writer.member("rejected", rule.rejected)
                writer.member("rejected_alone", rule.rejectedAlone)
                writer.member("inert_on_any_map_because", rule.proof)
            }
            writer.objects("support", support) { support, writer in
                writer.member("threshold", support.key.rawValue)
                writer.member("maps_near", support.near)
                writer.member("may_move_from", support.lower)
                writer.member(support.key == .layerThreshold ? "may_move_to" : "may_move_below", support.upper)
            }
        }
    }

    private func write(_ rates: ErrorRates, _ estimate: GroupBootstrap.Estimate?, to writer: inout JSONWriter) {
        let species = report.presentations.species
        writer.object { writer in
            writer.member("bpcer") {
                write(rates.bpcer, estimate?.bpcer, groups: report.groupCounts.bonaFide, to: &$0)
            }
            writer.member("apcer") { writer in
                writer.object { writer in
                    for (index, name) in species.enumerated() {
                        let groups = report.groupCountsOfSpecies[index]
                        writer.member(name) {
                            write(rates.apcer[index], estimate?.apcer[index], groups: groups, to: &$0)
                        }
                    }
                }
            }
            writer.member("apcer_worst_species", rates.worstSpecies.map { species[$0] })
            writer.member("apcer_worst", rates.worstAPCER)
            writer.member("apcer_worst_bootstrap_over_groups") { $0.interval(estimate?.worstAPCER) }
            writer.member("acer_literature_usage", rates.acer)
            writer.member("acer_bootstrap_over_groups") { $0.interval(estimate?.acer) }
            writer.member("bpnrr") { write(rates.bpnrr, to: &$0) }
            writer.member("apnrr") { writer in
                writer.object { writer in
                    for (index, name) in species.enumerated() {
                        writer.member(name) { write(rates.apnrr[index], to: &$0) }
                    }
                }
            }
        }
    }

    /// `groups` is nil for rates that have no bootstrap over groups.
    private func write(
        _ rate: ErrorRate, _ bootstrap: ConfidenceInterval? = nil, groups: Int? = nil, to writer: inout JSONWriter
    ) {
        let confidence = report.options.confidence
        writer.object { writer in
            writer.member("errors", rate.errors)
            writer.member("total", rate.total)
            writer.member("value", rate.value)
            writer.member("clopper_pearson") { $0.interval(rate.clopperPearson(confidence: confidence)) }
            guard let groups else { return }
            writer.member("bootstrap_over_groups") { $0.interval(bootstrap) }
            guard rate.errors == 0 else { return }
            for (key, count) in [
                ("upper_bound_without_errors", rate.total), ("upper_bound_without_errors_by_groups", groups),
            ] {
                writer.member(key, ErrorRate.upperBoundWithoutErrors(in: count, confidence: confidence))
            }
        }
    }

    private func writeExpected(to writer: inout JSONWriter) {
        guard let expected = report.expected else {
            writer.null()
            return
        }
        writer.object { writer in
            writer.member("folds", expected.choices.count)
            writer.member("rates") { write(expected.rates, report.expectedEstimate, to: &$0) }
            writer.member("choices") { writer in
                writer.array(isInline: false) { writer in
                    for choice in expected.choices { write(choice.thresholds, to: &writer) }
                }
            }
        }
    }
}

extension JSONWriter {
    /// Both ends in an array, or null.
    fileprivate mutating func interval(_ interval: ConfidenceInterval?) {
        guard let interval else {
            null()
            return
        }
        array { writer in
            writer.value(interval.lower)
            writer.value(interval.upper)
        }
    }
}
