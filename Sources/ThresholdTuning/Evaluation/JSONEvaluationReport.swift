internal import DepthAnalysis
package import Support

/// An evaluation as one JSON object.
///
///     print(JSONEvaluationReport.object(evaluation))
public enum JSONEvaluationReport {
    /// The object, without a final newline.
    public static func object(_ evaluation: SystemEvaluation) -> String { shape.text(of: evaluation) }

    package static let shape = Shape<SystemEvaluation> {
        Member("schema_version", .constant(1)) { _ in 1 }
        Member("provenance", Provenance.shape) { $0.provenance }
        Member("answer", .word, or: .null) { $0.pairs.first?.answer.code }
        Member("sentence", .text) { $0.headline + " " + $0.details }
        Member("held_out", .word) { $0.overlap.code }
        Member("confidence", .number) { $0.confidence }
        Member("decided_per", unit, or: .null) { $0.unit }
        Member("profile", .word, or: .null) { $0.systems.first { $0.parameters != nil }?.presentations.profile }
        Member("maps", .count) { $0.given.presentations.count }
        Member("groups", .count) { $0.given.presentations.groupNames.count }
        DataRemarks.shape.members { $0.remarks }
        Member("given", side) { ($0.given, $0.confidence) }
        Member("against", side, or: .null) { evaluation in evaluation.against.map { ($0, evaluation.confidence) } }
        Member("differences", differences, or: .null) { $0.pairs.first }
        Member("comparisons", .list(of: comparison)) { $0.pairs.first?.outcomes ?? [] }
        Member("shared_with_tuning_data", overlap, or: .null) { $0.overlap.code == .notKnown ? nil : $0.overlap }
        Member("systems", .list(of: side), or: .null) { evaluation in
            evaluation.systems.count < 3 ? nil : evaluation.systems.map { ($0, evaluation.confidence) }
        }
        Member("pairs", .list(of: pair), or: .null) { $0.systems.count < 3 ? nil : $0.pairs }
        Member("matrix", matrix, or: .null) { evaluation in evaluation.matrixColumn.map { ($0, evaluation.matrices) } }
    }

    private static let pair = Shape<ThresholdEvaluation> {
        Member("given", .text) { $0.given.name }
        Member("against", .text) { $0.against.name }
        Member("answer", .word) { $0.answer.code }
        Member("sentence", .text) { $0.answer.sentence }
        Member("differences", differences) { $0 }
        Member("comparisons", .list(of: comparison)) { $0.outcomes }
    }

    private static let matrix = Shape<(column: String, systems: [PartMatrix])> {
        Member("column", .text) { $0.column }
        Member("systems", .list(of: PartMatrix.shape)) { $0.systems }
    }

    private static let unit = Shape<DecisionUnit> {
        Member("column", .text) { $0.column }
        Member("rule", .word) { $0.rule }
    }

    private static let overlap = Shape<TuningOverlap> {
        Member("same_files", .texts) { $0.sameFiles }
        Member("same_names", .texts) { $0.sameNames }
        Member("same_groups", .texts) { $0.sameGroups }
        Member("groups_of_other_files", .texts) { $0.groupsOfOtherFiles }
        Member("compares_files", .flag) { $0.comparesFiles }
        Member("compares_groups", .flag) { $0.comparesGroups }
    }

    private static let differences = Shape<ThresholdEvaluation> {
        Member("bpcer", difference, or: .null) { $0.comparisons[0].difference }
        Member("apcer_worst", difference, or: .null) { $0.worstDifference }
        Member("apcer_pooled", difference, or: .null) { $0.allAttacks?.difference }
        Member("apcer_pooled_p_over_groups", .number, or: .null) { $0.allAttacks?.probabilityOverGroups }
        Member("acer_literature_usage", difference, or: .null) { $0.acerDifference }
    }
    private static let difference = Shape<RateDifference> {
        Member("value", .number) { $0.value }
        Member("interval", .interval) { $0.interval }
        Member("interval_level", .number) { $0.level }
    }

    private typealias Side = (of: EvaluatedSystem, confidence: Double)
    private static let side = Shape<Side> {
        Member("name", .text) { $0.of.name }
        Member("parameters_sha256", .hexadecimal, or: .null) { $0.of.parameters?.digest }
        Member("thresholds", AnalysisParameters.thresholds, or: .null) { $0.of.parameters }
        Member("operating_point", OperatingPoint.shape) { $0.of.operatingPoint }
        Member("bpcer", rate) { $0.of.grouped.bpcer }
        Member("apcer", .map(of: rate)) { Array(zip($0.of.presentations.species, $0.of.grouped.apcer)) }
        Member("apcer_worst", .number, or: .null) { $0.of.rates.worstAPCER }
        Member("apcer_worst_interval", .interval) { $0.of.grouped.worstAPCER }
        Member("apcer_worst_interval_level", .number, or: .null) { side in
            side.of.grouped.worstAPCER.map { _ in side.confidence }
        }
        Member("apcer_worst_species", .text, or: .null) { side in
            side.of.rates.worstSpecies.map { side.of.presentations.species[$0] }
        }
        Member("acer_literature_usage", .number, or: .null) { $0.of.rates.acer }
        Member("acer_literature_usage_interval", .interval) { $0.of.grouped.acer }
        Member("apcer_pooled", .number, or: .null) { $0.of.pooledAPCER?.rate.value }
        Member("apcer_pooled_interval", .interval) { $0.of.pooledAPCER?.interval }
        Member("apcer_pooled_interval_level", .number, or: .null) { side in
            side.of.pooledAPCER?.interval.map { _ in side.confidence }
        }
        Member("acer_pooled_literature_usage", .number, or: .null) { $0.of.pooledACER }
        Member("acer_pooled_literature_usage_interval", .interval) { $0.of.pooledACERInterval }
        Member("score", ScoreMeasures.shape) { side in
            (ScoreMeasures(side.of.scored), side.of.scoreIntervals, side.confidence)
        }
        Member("development", ThresholdTransfer.shape) { side in
            let (scored, transfer) = (side.of.scored, side.of.transfer)
            return (
                transfer.worstSpecies.map { ($0, scored, false, side.confidence) },
                transfer.pooled.map { ($0, scored, true, side.confidence) }
            )
        }
        Member("bona_fide_without_verdict", .count) { $0.of.rates.bpnrr.errors }
        Member("attacks_without_verdict", .count) { $0.of.rates.apnrr.reduce(0) { $0 + $1.errors } }
        Member("worse_than_chance", .flag) { $0.of.isWorseThanChance }
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

    private typealias Comparison = (of: PairedComparison, direction: ThresholdEvaluation.Direction, adjusted: Double)
    private static let comparison = Shape<Comparison> {
        Member("class", .words(["bona_fide", "attack"])) { $0.of.isBonaFide ? "bona_fide" : "attack" }
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
        Member("difference", difference, or: .null) { $0.of.difference }
        Member("p_over_groups", .number) { $0.of.probabilityOverGroups }
        Member("p_adjusted", .number) { $0.adjusted }
        Member("p_over_maps_mcnemar", .number) { $0.of.probabilityOverMaps }
    }
}
