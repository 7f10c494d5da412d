internal import DepthAnalysis
package import Support

/// An evaluation as one JSON object.
///
///     print(JSONEvaluationReport.object(evaluation))
public enum JSONEvaluationReport {
    /// The object, without a final newline.
    public static func object(_ evaluation: ThresholdEvaluation) -> String { shape.text(of: evaluation) }

    package static let shape = Shape<ThresholdEvaluation> {
        Member("schema_version", .constant(1)) { _ in 1 }
        Member("answer", .word) { $0.answer.code }
        Member("sentence", .text) { $0.answer.sentence }
        Member("confidence", .number) { $0.confidence }
        Member("decided_per", unit, or: .null) { $0.unit }
        Member("profile", .word) { $0.given.presentations.profile }
        Member("maps", .count) { $0.given.presentations.count }
        Member("groups", .count) { $0.given.presentations.groupNames.count }
        DataRemarks.shape.members { $0.remarks }
        Member("given", side) { ($0.given, $0.rates.map { ($0.key, $0.given) }, $0.confidence) }
        Member("against", side) { ($0.against, $0.rates.map { ($0.key, $0.against) }, $0.confidence) }
        Member("comparisons", .list(of: comparison)) { Array(zip($0.comparisons, $0.directions)) }
        Member("shared_with_tuning_data", overlap, or: .null) { $0.overlap }
    }

    private static let unit = Shape<DecisionUnit> {
        Member("column", .text) { $0.column }
        Member("rule", .word) { $0.rule }
    }

    private static let overlap = Shape<TuningOverlap> {
        Member("same_files", .texts) { $0.sameFiles }
        Member("same_names", .texts) { $0.sameNames }
        Member("same_groups", .texts) { $0.sameGroups }
    }

    private typealias Side = (of: EvaluatedParameters, rates: [(key: String, value: GroupedRate)], confidence: Double)
    private static let side = Shape<Side> {
        Member("name", .text) { $0.of.name }
        Member("parameters_sha256", .hexadecimal) { $0.of.parameters.digest }
        Member("thresholds", AnalysisParameters.thresholds) { $0.of.parameters }
        Member("bpcer", rate) { $0.rates[0].value }
        Member("apcer", .map(of: rate)) { Array($0.rates.dropFirst()) }
        Member("apcer_worst", .number, or: .null) { $0.of.rates.worstAPCER }
        Member("apcer_worst_interval", .interval) { $0.of.grouped.worstAPCER }
        Member("apcer_worst_interval_level", .number, or: .null) { side in
            side.of.grouped.worstAPCER.map { _ in side.confidence }
        }
        Member("apcer_worst_species", .text, or: .null) { side in
            side.of.rates.worstSpecies.map { side.of.presentations.species[$0] }
        }
        Member("acer_literature_usage", .number, or: .null) { $0.of.rates.acer }
        Member("apcer_pooled", .number, or: .null) { $0.of.pooledAPCER?.rate.value }
        Member("apcer_pooled_interval", .interval) { $0.of.pooledAPCER?.interval }
        Member("apcer_pooled_interval_level", .number, or: .null) { side in
            side.of.pooledAPCER?.interval.map { _ in side.confidence }
        }
        Member("acer_pooled_literature_usage", .number, or: .null) { $0.of.pooledACER }
        Member("score", ScoreMeasures.shape) { ScoreMeasures($0.of.scored) }
        Member("development", ThresholdTransfer.shape) { $0.of.transfer }
        Member("bona_fide_without_verdict", .count) { $0.of.rates.bpnrr.errors }
        Member("attacks_without_verdict", .count) { $0.of.rates.apnrr.reduce(0) { $0 + $1.errors } }
    }
    private static let rate = Shape<GroupedRate> {
        Member("errors", .count) { $0.rate.errors }
        Member("total", .count) { $0.rate.total }
        Member("value", .number, or: .null) { $0.rate.value }
        Member("interval", .interval) { $0.interval }
        Member("interval_level", .number, or: .null) { rate in rate.interval.map { _ in rate.level } }
        Member("groups", .count) { $0.groups }
        Member("groups_with_errors", .count) { $0.groupsWithErrors }
    }

    private static let comparison = Shape<(of: PairedComparison, direction: ThresholdEvaluation.Direction)> {
        Member("class", .words(["bona_fide", "attack"])) { $0.of.species == nil ? "bona_fide" : "attack" }
        Member("species", .text, or: .null) { $0.of.species }
        Member("direction", .words([ThresholdEvaluation.Direction.fewer, .more, .notToldApart].map(\.rawValue))) {
            $0.direction.rawValue
        }
        Member("maps", .count) { $0.of.mapCount }
        Member("pairs", .count) { $0.of.pairCount }
        Member("verdict_only_given", .count) { $0.of.verdictOnlyGiven }
        Member("verdict_only_against", .count) { $0.of.verdictOnlyAgainst }
        Member("wrong_in_both", .count) { $0.of.wrongInBoth }
        Member("wrong_only_given", .count) { $0.of.wrongOnlyGiven }
        Member("wrong_only_against", .count) { $0.of.wrongOnlyAgainst }
        Member("groups_with_fewer_errors", .count) { $0.of.groupsWithFewer }
        Member("groups_with_more_errors", .count) { $0.of.groupsWithMore }
        Member("groups_alike", .count) { $0.of.groupsAlike }
        Member("p_over_groups", .number) { $0.of.probabilityOverGroups }
        Member("p_over_maps_mcnemar", .number) { $0.of.probabilityOverMaps }
    }
}
