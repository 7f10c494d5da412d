internal import DepthAnalysis
package import Support

/// The tuning report as one JSON object. Rates are objects with `errors`, `total`, `value` and their intervals.
///
///     print(JSONTuningReport.object(report))
public enum JSONTuningReport {
    /// The object, without a final newline.
    public static func object(_ report: TuningReport) -> String { shape.text(of: report) }

    package static let shape = Shape<TuningReport> {
        Member("schema_version", .constant(2)) { _ in 2 }
        Member("provenance", Provenance.shape) { $0.provenance }
        Member("advice_code", .word) { $0.advice.code }
        Member("advice", .text) { $0.advice.text }
        Member("objective_on_new_scenes", .word, or: .null) { $0.advice.objective }
        Member("has_enough_data", .flag) { $0.hasEnoughData }
        Member("required_groups", RequiredGroups.shape) { $0.requiredGroups }
        Member("too_few_groups", .list(of: shortfall)) { $0.shortfalls }
        Member("thresholds_not_placed", .list(of: .words(VerdictThresholds.keys.map(\.rawValue)))) {
            $0.tunedSupport.filter { !$0.isPlaced }.map(\.key.rawValue)
        }
        Member("vocabulary", .text) { _ in
            "ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by the standard"
        }
        Member("options", options) { $0.options }
        Member("data", data) { $0 }
        Member("present", side) { ($0.present, $0.presentRules, $0.presentSupport, $0) }
        Member("tuned", side) { ($0.tuned.assessment, $0.tunedRules, $0.tunedSupport, $0) }
        Member("equally_good", box) { $0.tuned.optimum.box }
        Member("expected_on_new_scenes", expected, or: .null) { report in
            guard let expected = report.expected, let grouped = report.expectedGrouped else { return nil }
            return (expected, report.rates(expected.rates, grouped), !report.variants.isEmpty, report.spread)
        }
        Member("objectives", .list(of: best)) { report in report.best.map { ($0, report) } }
        SweepTable.members { SweepSummary($0) }
    }

    private static let shortfall = Shape<TuningReport.Shortfall> {
        Member("species", .text, or: .null) { $0.species }
        Member("groups", .count) { $0.groups }
        Member("effective_groups", .number) { $0.effectiveGroups }
        Member("needed", .count) { $0.needed }
    }

    static let options = Shape<TuningOptions> {
        Member("objective", .text) { $0.objective.name }
        Member("objective_title", .text) { $0.objective.title }
        Member("max_apcer", .number, or: .absent) { $0.objective.maximumAPCER }
        Member("max_bpcer", .number, or: .absent) { $0.objective.maximumBPCER }
        Member("cost_apcer", .number, or: .absent) { $0.objective.costs?.apcer }
        Member("cost_bpcer", .number, or: .absent) { $0.objective.costs?.bpcer }
        Member("prior", .number, or: .absent) { $0.objective.costs?.prior }
        Member("replicates", .count) { $0.replicates }
        Member("seed", .text) { $0.seed.description }
        Member("confidence", .number) { $0.confidence }
        Member("folds", .count) { $0.folds }
        Member("repeats", .count) { $0.repeats }
        Member("left_out", .word) { $0.leftOut.kind }
        Member("left_out_column", .text, or: .null) { $0.leftOut.column }
    }

    private static let data = Shape<TuningReport> {
        Member("profile", .word) { $0.presentations.profile }
        Member("maps", .count) { $0.presentations.count }
        Member("groups", .count) { $0.presentations.groupNames.count }
        Member("bona_fide_groups", .count) { $0.groupCounts.bonaFide }
        Member("attack_groups", .map(of: .count)) { Array(zip($0.presentations.species, $0.groupCounts.species)) }
        DataRemarks.shape.members { $0.remarks }
    }

    /// `from` and `to` are included in the interval, `below` is not; null means unbounded.
    private static let box = Shape<ThresholdBox> {
        Member(AnalysisParameters.Key.varianceThreshold.rawValue, halfOpen) { $0.standardDeviation }
        Member(AnalysisParameters.Key.coherenceThreshold.rawValue, halfOpen) { $0.coherence }
        Member(AnalysisParameters.Key.layerThreshold.rawValue, wholeNumbers) { $0.layers }
    }
    private static let halfOpen = Shape<ThresholdBox.HalfOpen> {
        Member("from", .number) { $0.lower }
        Member("below", .number, or: .null) { $0.upper }
    }
    private static let wholeNumbers = Shape<ThresholdBox.WholeNumbers> {
        Member("from", .count) { $0.lower }
        Member("to", .count, or: .null) { $0.upper }
    }

    private typealias Side = (
        assessment: TuningReport.Assessment, rules: [RuleInfluence], support: [ThresholdSupport], report: TuningReport
    )
    private static let side = Shape<Side> {
        Member("thresholds", VerdictThresholds.shape) { $0.assessment.thresholds }
        Member("parameters_sha256", .hexadecimal) { $0.assessment.parameters.digest }
        Member("rates", ReportedRates.shape) { $0.report.rates($0.assessment.rates, $0.assessment.grouped) }
        Member("worse_than_chance", .flag) { $0.assessment.isWorseThanChance }
        Member("rules", .list(of: rule)) { $0.rules }
        Member(
            "support",
            .list(
                of: Shape(anyOf: [
                    support(to: "may_move_to").when { $0.key == .layerThreshold ? $0 : nil },
                    support(to: "may_move_below").when { $0 },
                ]))
        ) { $0.support }
    }
    private static let rule = Shape<RuleInfluence> {
        // The reasons of the verdict, each of which is one rule.
        Member(
            "rule",
            .words(
                SceneAnalysis.Check.allCases.compactMap(\.reason).map(\.rawValue).reduce(into: []) {
                    if !$0.contains($1) { $0.append($1) }
                })
        ) { $0.rule.rawValue }
        Member("rejected", .count) { $0.rejected }
        Member("rejected_alone", .count) { $0.rejectedAlone }
        Member("inert_on_any_map_because", .text, or: .null) { $0.proof }
    }
    private static func support(to end: String) -> Shape<ThresholdSupport> {
        Shape {
            Member("threshold", .words(VerdictThresholds.keys.map(\.rawValue))) { $0.key.rawValue }
            Member("maps_near", .count) { $0.near }
            Member("may_move_from", .number) { $0.lower }
            Member(end, .number, or: .null) { $0.upper }
            Member("chosen_without_a_fold_from", .number, or: .null) { $0.chosen?.lowerBound }
            Member("chosen_without_a_fold_to", .number, or: .null) { $0.chosen?.upperBound }
            Member("doubts", .list(of: .word)) { $0.doubts }
        }
    }

    private typealias Expected = (
        validation: CrossValidation, rates: ReportedRates, hasWays: Bool, spread: ValidationSpread?
    )
    private static let expected = Shape<Expected> {
        Member("folds", .count) { $0.validation.choices.count }
        Member("rates", ReportedRates.shape) { $0.rates }
        Member("repeats", ValidationSpread.shape, or: .null) { $0.spread }
        Member("choices", .list(of: choice)) { expected in
            expected.validation.choices.map { ($0, expected.hasWays ? $0.variant + 1 : nil) }
        }
    }
    private static let choice = Shape<(choice: CrossValidation.Choice, way: Int?)> {
        VerdictThresholds.shape.members { $0.choice.thresholds }
        Member("way", .count, or: .absent) { $0.way }.listedLast
        Member("groups", .texts) { $0.choice.groups }
        Member("left_out", .text, or: .null) { $0.choice.leftOut }
    }

    private static let best = Shape<(best: TuningReport.Best, report: TuningReport)> {
        Member("objective", .text) { $0.best.optimum.objective.name }
        Member("title", .text) { $0.best.optimum.objective.title }
        Member("d_eer", .number, or: .absent) { $0.best.optimum.equalErrorRate }.listedLast
        Member("thresholds", VerdictThresholds.shape) { $0.best.optimum.thresholds }
        Member("equally_good", box) { $0.best.optimum.box }
        Member("rates", ReportedRates.shape) {
            $0.report.rates($0.best.assessment.rates, $0.best.assessment.grouped)
        }
    }
}

extension TuningReport {
    fileprivate func rates(_ rates: ErrorRates, _ grouped: GroupedRates) -> ReportedRates {
        ReportedRates(
            rates: rates, grouped: grouped, species: presentations.species, confidence: options.confidence)
    }
}
