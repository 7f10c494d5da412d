package import PlanarityMeasurements

/// The complete result of tuning a rule, which the reports serialise.
///
///     print(report.answer.sentences[0], report.tuned.rule.fileText)
package struct RuleReport: Sendable {
    /// A comparison of the rule with other decisions, both on maps that they were not tuned on.
    package struct Comparison: Sendable {
        /// The tests over groups and over maps, for bona fide maps and each species.
        package let evaluation: Evaluation
        /// The rates of the rule minus those of the other decisions.
        package let difference: PairedDifference
    }

    /// The contribution of one measurement to the rule.
    package struct Contribution: Sendable {
        package let measurement: RuleMeasurement
        /// A rule with only this measurement; nil if the rule has no other.
        package let alone: RuleValidation?
        /// A rule with all other measurements; nil if there are none.
        package let without: RuleValidation?
        /// The rates of the full rule minus those of the rule without the measurement.
        package let gain: PairedDifference?
        /// The p-value of the permutation test over groups for this difference, on bona fide maps.
        package let probability: Double?
    }

    package let options: TuningOptions
    package let choice: MeasurementChoice
    /// All measurements available to the rule.
    package let measurements: [RuleMeasurement]
    package let presentations: Presentations
    package let remarks: DataRemarks
    /// The measurements of the rule: the named ones, or the best selection.
    package let chosen: [RuleMeasurement]
    /// The best rule of these measurements over all data.
    package let tuned: RuleOptimum
    /// The rates of that rule on the data it was chosen on.
    package let atHand: ErrorRates
    package let atHandGrouped: GroupedRates
    /// The reason why there is no validation.
    package let foldObstacle: FoldObstacle?
    /// Nil if folds cannot be formed.
    package let validation: RuleValidation?
    package let validationGrouped: GroupedRates?
    /// The server's rule with its present thresholds.
    package let present: EvaluatedParameters
    /// The server's rule with thresholds tuned without each fold.
    package let retuned: EvaluatedParameters?
    package let againstPresent: Comparison?
    package let againstRetuned: Comparison?
    package let contributions: [Contribution]

    var groupCounts: (bonaFide: Int, species: [Int]) {
        (present.grouped.bpcer.groups, present.grouped.apcer.map(\.groups))
    }

    /// The tuned rule with what its thresholds depend on, as it is written to a file.
    ///
    /// - Parameter provenance: how the maps were measured.
    package func rule(measuredBy provenance: MeasuringProvenance?) -> SceneRule {
        let rule = tuned.rule
        return SceneRule(
            rule.comparisons, profile: presentations.profile, measuringDigest: provenance?.measuringDigest,
            candidatesVersion: rule.needsCandidates ? provenance?.candidatesVersion : nil)
    }

    /// Classes with too few groups for any advice.
    package var shortfalls: [TuningReport.Shortfall] {
        TuningReport.Shortfall.all(of: presentations.species, present.grouped, requiredGroups)
    }

    package var requiredGroups: RequiredGroups {
        RequiredGroups(options.objective, confidence: options.confidence)
    }

    /// The limit on new scenes; nil if the objective has none or nothing is known about new scenes.
    var limitOnNewScenes: LimitOnNewScenes? {
        guard let validation, let validationGrouped else { return nil }
        return LimitOnNewScenes(
            options.objective, validation.rates, validationGrouped, species: presentations.species,
            confidence: options.confidence)
    }
}

package struct RuleTuningAnswer: Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// The folds that leave out a species, or a value of a column, cannot be formed.
        case cannotLeaveOut = "cannot_leave_out"
        /// Some class has too few groups for even an error-free result to be conclusive, or the limit of the
        /// objective is probably met on new scenes but not shown to be.
        case tooLittleData = "too_little_data"
        /// The rule is expected to exceed the limit of the objective on new scenes.
        case objectiveMissed = "objective_missed"
        /// No thresholds of these measurements meet the limit of the objective and accept any bona fide map.
        case outOfReach = "objective_out_of_reach"
        /// The rule is not expected to make fewer errors on new scenes than the server's, present or tuned.
        case keepServer = "keep_server"
        /// The rule is expected to make fewer errors than both, and is shown to meet any limit.
        case useRule = "use_rule"

        /// The reason not to use the rule, as a clause; nil if its use is advised.
        package var objection: String? {
            switch self {
            case .cannotLeaveOut: "the requested folds cannot be formed"
            case .tooLittleData: "there is too little data"
            case .objectiveMissed: "the objective is missed on new scenes"
            case .outOfReach, .keepServer: "the advice is to keep the server's rule"
            case .useRule: nil
            }
        }
    }

    package let code: Code
    /// The first sentence states whether the rule is better than the server's.
    package let sentences: [String]
}
