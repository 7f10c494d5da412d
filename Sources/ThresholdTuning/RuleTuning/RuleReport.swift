package import PlanarityMeasurements

/// Everything that tuning a rule found: one record that the reports serialise.
///
///     print(report.answer.sentences[0], report.tuned.rule.fileText)
package struct RuleReport: Sendable {
    /// How the rule compares with another way of deciding, both on maps that it was not chosen on.
    package struct Comparison: Sendable {
        /// The tests: over groups and over maps, of real scenes and each species.
        package let evaluation: Evaluation
        /// The rates of the rule less those of the other.
        package let difference: PairedDifference
    }

    /// What one measurement of the rule is worth.
    package struct Contribution: Sendable {
        package let measurement: RuleMeasurement
        /// A rule of it alone; nil where the rule has no other.
        package let alone: RuleValidation?
        /// A rule of all others; nil where there are none.
        package let without: RuleValidation?
        /// The rates of the whole rule less those of the rule without it.
        package let gain: PairedDifference?
        /// The permutation test over groups of the same, for real scenes.
        package let probability: Double?
    }

    package let options: TuningOptions
    package let choice: MeasurementChoice
    /// All measurements that the rule could be made of.
    package let measurements: [RuleMeasurement]
    package let presentations: Presentations
    package let remarks: DataRemarks
    /// The measurements of the rule: those named, or the best of all.
    package let chosen: [RuleMeasurement]
    /// The best rule of them on all the data.
    package let tuned: RuleOptimum
    /// The rates of that on the data it was chosen on.
    package let atHand: ErrorRates
    package let atHandGrouped: GroupedRates
    /// Nil with fewer than two groups of real scenes or of attacks.
    package let validation: RuleValidation?
    package let validationGrouped: GroupedRates?
    /// The server's rule with its present thresholds.
    package let present: JudgedParameters
    /// The same with thresholds tuned without each fold.
    package let retuned: JudgedParameters?
    package let againstPresent: Comparison?
    package let againstRetuned: Comparison?
    package let contributions: [Contribution]

    /// Groups with a verdict.
    var groupCounts: (bonaFide: Int, species: [Int]) {
        (present.grouped.bpcer.groups, present.grouped.apcer.map(\.groups))
    }

    /// Classes with too few groups to advise anything.
    package var shortfalls: [TuningReport.Shortfall] {
        TuningReport.Shortfall.all(of: presentations.species, present.grouped, requiredGroups)
    }

    /// The groups that even a flawless result needs.
    package var requiredGroups: RequiredGroups {
        RequiredGroups(
            options.objective, speciesCount: present.grouped.judgedSpeciesCount, confidence: options.confidence)
    }

    /// Nil for an objective without a limit, and where nothing can be said of new scenes.
    var limitOnNewScenes: LimitOnNewScenes? {
        guard let validation, let validationGrouped else { return nil }
        return LimitOnNewScenes(
            options.objective, validation.rates, validationGrouped, species: presentations.species,
            confidence: options.confidence)
    }
}

/// What a report on a rule comes to.
package struct RuleTuningAnswer: Sendable, Hashable {
    /// The answer for programs.
    package enum Code: String, Sendable, CaseIterable {
        /// Some class has too few groups for even a flawless result to say enough, or the objective's limit is kept on
        /// new scenes as far as can be seen, and not shown to be.
        case tooLittleData = "too_little_data"
        /// The rule is expected to break the objective's limit on new scenes.
        case objectiveMissed = "objective_missed"
        /// No thresholds of these measurements keep the objective's limit and accept any real scene.
        case outOfReach = "objective_out_of_reach"
        /// The rule promises no fewer errors on new scenes than the server's, as it is or tuned.
        case keepServer = "keep_server"
        /// The rule promises fewer errors than both, and is shown to keep the limit if there is one.
        case useRule = "use_rule"

        /// Why the rule is not to be used, as a clause; nil where it is advised.
        package var objection: String? {
            switch self {
            case .tooLittleData: "there is too little data"
            case .objectiveMissed: "the objective is missed on new scenes"
            case .outOfReach, .keepServer: "the advice is to keep the server's rule"
            case .useRule: nil
            }
        }
    }

    package let code: Code
    /// The first says whether the rule is better than the server's.
    package let sentences: [String]
}
