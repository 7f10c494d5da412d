internal import DepthAnalysis
package import Support

/// The tuning report as one JSON object. Rates are objects with `errors`, `total`, `value` and their intervals.
///
///     print(JSONTuningReport.object(report))
public struct JSONTuningReport {
    private let report: TuningReport

    /// The object, without a final newline.
    public static func object(_ report: TuningReport) -> String {
        var writer = JSONWriter(.indented)
        writer.object { JSONTuningReport(report: report).writeMembers(to: &$0) }
        return writer.text
    }

    private init(report: TuningReport) {
        self.report = report
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.member("schema_version", 2)
        writeAdvice(to: &writer)
        writer.member(
            "vocabulary", "ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard")
        writer.object("options") { write(report.options, to: &$0) }
        writer.object("data") {
            $0.members(of: report.presentations, groups: report.groupCounts, report.remarks)
        }
        writer.object("present") { write(report.present, report.presentRules, report.presentSupport, to: &$0) }
        writer.object("tuned") { write(report.tuned.assessment, report.tunedRules, report.tunedSupport, to: &$0) }
        writer.object("equally_good") { write(report.tuned.optimum.box, to: &$0) }
        if let expected = report.expected {
            writer.object("expected_on_new_scenes") { writer in
                writer.member("folds", expected.choices.count)
                writer.object("rates") { write(expected.rates, report.expectedGrouped, to: &$0) }
                writer.objects("choices", expected.choices) { choice, writer in
                    write(choice.thresholds, to: &writer)
                    if !report.variants.isEmpty { writer.member("way", choice.variant + 1) }
                    writer.member("groups", choice.groups)
                    writer.member("left_out", choice.leftOut)
                }
            }
        } else {
            writer.member("expected_on_new_scenes") { $0.null() }
        }
        writer.objects("objectives", report.best) { best, writer in
            writer.member("objective", best.optimum.objective.name)
            writer.member("title", best.optimum.objective.title)
            if let rate = best.optimum.equalErrorRate { writer.member("d_eer", rate) }
            writer.object("thresholds") { write(best.optimum.thresholds, to: &$0) }
            writer.object("equally_good") { write(best.optimum.box, to: &$0) }
            writer.object("rates") { write(best.assessment.rates, best.assessment.grouped, to: &$0) }
        }
        SweepTable.write(SweepSummary(report), to: &writer)
    }

    private func writeAdvice(to writer: inout JSONWriter) {
        let advice = report.advice
        writer.member("advice_code", advice.code.rawValue)
        writer.member("advice", advice.text)
        writer.member("objective_on_new_scenes", advice.objective?.rawValue)
        writer.member("has_enough_data", report.hasEnoughData)
        writer.members(of: report.requiredGroups)
        writer.member("too_few_groups", report.shortfalls)
        writer.key("thresholds_not_placed")
        writer.value(.array(report.tunedSupport.filter { !$0.isPlaced }.map { .string($0.key.rawValue) }))
    }

    private func write(_ options: TuningOptions, to writer: inout JSONWriter) {
        writer.members(of: options.objective)
        writer.members(ofValidation: options)
    }

    private func write(_ thresholds: Thresholds, to writer: inout JSONWriter) {
        writer.member(AnalysisParameters.Key.varianceThreshold.rawValue, thresholds.standardDeviation)
        writer.member(AnalysisParameters.Key.layerThreshold.rawValue, thresholds.layers)
        writer.member(AnalysisParameters.Key.coherenceThreshold.rawValue, thresholds.coherence)
    }

    /// `from` and `to` are included in the interval, `below` is not; null means unbounded.
    private func write(_ box: ThresholdBox, to writer: inout JSONWriter) {
        for (key, interval) in [
            (AnalysisParameters.Key.varianceThreshold, box.standardDeviation), (.coherenceThreshold, box.coherence),
        ] {
            writer.object(key.rawValue) { writer in
                writer.member("from", interval.lower)
                writer.member("below", interval.upper)
            }
        }
        writer.object(AnalysisParameters.Key.layerThreshold.rawValue) { writer in
            writer.member("from", box.layers.lower)
            writer.member("to", box.layers.upper)
        }
    }

    private func write(
        _ assessment: TuningReport.Assessment, _ rules: [RuleInfluence], _ support: [ThresholdSupport],
        to writer: inout JSONWriter
    ) {
        writer.object("thresholds") { write(assessment.thresholds, to: &$0) }
        writer.member("parameters_sha256", assessment.parameters.digest)
        writer.object("rates") { write(assessment.rates, assessment.grouped, to: &$0) }
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
            writer.member("chosen_without_a_fold_from", support.chosen?.lowerBound)
            writer.member("chosen_without_a_fold_to", support.chosen?.upperBound)
            writer.key("doubts")
            writer.value(.array(support.doubts.map { .string($0.rawValue) }))
        }
    }

    private func write(_ rates: ErrorRates, _ grouped: GroupedRates?, to writer: inout JSONWriter) {
        writer.members(
            of: rates, grouped, species: report.presentations.species, confidence: report.options.confidence)
    }
}

extension JSONTuningReport {
    package static var schema: JSONSchema {
        let halfOpen = JSONSchema.object(["from": .number, "below": .number.orNull])
        let box = JSONSchema.object([
            AnalysisParameters.Key.varianceThreshold.rawValue: halfOpen,
            AnalysisParameters.Key.coherenceThreshold.rawValue: halfOpen,
            AnalysisParameters.Key.layerThreshold.rawValue: .object(["from": .count, "to": .count.orNull]),
        ])
        let thresholds = Thresholds.keys.map { JSONSchema.Member($0.rawValue, $0.isWhole ? .count : .number) }
        let choice = JSONSchema.object(
            thresholds + JSONSchema.members(["groups": .strings, "left_out": .string.orNull])
                + JSONSchema.members(["way": .count], .optional))
        let best = JSONSchema.object(
            [
                "objective": .string, "title": .string, "thresholds": .thresholds, "equally_good": box,
                "rates": .rates(),
            ], optional: ["d_eer": .number])
        return .object(
            JSONSchema.members([
                "schema_version": .constant(2), "advice_code": .words(Advice.Code.self), "advice": .string,
                "objective_on_new_scenes": JSONSchema.words(Advice.ObjectiveStanding.self).orNull,
                "has_enough_data": .flag, "required_groups": .requiredGroups, "too_few_groups": .shortfalls,
                "thresholds_not_placed": .list(of: .words(Thresholds.keys.map(\.rawValue))),
                "vocabulary": .vocabulary,
                "options": .object(JSONSchema.objective + JSONSchema.validation),
                "data": .presentations, "present": side, "tuned": side, "equally_good": box,
                "expected_on_new_scenes": JSONSchema.object([
                    "folds": .count, "rates": .rates(), "choices": .list(of: choice),
                ]).orNull,
                "objectives": .list(of: best),
            ]) + SweepTable.members)
    }

    private static var side: JSONSchema {
        let support = ["may_move_to", "may_move_below"].map { end in
            JSONSchema.object([
                "threshold": .words(Thresholds.keys.map(\.rawValue)), "maps_near": .count, "may_move_from": .number,
                end: .number.orNull, "chosen_without_a_fold_from": .number.orNull,
                "chosen_without_a_fold_to": .number.orNull, "doubts": .list(of: .words(ThresholdSupport.Doubt.self)),
            ])
        }
        let rule = JSONSchema.object([
            "rule": .verdictRule, "rejected": .count, "rejected_alone": .count,
            "inert_on_any_map_because": .string.orNull,
        ])
        return .object([
            "thresholds": .thresholds, "parameters_sha256": .hexadecimal, "rates": .rates(), "rules": .list(of: rule),
            "support": .list(of: .anyOf(support)),
        ])
    }
}
