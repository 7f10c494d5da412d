internal import DepthAnalysis
internal import PlanarityMeasurements
package import Support

/// The report on a rule as one JSON object. Rates are objects with `errors`, `total`, `value` and their intervals.
///
///     print(JSONRuleReport.object(report))
package struct JSONRuleReport {
    private let report: RuleReport

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
        writer.member("objective_on_new_scenes", report.limitOnNewScenes?.standing.rawValue)
        writer.members(of: report.requiredGroups)
        writer.member("too_few_groups", report.shortfalls)
        writer.member(
            "vocabulary", "ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard")
        writer.object("options", writeOptions)
        writer.object("data") {
            $0.members(of: report.presentations, groups: report.groupCounts, report.remarks)
        }
        writer.object("tuned") { writer in
            write(report.tuned, to: &writer)
            writer.object("rates") { write(report.atHand, report.atHandGrouped, to: &$0) }
        }
        writer.member("expected_on_new_scenes") { writer in
            guard let validation = report.validation else { return writer.null() }
            writer.object { writer in
                writer.member("folds", validation.choices.count)
                writer.object("rates") { write(validation.rates, report.validationGrouped, to: &$0) }
                writer.objects("choices", validation.choices) { choice, writer in
                    writer.member("measurements", choice.measurements)
                    write(choice.optimum, to: &writer)
                    writer.member("groups", choice.groups)
                    writer.member("left_out", choice.leftOut)
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
        writer.members(of: options.objective)
        if case .best(let size) = report.choice { writer.member("best_of_size", size) }
        writer.member("measurements", report.measurements.map(\.name))
        writer.members(ofValidation: options)
    }

    /// Writes a rule in the format of a rule file, with its figure and whether it is proved optimal.
    private func write(_ optimum: RuleOptimum, to writer: inout JSONWriter) {
        writer.objects("rule", optimum.rule.comparisons) { $0.write(to: &$1) }
        writer.member("unused", optimum.unused)
        writer.member("figure", optimum.figure)
        writer.member("least_figure", optimum.leastFigure)
        writer.member("is_proved_best", optimum.isExact)
    }

    private func write(
        _ key: String, _ side: EvaluatedParameters?, _ comparison: RuleReport.Comparison?, to writer: inout JSONWriter
    ) {
        writer.member(key) { writer in
            guard let side else { return writer.null() }
            writer.object { writer in
                writer.object("rates") { write(side.rates, side.grouped, to: &$0) }
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
                    writer.object(key) { writer in
                        writer.member("value", value.value)
                        writer.member("interval", value.interval)
                    }
                }
            }
        }
    }

    private func write(_ rates: ErrorRates, _ grouped: GroupedRates?, to writer: inout JSONWriter) {
        writer.members(
            of: rates, grouped, species: report.presentations.species, confidence: report.options.confidence)
    }
}

extension JSONRuleReport {
    package static var schema: JSONSchema {
        let names = JSONSchema.list(of: .words(RuleMeasurement.known.map(\.name)))
        let optimum: KeyValuePairs<String, JSONSchema> = [
            "rule": .list(of: SceneRule.comparisonSchema), "unused": names, "figure": .number.orNull,
            "least_figure": .number.orNull, "is_proved_best": .flag,
        ]
        let change = JSONSchema.object(["value": .number.orNull, "interval": .interval])
        let difference = JSONSchema.object(["bpcer": change, "apcer_worst": change]).orNull
        let comparison = JSONSchema.object([
            "class": .words(["bona_fide", "attack"]), "species": .string.orNull, "maps": .count,
            "wrong_only_rule": .count, "wrong_only_this": .count, "wrong_in_both": .count, "p_over_groups": .number,
            "p_over_maps_mcnemar": .number, "direction": Evaluation.Direction.schema,
        ])
        let server = JSONSchema.object(
            ["rates": .rates()],
            optional: [
                "answer": .words(EvaluationAnswer.Code.self), "rule_less_this": difference,
                "comparisons": .list(of: comparison),
            ]
        ).orNull
        let worth = JSONSchema.object([
            "bpcer": .number.orNull, "apcer_worst": .number.orNull, "figure": .number.orNull,
        ]).orNull
        let measurement = JSONSchema.object([
            "measurement": .words(RuleMeasurement.known.map(\.name)), "alone": worth, "without": worth,
            "rule_less_without": difference, "p_over_groups_of_real_scenes": .number.orNull,
        ])
        let choice = JSONSchema.object(
            JSONSchema.members(["measurements": names]) + JSONSchema.members(optimum)
                + JSONSchema.members(["groups": .strings, "left_out": .string.orNull]))
        let options =
            JSONSchema.objective + JSONSchema.members(["best_of_size": .count], .optional)
            + JSONSchema.members(["measurements": names]) + JSONSchema.validation
        return .object([
            "schema_version": .constant(1), "answer_code": .words(RuleTuningAnswer.Code.self), "answer": .string,
            "objective_on_new_scenes": JSONSchema.words(Advice.ObjectiveStanding.self).orNull,
            "required_groups": .requiredGroups, "too_few_groups": .shortfalls, "vocabulary": .vocabulary,
            "options": .object(options), "data": .presentations,
            "tuned": .object(JSONSchema.members(optimum) + JSONSchema.members(["rates": .rates()])),
            "expected_on_new_scenes": JSONSchema.object([
                "folds": .count, "rates": .rates(), "choices": .list(of: choice),
            ]).orNull,
            "server_present": server, "server_tuned": server, "measurements": .list(of: measurement),
        ])
    }
}
