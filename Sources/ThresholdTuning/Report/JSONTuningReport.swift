internal import Corpora
internal import DepthAnalysis
internal import PlainText

/// The report as one JSON object. Rates are objects of `errors`, `total`, `value` and their intervals.
public struct JSONTuningReport {
    private let report: TuningReport

    /// The object, without a final line end.
    public static func object(_ report: TuningReport) -> String {
        var writer = JSONWriter(.indented)
        JSONTuningReport(report: report).write(to: &writer)
        return writer.text
    }

    private init(report: TuningReport) {
        self.report = report
    }

    private func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("schema_version")
            writer.value(1)
            writer.key("vocabulary")
            writer.value("ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard")
            writer.key("options")
            Self.write(report.options, to: &writer)
            writer.key("data")
            writeData(to: &writer)
            writer.key("present")
            write(report.present, report.presentRules, report.presentSupport, to: &writer)
            writer.key("tuned")
            write(report.tuned.assessment, report.tunedRules, report.tunedSupport, to: &writer)
            writer.key("equally_good")
            Self.write(report.tuned.optimum.box, to: &writer)
            writer.key("expected_on_new_scenes")
            writeExpected(to: &writer)
            writer.key("objectives")
            writer.array(isInline: false) { writer in
                for best in report.best {
                    writer.object { writer in
                        writer.key("objective")
                        writer.value(best.optimum.objective.rawValue)
                        writer.key("title")
                        writer.value(best.optimum.objective.title)
                        if let rate = best.optimum.equalErrorRate {
                            writer.key("d_eer")
                            writer.value(rate)
                        }
                        writer.key("thresholds")
                        Self.write(best.optimum.thresholds, to: &writer)
                        writer.key("equally_good")
                        Self.write(best.optimum.box, to: &writer)
                        writer.key("rates")
                        write(best.assessment.rates, best.assessment.estimate, to: &writer)
                    }
                }
            }
            writer.key("ways_of_measuring")
            writer.array(isInline: false) { writer in
                for variant in report.variants {
                    writer.object { writer in
                        writer.key("differs")
                        writer.value(SweepDimension.difference(report.variants[0].parameters, variant.parameters))
                        writer.key("acer")
                        writer.optional(variant.rates.acer)
                        writer.key("acer_cross_validated")
                        writer.optional(variant.expected?.acer)
                    }
                }
            }
            writer.key("has_enough_data")
            writer.value(report.hasEnoughData)
            writer.key("advice")
            writer.value(report.advice)
        }
    }

    private static func write(_ options: TuningOptions, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("objective")
            writer.value(options.objective.rawValue)
            writer.key("method")
            switch options.method {
            case .exact: writer.value("exact")
            case .grid(let steps): writer.value("grid of \(steps)")
            }
            writer.key("replicates")
            writer.value(options.replicates)
            writer.key("seed")
            writer.value(options.seed.description)
            writer.key("confidence")
            writer.value(options.confidence)
            writer.key("folds")
            writer.value(options.folds)
        }
    }

    private func writeData(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("profile")
            writer.value(report.presentations.profile.rawValue)
            writer.key("maps")
            writer.value(report.presentations.count)
            writer.key("groups")
            writer.value(Set(report.presentations.groups).count)
            writer.key("bona_fide_groups")
            writer.value(report.groupCounts.bonaFide)
            writer.key("attack_groups")
            writer.value(report.groupCounts.attack)
            for (key, files) in [
                ("unreadable", report.unreadable), ("unlabelled", report.leftOut.unlabelled),
                ("labelled_but_not_measured", report.leftOut.unknown),
                ("labelled_twice", report.leftOut.doublyLabelled),
            ] {
                writer.key(key)
                writer.array { writer in
                    for file in files { writer.value(file) }
                }
            }
        }
    }

    private static func write(_ thresholds: Thresholds, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key(AnalysisParameters.Key.varianceThreshold)
            writer.value(thresholds.standardDeviation)
            writer.key(AnalysisParameters.Key.layerThreshold)
            writer.value(thresholds.layers)
            writer.key(AnalysisParameters.Key.coherenceThreshold)
            writer.value(thresholds.coherence)
        }
    }

    /// `from` belongs to the interval; `below` does not, `to` does; null for no end.
    private static func write(_ box: DecisionBox, to writer: inout JSONWriter) {
        writer.object { writer in
            for (key, interval) in [
                (AnalysisParameters.Key.varianceThreshold, box.standardDeviation), (.coherenceThreshold, box.coherence),
            ] {
                writer.key(key)
                writer.object { writer in
                    writer.key("from")
                    writer.value(interval.lower)
                    writer.key("below")
                    writer.optional(interval.upper)
                }
            }
            writer.key(AnalysisParameters.Key.layerThreshold)
            writer.object { writer in
                writer.key("from")
                writer.value(box.layers.lower)
                writer.key("to")
                if let upper = box.layers.upper { writer.value(upper) } else { writer.null() }
            }
        }
    }

    private func write(
        _ assessment: TuningReport.Assessment, _ rules: [RuleInfluence], _ support: [ThresholdSupport],
        to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.key("thresholds")
            Self.write(assessment.estimate.thresholds, to: &writer)
            writer.key("parameters_sha256")
            writer.value(assessment.parameters.digest)
            writer.key("rates")
            write(assessment.rates, assessment.estimate, to: &writer)
            writer.key("rules")
            writer.array(isInline: false) { writer in
                for rule in rules {
                    writer.object { writer in
                        writer.key("rule")
                        writer.value(rule.rule.rawValue)
                        writer.key("rejected")
                        writer.value(rule.rejected)
                        writer.key("rejected_alone")
                        writer.value(rule.rejectedAlone)
                        writer.key("inert_on_any_map_because")
                        if let proof = rule.proof { writer.value(proof) } else { writer.null() }
                    }
                }
            }
            writer.key("support")
            writer.array(isInline: false) { writer in
                for support in support {
                    writer.object { writer in
                        writer.key("threshold")
                        writer.value(support.key.rawValue)
                        writer.key("maps_near")
                        writer.value(support.near)
                        writer.key("may_move_from")
                        writer.value(support.lower)
                        writer.key(support.key == .layerThreshold ? "may_move_to" : "may_move_below")
                        writer.optional(support.upper)
                    }
                }
            }
        }
    }

    private func write(_ rates: ErrorRates, _ estimate: GroupBootstrap.Estimate?, to writer: inout JSONWriter) {
        let confidence = report.options.confidence
        func write(_ rate: ErrorRate, _ bootstrap: ConfidenceInterval?, groups: Int?, to writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("errors")
                writer.value(rate.errors)
                writer.key("total")
                writer.value(rate.total)
                writer.key("value")
                writer.optional(rate.value)
                writer.key("clopper_pearson")
                writer.interval(rate.clopperPearson(confidence: confidence))
                if let groups {
                    writer.key("bootstrap_over_groups")
                    writer.interval(bootstrap)
                    if rate.errors == 0 {
                        writer.key("upper_bound_without_errors")
                        writer.value(ErrorRate.upperBoundWithoutErrors(in: rate.total, confidence: confidence))
                        writer.key("upper_bound_without_errors_by_groups")
                        writer.value(ErrorRate.upperBoundWithoutErrors(in: groups, confidence: confidence))
                    }
                }
            }
        }
        writer.object { writer in
            writer.key("bpcer")
            write(rates.bpcer, estimate?.bpcer, groups: report.groupCounts.bonaFide, to: &writer)
            writer.key("apcer")
            writer.object { writer in
                for (species, name) in report.presentations.species.enumerated() {
                    writer.key(name)
                    write(
                        rates.apcer[species], estimate?.apcer[species],
                        groups: report.groupCountsOfSpecies[species], to: &writer)
                }
            }
            writer.key("apcer_worst_species")
            if let worst = rates.worstSpecies {
                writer.value(report.presentations.species[worst])
            } else {
                writer.null()
            }
            writer.key("apcer_worst")
            writer.optional(rates.worstAPCER)
            writer.key("apcer_worst_bootstrap_over_groups")
            writer.interval(estimate?.worstAPCER)
            writer.key("acer_literature_usage")
            writer.optional(rates.acer)
            writer.key("acer_bootstrap_over_groups")
            writer.interval(estimate?.acer)
            writer.key("bpnrr")
            write(rates.bpnrr, nil, groups: nil, to: &writer)
            writer.key("apnrr")
            writer.object { writer in
                for (species, name) in report.presentations.species.enumerated() {
                    writer.key(name)
                    write(rates.apnrr[species], nil, groups: nil, to: &writer)
                }
            }
        }
    }

    private func writeExpected(to writer: inout JSONWriter) {
        guard let expected = report.expected else {
            writer.null()
            return
        }
        writer.object { writer in
            writer.key("folds")
            writer.value(expected.choices.count)
            writer.key("rates")
            write(expected.rates, report.expectedEstimate, to: &writer)
            writer.key("choices")
            writer.array(isInline: false) { writer in
                for choice in expected.choices { Self.write(choice.thresholds, to: &writer) }
            }
        }
    }
}

extension JSONWriter {
    /// A number, or null.
    mutating func optional(_ number: Double?) {
        if let number { value(number) } else { null() }
    }

    /// Both ends in an array, or null.
    mutating func interval(_ interval: ConfidenceInterval?) {
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
