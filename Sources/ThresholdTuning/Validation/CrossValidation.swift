public import DepthAnalysis
internal import Support

/// One way of measuring, and what it measured: the same presentations in the same order for every way.
///
///     let present = TuningVariant(parameters: .standard, presentations: presentations)
public struct TuningVariant: Sendable {
    /// How a way came to be tried.
    public enum Origin: Sendable, Hashable {
        /// It is the present one, and none of the values asked for.
        case present
        /// By the values asked for, of which every one meets every other.
        case grid
        /// By refining around the best way of all before, in a round counted from 1.
        case refinement(round: Int)
    }

    /// All parameters of the way; its thresholds are where tuning starts.
    public let parameters: AnalysisParameters
    /// What was measured so.
    public let presentations: Presentations
    /// How it came to be tried.
    public let origin: Origin

    /// Puts parameters and measurements together.
    public init(parameters: AnalysisParameters, presentations: Presentations, origin: Origin = .grid) {
        self.parameters = parameters
        self.presentations = presentations
        self.origin = origin
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
        /// The names of the groups they were chosen without and judged on.
        public let groups: [String]
    }

    /// Whether each presentation was accepted by the thresholds chosen without its group.
    public let accepted: [Bool]
    /// The rates of these decisions.
    public let rates: ErrorRates
    /// What was chosen without each fold.
    public let choices: [Choice]
    /// The presentations as they were judged: with a verdict or without one in the way of measuring chosen.
    private let judged: Presentations

    /// Validates at least one variant.
    ///
    /// Nil if there are fewer than two groups of real scenes or of attacks.
    package init?(_ variants: [TuningVariant], _ options: TuningOptions) {
        // Groups and classes are the same in every variant.
        var judged = variants[0].presentations
        guard let dealt = GroupFolds(judged, most: options.folds, seed: options.seed) else { return nil }
        var accepted = Array(repeating: false, count: judged.count)
        var choices: [Choice] = []
        for (number, fold) in dealt.folds.enumerated() {
            let training = dealt.training(without: number)
            let parts = variants.map {
                TuningVariant(parameters: $0.parameters, presentations: $0.presentations.subset(training))
            }
            var inner = options
            inner.seed = options.seed &+ 1 &+ UInt64(number)
            let chosen = Self.bestVariant(parts, inner)
            let optimum = parts[chosen].presentations.optimum(
                options.objective, parameters: parts[chosen].parameters, method: options.method)
            choices.append(
                Choice(variant: chosen, thresholds: optimum.thresholds, groups: judged.groups(at: fold)))
            let part = variants[chosen].presentations.subset(fold)
            let decisions = part.accepted(optimum.thresholds.applied(to: variants[chosen].parameters))
            for (place, index) in fold.enumerated() {
                accepted[index] = decisions[place]
                // Another way of measuring may have a verdict where the first has none.
                judged.all[index].responded = part.all[place].responded
            }
        }
        self.accepted = accepted
        self.choices = choices
        self.judged = judged
        rates = judged.rates(accepted: accepted)
    }

    /// The rates with intervals that hold for the thresholds of the report, which were chosen on all the data: what
    /// differs between groups counts, and what differs between the choices.
    ///
    /// The report's thresholds are taken to be one more choice beside those of the folds. Its rate then differs from
    /// their mean by the variance of their rates, each on all the data, times 1 + 1 / folds: the variance with which a
    /// further observation is predicted.
    ///
    /// - Parameter variants: those that were validated.
    package func grouped(_ variants: [TuningVariant], confidence: Double) -> GroupedRates {
        let rates = choices.map { choice in
            let variant = variants[choice.variant]
            return variant.presentations.rates(choice.thresholds.applied(to: variant.parameters))
        }
        return GroupedRates(
            judged, accepted: accepted, confidence: confidence, choiceVariances: Self.choiceVariances(rates))
    }

    /// By class, the variance with which the rates of a further choice beside some are predicted: of `rates` those of
    /// each choice, all on the same data.
    package static func choiceVariances(_ rates: [ErrorRates]) -> [Double] {
        func variance(_ rate: (ErrorRates) -> ErrorRate) -> Double {
            let values = rates.map { rate($0).value ?? 0 }
            let count = Double(values.count)
            let mean = values.reduce(0, +) / count
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return squares / (count - 1) * (1 + 1 / count)
        }
        return [variance(\.bpcer)]
            + (rates.first?.apcer.indices.map { species in variance { $0.apcer[species] } } ?? [])
    }

    /// The variant that is best in a cross-validation over these presentations; the first if that cannot be made.
    static func bestVariant(_ variants: [TuningVariant], _ options: TuningOptions) -> Int {
        guard variants.count > 1 else { return 0 }
        return bestVariant(
            variants.map(\.parameters),
            figures: variants.map { CrossValidation([$0], options).flatMap { options.objective.figure(of: $0.rates) } })
    }

    /// The variant with the least figure. Of equal ones that which leaves the most parameters as the first has them, so
    /// that nothing is moved for nothing; then the earlier one. Without any figure the first.
    static func bestVariant(_ parameters: [AnalysisParameters], figures: [Double?]) -> Int {
        let keys = parameters.indices.map { index in
            (figures[index] ?? .infinity, SweepDimension.changedKeys(parameters[0], parameters[index]).count)
        }
        return keys.indices.min { keys[$0] < keys[$1] } ?? 0
    }
}

/// Parts of the presentations for cross-validation: each group is in exactly one, so nothing of a scene that is judged
/// was seen when thresholds were chosen.
package struct GroupFolds: Sendable {
    /// The indices of the presentations of each fold.
    package let folds: [[Int]]

    /// Deals the groups into folds: shuffled, and for each stratum (real scenes, attacks, both) in turn, so that folds
    /// resemble each other.
    ///
    /// Nil if there are fewer than two groups of real scenes or of attacks: then some training would see none of them.
    ///
    /// - Parameters:
    ///   - presentations: what is dealt.
    ///   - most: the number of folds wanted, at least 2; fewer if there are fewer groups of a class.
    ///   - seed: the same seed deals the same.
    package init?(_ presentations: Presentations, most: Int, seed: UInt64) {
        let strata = GroupResampling.strata(presentations)
        let count = min(most, strata[0].count + strata[2].count, strata[1].count + strata[2].count)
        guard count >= 2 else { return nil }
        var random = SplitMix64(seed: seed)
        var foldOfGroup = Array(repeating: 0, count: presentations.groupNames.count)
        var next = 0
        for var groups in strata {
            // Fisher and Yates's shuffle.
            for place in groups.indices.reversed() where place > 0 { groups.swapAt(place, random.below(place + 1)) }
            for group in groups {
                foldOfGroup[group] = next % count
                next += 1
            }
        }
        folds = (0..<count).map { fold in
            presentations.all.indices.filter { foldOfGroup[presentations.all[$0].group] == fold }
        }
    }

    /// The presentations of all folds but one, in their order.
    package func training(without fold: Int) -> [Int] {
        folds.indices.filter { $0 != fold }.flatMap { folds[$0] }.sorted()
    }
}
