internal import DepthAnalysis
internal import PlainText
internal import SceneRules
internal import ThresholdTuning

/// The report on a rule as one JSON object. Rates are objects of `errors`, `total`, `value` and their intervals.
///
///     print(JSONRuleReport.object(report))
package struct JSONRuleReport {
    private let report: RuleReport

    /// The object, without a final line end.
    package static func object(_ report: RuleReport) -> String {
        var writer = JSONWriter(.indented)
        writer.object { JSONRuleReport(report: report).writeMembers(to: &$0) }
        return writer.text
    }

    private func writeMembers(to writer: inout JSONWriter) {
        let answer = report.answer
        writer.member("schema_version", 1)
        writer.member("answer_code", answer.code.rawValue)
        writer.member("answer", answer.sentences.joined(separator: " "))
        writer.objects("too_few_groups", report.shortfalls) { shortfall, writer in
            writer.member("species", shortfall.species)
            writer.member("groups", shortfall.groups)
            writer.member("needed", shortfall.needed)
        }
        writer.member(
            "vocabulary", "ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard")
        writer.member("options") { $0.object(writeOptions) }
        writer.member("data") { $0.object(writeData) }
        writer.member("tuned") { writer in
            writer.object { writer in
                write(report.tuned, to: &writer)
                writer.member("rates") { $0.object { write(report.atHand, report.atHandGrouped, to: &$0) } }
            }
        }
        writer.member("expected_on_new_scenes") { writer in
            guard let validation = report.validation else { return writer.null() }
            writer.object { writer in
                writer.member("folds", validation.choices.count)
                writer.member("rates") { $0.object { write(validation.rates, report.validationGrouped, to: &$0) } }
                writer.objects("choices", validation.choices) { choice, writer in
                    writer.member("measurements", choice.measurements)
                    write(choice.optimum, to: &writer)
                    writer.member("groups", choice.groups)
                }
            }
        }
        write("server_present", report.present, report.againstPresent, to: &writer)
        write("server_tuned", report.retuned, report.againstRetuned, to: &writer)
        writer.objects("measurements", report.contributions) { contribution, writer in
            writer.member("measurement", contribution.measurement.name)
            for (key, validation) in [("alone", contribution.alone), ("without", contribution.without)] {
                writer.member(key) { writer in
                    guard let validation else { return writer.null() }
                    writer.object { writer in
                        writer.member("bpcer", validation.rates.bpcer.value)
                        writer.member("apcer_worst", validation.rates.worstAPCER)
                        writer.member("figure", report.options.objective.figure(of: validation.rates))
                    }
                }
            }
            write("rule_less_without", contribution.gain, to: &writer)
            writer.member("p_over_groups_of_real_scenes", contribution.probability)
        }
    }

    private func writeOptions(to writer: inout JSONWriter) {
        let options = report.options
        writer.member("objective", options.objective.name)
        writer.member("objective_title", options.objective.title)
        if let limit = options.objective.maximumAPCER { writer.member("max_apcer", limit) }
        if let limit = options.objective.maximumBPCER { writer.member("max_bpcer", limit) }
        if let costs = options.objective.costs {
            writer.member("cost_apcer", costs.apcer)
            writer.member("cost_bpcer", costs.bpcer)
            writer.member("prior", costs.prior)
        }
        if case .best(let size) = report.choice { writer.member("best_of_size", size) }
        writer.member("measurements", report.measurements.map(\.name))
        writer.member("replicates", options.replicates)
        writer.member("seed", options.seed.description)
        writer.member("confidence", options.confidence)
        writer.member("folds", options.folds)
    }

    private func writeData(to writer: inout JSONWriter) {
        writer.member("profile", report.presentations.profile.rawValue)
        writer.member("maps", report.presentations.count)
        writer.member("groups", report.presentations.groupNames.count)
        writer.member("bona_fide_groups", report.groupCounts.bonaFide)
        writer.member("attack_groups") { writer in
            writer.object { writer in
                for (species, groups) in zip(report.presentations.species, report.groupCounts.species) {
                    writer.member(species, groups)
                }
            }
        }
        report.remarks.writeMembers(to: &writer)
    }

    /// A rule as in its own file, and how good it is known to be.
    private func write(_ optimum: RuleOptimum, to writer: inout JSONWriter) {
        writer.objects("rule", optimum.rule.comparisons) { $0.write(to: &$1) }
        writer.member("unused", optimum.unused)
        writer.member("figure", optimum.figure)
        writer.member("least_figure", optimum.leastFigure)
        writer.member("is_proved_best", optimum.isExact)
    }

    private func write(
        _ key: String, _ side: JudgedParameters?, _ comparison: RuleReport.Comparison?, to writer: inout JSONWriter
    ) {
        writer.member(key) { writer in
            guard let side else { return writer.null() }
            writer.object { writer in
                writer.member("rates") { $0.object { write(side.rates, side.grouped, to: &$0) } }
                guard let comparison else { return }
                writer.member("answer", comparison.evaluation.answer.code.rawValue)
                write("rule_less_this", comparison.difference, to: &writer)
                writer.objects(
                    "comparisons", Array(zip(comparison.evaluation.comparisons, comparison.evaluation.directions))
                ) { compared, writer in
                    let (pair, direction) = compared
                    writer.member("class", pair.species == nil ? "bona_fide" : "attack")
                    writer.member("species", pair.species)
                    writer.member("maps", pair.mapCount)
                    writer.member("wrong_only_rule", pair.wrongOnlyGiven)
                    writer.member("wrong_only_this", pair.wrongOnlyAgainst)
                    writer.member("wrong_in_both", pair.wrongInBoth)
                    writer.member("p_over_groups", pair.probabilityOverGroups)
                    writer.member("p_over_maps_mcnemar", pair.probabilityOverMaps)
                    writer.member("direction", direction.rawValue)
                }
            }
        }
    }

    private func write(_ key: String, _ difference: PairedDifference?, to writer: inout JSONWriter) {
        writer.member(key) { writer in
            guard let difference else { return writer.null() }
            writer.object { writer in
                for (key, value) in [("bpcer", difference.bpcer), ("apcer_worst", difference.worstAPCER)] {
                    writer.member(key) { writer in
                        writer.object { writer in
                            writer.member("value", value.value)
                            writer.member("interval") { Self.write(value.interval, to: &$0) }
                        }
                    }
                }
            }
        }
    }

    private func write(_ rates: ErrorRates, _ grouped: GroupedRates?, to writer: inout JSONWriter) {
        let species = report.presentations.species
        writer.member("bpcer") { $0.object { write(rates.bpcer, grouped?.bpcer, to: &$0) } }
        writer.member("apcer") { writer in
            writer.object { writer in
                for index in species.indices {
                    writer.member(species[index]) {
                        $0.object { write(rates.apcer[index], grouped?.apcer[index], to: &$0) }
                    }
                }
            }
        }
        writer.member("apcer_worst_species", rates.worstSpecies.map { species[$0] })
        writer.member("apcer_worst", rates.worstAPCER)
        writer.member("apcer_worst_interval") { Self.write(grouped?.worstAPCER, to: &$0) }
    }

    private func write(_ rate: ErrorRate, _ grouped: GroupedRate?, to writer: inout JSONWriter) {
        writer.member("errors", rate.errors)
        writer.member("total", rate.total)
        writer.member("value", rate.value)
        writer.member("groups", grouped?.groups)
        writer.member("groups_with_errors", grouped?.groupsWithErrors)
        writer.member("interval") { Self.write(grouped?.interval, to: &$0) }
    }

    /// Both ends in an array, or null.
    private static func write(_ interval: ConfidenceInterval?, to writer: inout JSONWriter) {
        guard let interval else { return writer.null() }
        writer.array { writer in
            writer.value(interval.lower)
            writer.value(interval.upper)
        }
    }
}
