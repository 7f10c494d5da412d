public import DepthAnalysis
internal import Support

/// A measurement variant: parameters and the presentations measured with them. All variants have the same
/// presentations in the same order.
///
///     let present = TuningVariant(parameters: .standard, presentations: presentations)
public struct TuningVariant: Sendable {
    /// The origin of a variant.
    public enum Origin: Sendable, Hashable {
        /// The present parameters, which are not among the requested values.
        case present
        /// A combination of the requested values.
        case grid
        /// Refinement around the best variant, in a round counted from 1.
        case refinement(round: Int)
    }

    /// All parameters; the thresholds are the starting point of tuning.
    public let parameters: AnalysisParameters
    /// The presentations, measured with the parameters.
    public let presentations: LabelledPresentations
    /// The origin of the variant.
    public let origin: Origin

    /// Combines parameters and measurements.
    public init(parameters: AnalysisParameters, presentations: LabelledPresentations, origin: Origin = .grid) {
        self.parameters = parameters
        self.presentations = presentations
        self.origin = origin
    }
}

/// The error rates to expect on new scenes, by nested cross-validation: every presentation is decided by thresholds and
/// a measurement variant that were chosen without its group.
///
///     if let rates = report.expected?.rates { print(rates.worstAPCER ?? .nan, rates.bpcer.value ?? .nan) }
///
/// If there are several variants, each training part chooses among them by an inner cross-validation, so that the
/// choice does not bias the estimate.
///
/// Source: Varma and Simon, BMC Bioinformatics 7:91 (2006), on bias in error estimation when selecting models.
public struct CrossValidation: Sendable {
    /// The choice made with one fold left out.
    public struct Choice: Sendable {
        /// The index of the variant.
        public let variant: Int
        /// Its tuned thresholds.
        public let thresholds: VerdictThresholds
        /// The names of the groups of the fold.
        public let groups: [String]
        /// The species or the value of a column that only the fold has; nil if it leaves out groups only.
        public let leftOut: String?
    }

    /// Whether each presentation was accepted by the thresholds that were chosen without its group.
    public let accepted: [Bool]
    /// The rates of these decisions.
    public let rates: ErrorRates
    /// The choices made with each fold left out.
    public let choices: [Choice]
    /// The presentations with verdicts as in the variant chosen for their fold.
    private let evaluated: LabelledPresentations
    /// For each part of the training groups, the rates if the thresholds of all folds are chosen without this part as
    /// well; empty if folds leave out groups only.
    private let retrained: [ErrorRates]

    /// Cross-validates at least one variant; nil if folds cannot be formed.
    package init?(_ variants: [TuningVariant], _ options: TuningOptions) {
        // Groups and classes are the same in every variant.
        var evaluated = variants[0].presentations
        guard let dealt = try? GroupFolds(evaluated, options) else { return nil }
        var accepted = Array(repeating: false, count: evaluated.count)
        var choices: [Choice] = []
        var retrained: [[[Bool]]] = []
        for (number, fold) in dealt.folds.enumerated() {
            let training = dealt.training(without: number)
            let parts = variants.map {
                TuningVariant(parameters: $0.parameters, presentations: $0.presentations.subset(training))
            }
            var inner = options
            inner.seed = options.seed &+ 1 &+ UInt64(number)
            inner.leftOut = .groups
            let chosen = Self.bestVariant(parts, inner)
            let optimum = parts[chosen].presentations.optimum(
                options.objective, parameters: parts[chosen].parameters)
            choices.append(
                Choice(
                    variant: chosen, thresholds: optimum.thresholds, groups: evaluated.groups(at: fold),
                    leftOut: dealt.leftOut[number]))
            let part = variants[chosen].presentations.subset(fold)
            func decisions(_ optimum: ThresholdOptimum) -> [Bool] {
                part.accepted(optimum.thresholds.applied(to: variants[chosen].parameters))
            }
            if options.leftOut != .groups {
                let others = parts[chosen].presentations.retrained(inner, parameters: parts[chosen].parameters)
                retrained.append(others.map(decisions))
            }
            let decisions = decisions(optimum)
            for (place, index) in fold.enumerated() {
                accepted[index] = decisions[place]
                // Another variant may have a verdict where the first has none.
                evaluated.all[index].responded = part.all[place].responded
            }
        }
        self.accepted = accepted
        self.choices = choices
        self.evaluated = evaluated
        self.retrained = (0..<(retrained.map(\.count).min() ?? 0)).map { part in
            var decisions = accepted
            for (fold, parts) in zip(dealt.folds, retrained) {
                for (index, isAccepted) in zip(fold, parts[part]) { decisions[index] = isAccepted }
            }
            return evaluated.rates(accepted: decisions)
        }
        rates = evaluated.rates(accepted: accepted)
    }

    /// Cross-validates with the folds of repetition `number`; repetition 0 has the folds of the options.
    init?(_ variants: [TuningVariant], _ options: TuningOptions, repetition number: Int) {
        var options = options
        if number > 0 {
            var random = SplitMix64(seed: options.seed, stream: number)
            options.seed = random.next()
        }
        self.init(variants, options)
    }

    /// The rates with intervals that hold for the reported thresholds, which were chosen on all data. The intervals
    /// account for the variation between groups and between choices.
    ///
    /// If folds leave out a species or a value, each map is decided by thresholds that did not see its species or
    /// value. The variation between choices is then found by leaving out one part of the training groups after another
    /// (the delete-a-group jackknife; Kott, Journal of Official Statistics 17 (2001), 521-526). Otherwise the reported
    /// thresholds are treated as one more choice in addition to those of the folds. The variance of the choice is then
    /// the prediction variance of a further observation: the sample variance of the choices' rates, each over all data,
    /// times 1 + 1 / folds.
    package func grouped(_ variants: [TuningVariant], confidence: Double) -> GroupedRates {
        guard retrained.count < 2 else {
            return GroupedRates(
                evaluated, accepted: accepted, confidence: confidence,
                choiceVariances: Self.variances(retrained) { count in (count - 1) * (count - 1) / count })
        }
        let rates = choices.map { choice in
            let variant = variants[choice.variant]
            return variant.presentations.rates(choice.thresholds.applied(to: variant.parameters))
        }
        return GroupedRates(
            evaluated, accepted: accepted, confidence: confidence, choiceVariances: Self.choiceVariances(rates))
    }

    /// By class, the prediction variance of the rate of a further choice. `rates` holds the rates of each choice,
    /// all on the same data.
    package static func choiceVariances(_ rates: [ErrorRates]) -> [Double] {
        variances(rates) { count in 1 + 1 / count }
    }

    /// By class, the sample variance of the rate times a factor that depends on the number of samples.
    private static func variances(_ rates: [ErrorRates], factor: (Double) -> Double) -> [Double] {
        func variance(_ rate: (ErrorRates) -> ErrorRate) -> Double {
            let values = rates.map { rate($0).value ?? 0 }
            let count = Double(values.count)
            let mean = values.reduce(0, +) / count
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return squares / (count - 1) * factor(count)
        }
        return [variance(\.bpcer)]
            + (rates.first?.apcer.indices.map { species in variance { $0.apcer[species] } } ?? [])
    }

    /// The best variant by cross-validation over these presentations; the first if that is not possible.
    static func bestVariant(_ variants: [TuningVariant], _ options: TuningOptions) -> Int {
        guard variants.count > 1 else { return 0 }
        return bestVariant(
            variants.map(\.parameters),
            figures: variants.map { CrossValidation([$0], options).flatMap { options.objective.figure(of: $0.rates) } })
    }

    /// The variant with the least figure. Of several, the one that differs from the first variant in the fewest
    /// parameters, then the earliest. Without any figure, the first variant.
    static func bestVariant(_ parameters: [AnalysisParameters], figures: [Double?]) -> Int {
        let keys = parameters.indices.map { index in
            (figures[index] ?? .infinity, SweepDimension.changedKeys(parameters[0], parameters[index]).count)
        }
        return keys.indices.min { keys[$0] < keys[$1] } ?? 0
    }
}

extension LabelledPresentations {
    /// The optima with one part of the groups left out at a time; empty if the groups cannot be divided into parts.
    fileprivate func retrained(_ options: TuningOptions, parameters: AnalysisParameters) -> [ThresholdOptimum] {
        guard let parts = GroupFolds(self, most: options.folds, seed: options.seed) else { return [] }
        return parts.folds.indices.map { part in
            subset(parts.training(without: part)).optimum(options.objective, parameters: parameters)
        }
    }
}
