public import DepthAnalysis

/// One way of measuring, and what it measured: the same presentations in the same order for every way.
public struct TuningVariant: Sendable {
    /// All parameters of the way; its thresholds are where tuning starts.
    public let parameters: AnalysisParameters
    /// What was measured so.
    public let presentations: Presentations

    /// Puts parameters and measurements together.
    public init(parameters: AnalysisParameters, presentations: Presentations) {
        self.parameters = parameters
        self.presentations = presentations
    }
}

/// The error rates to expect on new scenes: every presentation is judged by thresholds, and by a way of measuring, that
/// were chosen without its group.
///
/// Nested: where there are several ways of measuring, the choice among them is made within each training part by a
/// cross-validation of its own, so that its optimism does not reach the estimate either.
///
/// Source: Varma and Simon, BMC Bioinformatics 7:91 (2006), on bias in error estimation when selecting models.
public struct CrossValidation: Sendable {
    /// The thresholds chosen without each fold, and the variant they belong to.
    public struct Choice: Sendable {
        /// The index of the way of measuring in the list of variants.
        public let variant: Int
        /// Its tuned thresholds.
        public let thresholds: Thresholds
    }

    /// Whether each presentation was accepted by the thresholds chosen without its group.
    public let accepted: [Bool]
    /// The rates of these decisions.
    public let rates: ErrorRates
    /// What was chosen without each fold.
    public let choices: [Choice]

    /// Validates.
    ///
    /// Nil if there are fewer than two groups of real scenes or of attacks.
    ///
    /// - Parameters:
    ///   - variants: at least one.
    ///   - objective: what is tuned for.
    ///   - method: how.
    ///   - folds: the most folds, at least 2.
    ///   - seed: deals the groups.
    public init?(
        _ variants: [TuningVariant], objective: Objective, method: SearchMethod, folds: Int, seed: UInt64
    ) {
        // Groups and classes are the same in every variant.
        let presentations = variants[0].presentations
        guard let dealt = GroupFolds(presentations, most: folds, seed: seed) else { return nil }
        var accepted = Array(repeating: false, count: presentations.count)
        var responded = presentations.responded
        var choices: [Choice] = []
        for (number, fold) in dealt.folds.enumerated() {
            let training = dealt.training(without: number)
            let parts = variants.map {
                TuningVariant(parameters: $0.parameters, presentations: $0.presentations.subset(training))
            }
            let chosen = Self.bestVariant(
                parts, objective: objective, method: method, folds: folds, seed: seed &+ 1 &+ UInt64(number))
            let optimum = parts[chosen].presentations.optimum(
                objective, parameters: parts[chosen].parameters, method: method)
            choices.append(Choice(variant: chosen, thresholds: optimum.thresholds))
            let judged = variants[chosen].presentations.subset(fold)
            let decisions = judged.accepted(optimum.thresholds.applied(to: variants[chosen].parameters))
            for (place, index) in fold.enumerated() {
                accepted[index] = decisions[place]
                responded[index] = judged.responded[place]
            }
        }
        self.accepted = accepted
        self.choices = choices
        rates = ErrorRates(presentations.withResponses(responded), accepted: accepted)
    }

    /// The variant with the least ACER in a cross-validation over these presentations; the first if that cannot be
    /// made.
    ///
    /// The ACER, whatever the objective: a limit on APCER that holds where thresholds were chosen holds only about
    /// elsewhere, so comparing BPCER alone would favour whoever breaks it most.
    static func bestVariant(
        _ variants: [TuningVariant], objective: Objective, method: SearchMethod, folds: Int, seed: UInt64
    ) -> Int {
        guard variants.count > 1 else { return 0 }
        let values = variants.map { variant in
            CrossValidation([variant], objective: objective, method: method, folds: folds, seed: seed)?.rates.acer ?? 1
        }
        return values.indices.min { values[$0] < values[$1] } ?? 0
    }
}

extension Presentations {
    /// The same presentations with other responses, as another way of measuring may have.
    func withResponses(_ responded: [Bool]) -> Presentations {
        Presentations(
            profile: profile, species: species, groupNames: groupNames, classes: classes, groups: groups,
            responded: responded, standardDeviations: standardDeviations, layerCounts: layerCounts,
            coherences: coherences, screens: screens)
    }
}
