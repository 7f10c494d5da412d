package import SceneRules
package import ThresholdTuning

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
    package let groupsAreGiven: Bool
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
        TuningReport.Shortfall.all(of: presentations.species, groupCounts, options)
    }
}

/// What a report on a rule comes to.
package struct RuleAnswer: Sendable, Hashable {
    /// The answer for programs.
    package enum Code: String, Sendable, CaseIterable {
        /// Some class has too few groups for even a flawless result to say enough.
        case tooLittleData = "too_little_data"
        /// No thresholds of these measurements keep the objective's limit and accept any real scene.
        case outOfReach = "objective_out_of_reach"
        /// The rule promises no fewer errors on new scenes than the server's, as it is or tuned.
        case keepServer = "keep_server"
        /// The rule promises fewer errors than both.
        case useRule = "use_rule"

        /// Why the rule is not to be used, as a clause; nil where it is advised.
        package var objection: String? {
            switch self {
            case .tooLittleData: "there is too little data"
            case .outOfReach, .keepServer: "the advice is to keep the server's rule"
            case .useRule: nil
            }
        }
    }

    package let code: Code
    /// The first says whether the rule is better than the server's.
    package let sentences: [String]
}
