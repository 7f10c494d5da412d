internal import DepthAnalysis
package import Support

/// An evaluation as one JSON object.
///
///     print(JSONEvaluationReport.object(evaluation))
public enum JSONEvaluationReport {
    /// The object, without a final newline.
    public static func object(_ evaluation: Evaluation) -> String {
        var writer = JSONWriter(.indented)
        writer.object { write(evaluation, to: &$0) }
        return writer.text
    }

    private static func write(_ evaluation: Evaluation, to writer: inout JSONWriter) {
        let answer = evaluation.answer
        let presentations = evaluation.given.presentations
        writer.member("schema_version", 1)
        writer.member("answer", answer.code.rawValue)
        writer.member("sentence", answer.sentence)
        writer.member("confidence", evaluation.confidence)
        writer.member("decided_per") { writer in
            guard let unit = evaluation.unit else { return writer.null() }
            writer.object { writer in
                writer.member("column", unit.column)
                writer.member("rule", unit.rule.rawValue)
            }
        }
        writer.member("profile", presentations.profile.rawValue)
        writer.member("maps", presentations.count)
        writer.member("groups", presentations.groupNames.count)
        evaluation.remarks.writeMembers(to: &writer)
        let (rates, confidence) = (evaluation.rates, evaluation.confidence)
        writer.object("given") { write(evaluation.given, rates.map { ($0.key, $0.given) }, confidence, to: &$0) }
        writer.object("against") { write(evaluation.against, rates.map { ($0.key, $0.against) }, confidence, to: &$0) }
        writer.objects("comparisons", Array(zip(evaluation.comparisons, evaluation.directions))) { pair, writer in
            write(pair.0, pair.1, to: &writer)
        }
        writer.key("shared_with_tuning_data")
        guard let overlap = evaluation.overlap else { return writer.null() }
        writer.object { writer in
            writer.member("same_files", overlap.sameFiles)
            writer.member("same_names", overlap.sameNames)
            writer.member("same_groups", overlap.sameGroups)
        }
    }

    private static func write(
        _ side: EvaluatedParameters, _ rates: [(key: String, rate: GroupedRate)], _ confidence: Double,
        to writer: inout JSONWriter
    ) {
        writer.member("name", side.name)
        writer.member("parameters_sha256", side.parameters.digest)
        writer.object("thresholds") { writer in
            for key in Thresholds.keys { writer.member(key.rawValue) { $0.number(side.parameters[key].text) } }
        }
        func write(_ rate: GroupedRate, _ writer: inout JSONWriter) {
            writer.member("errors", rate.rate.errors)
            writer.member("total", rate.rate.total)
            writer.member("value", rate.rate.value)
            writer.member("interval", rate.interval)
            writer.member("interval_level", rate.interval.map { _ in rate.level })
            writer.member("groups", rate.groups)
            writer.member("groups_with_errors", rate.groupsWithErrors)
        }
        writer.object("bpcer") { write(rates[0].rate, &$0) }
        writer.object("apcer") { writer in
            for species in rates.dropFirst() { writer.object(species.key) { write(species.rate, &$0) } }
        }
        writer.member("apcer_worst", side.rates.worstAPCER)
        writer.member("apcer_worst_interval", side.grouped.worstAPCER)
        writer.member("apcer_worst_interval_level", side.grouped.worstAPCER.map { _ in confidence })
        writer.member("apcer_worst_species", side.rates.worstSpecies.map { side.presentations.species[$0] })
        writer.member("acer_literature_usage", side.rates.acer)
        writer.member("apcer_pooled", side.pooledAPCER?.rate.value)
        writer.member("apcer_pooled_interval", side.pooledAPCER?.interval)
        writer.member("apcer_pooled_interval_level", side.pooledAPCER?.interval.map { _ in confidence })
        writer.member("acer_pooled_literature_usage", side.pooledACER)
        writer.object("score") { $0.members(of: ScoreMeasures(side.scored)) }
        writer.object("development") { $0.members(of: side.transfer) }
        writer.member("bona_fide_without_verdict", side.rates.bpnrr.errors)
        writer.member("attacks_without_verdict", side.rates.apnrr.reduce(0) { $0 + $1.errors })
    }

    private static func write(
        _ comparison: PairedComparison, _ direction: Evaluation.Direction, to writer: inout JSONWriter
    ) {
        writer.member("class", comparison.species == nil ? "bona_fide" : "attack")
        writer.member("species", comparison.species)
        writer.member("direction", direction.rawValue)
        writer.member("maps", comparison.mapCount)
        writer.member("pairs", comparison.pairCount)
        writer.member("verdict_only_given", comparison.verdictOnlyGiven)
        writer.member("verdict_only_against", comparison.verdictOnlyAgainst)
        writer.member("wrong_in_both", comparison.wrongInBoth)
        writer.member("wrong_only_given", comparison.wrongOnlyGiven)
        writer.member("wrong_only_against", comparison.wrongOnlyAgainst)
        writer.member("groups_with_fewer_errors", comparison.groupsWithFewer)
        writer.member("groups_with_more_errors", comparison.groupsWithMore)
        writer.member("groups_alike", comparison.groupsAlike)
        writer.member("p_over_groups", comparison.probabilityOverGroups)
        writer.member("p_over_maps_mcnemar", comparison.probabilityOverMaps)
    }
}

extension JSONEvaluationReport {
    package static var schema: JSONSchema {
        let rate = JSONSchema.object([
            "errors": .count, "total": .count, "value": .number.orNull, "interval": .interval,
            "interval_level": .number.orNull, "groups": .count, "groups_with_errors": .count,
        ])
        let side = JSONSchema.object([
            "name": .string, "parameters_sha256": .hexadecimal, "thresholds": .thresholds, "bpcer": rate,
            "apcer": .map(of: rate), "apcer_worst": .number.orNull, "apcer_worst_interval": .interval,
            "apcer_worst_interval_level": .number.orNull, "apcer_worst_species": .string.orNull,
            "acer_literature_usage": .number.orNull, "apcer_pooled": .number.orNull, "apcer_pooled_interval": .interval,
            "apcer_pooled_interval_level": .number.orNull, "acer_pooled_literature_usage": .number.orNull,
            "score": ScoreMeasures.schema, "development": ThresholdTransfer.schema,
            "bona_fide_without_verdict": .count, "attacks_without_verdict": .count,
        ])
        let comparison = JSONSchema.object([
            "class": .words(["bona_fide", "attack"]), "species": .string.orNull,
            "direction": Evaluation.Direction.schema, "maps": .count, "pairs": .count, "verdict_only_given": .count,
            "verdict_only_against": .count, "wrong_in_both": .count, "wrong_only_given": .count,
            "wrong_only_against": .count, "groups_with_fewer_errors": .count, "groups_with_more_errors": .count,
            "groups_alike": .count, "p_over_groups": .number, "p_over_maps_mcnemar": .number,
        ])
        return .object(
            JSONSchema.members([
                "schema_version": .constant(1), "answer": .words(EvaluationAnswer.Code.self), "sentence": .string,
                "confidence": .number,
                "decided_per": JSONSchema.object(["column": .string, "rule": .words(DecisionUnit.Rule.self)]).orNull,
                "profile": .words(AnalysisProfile.self), "maps": .count, "groups": .count,
            ]) + DataRemarks.members
                + JSONSchema.members([
                    "given": side, "against": side, "comparisons": .list(of: comparison),
                    "shared_with_tuning_data": JSONSchema.object([
                        "same_files": .strings, "same_names": .strings, "same_groups": .strings,
                    ]).orNull,
                ]))
    }
}

extension Evaluation.Direction {
    static var schema: JSONSchema { .words([Self.fewer, .more, .notToldApart].map(\.rawValue)) }
}
