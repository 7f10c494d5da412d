internal import PlanarityMeasurements

/// The error rates of tuned rules to expect on new scenes: every map is judged by a rule whose measurements, where
/// there is a choice, and thresholds were chosen without its group.
///
///     let validation = RuleValidation(data, .named, options)
///     print(validation?.rates.bpcer.value ?? 0)
///
/// The folds are those of ``ThresholdTuning/CrossValidation`` of the same maps and seed.
package struct RuleValidation: Sendable {
    /// What was chosen without a fold.
    package struct Choice: Sendable {
        /// The measurements that the rule was chosen from.
        package let measurements: [String]
        package let optimum: RuleOptimum
        /// The names of the groups it was chosen without and judged on.
        package let groups: [String]
    }

    /// Whether each map was accepted by the rule chosen without its group.
    package let accepted: [Bool]
    package let rates: ErrorRates
    package let choices: [Choice]
    private let data: RuleData

    /// Nil if there are fewer than two groups of real scenes or of attacks.
    init?(_ data: RuleData, _ choice: MeasurementChoice, _ options: TuningOptions) {
        guard let folds = GroupFolds(data.presentations, most: options.folds, seed: options.seed) else { return nil }
        self.init(
            data, folds,
            chosen: folds.folds.indices.map { Self.chosen(data, folds, without: $0, choice, options) })
    }

    /// Takes what was chosen without each fold.
    init(_ data: RuleData, _ folds: GroupFolds, chosen: [(measurements: [Int], optimum: RuleOptimum)]) {
        var accepted = Array(repeating: false, count: data.count)
        for (fold, chosen) in zip(folds.folds, chosen) {
            for index in fold { accepted[index] = data.accepts(chosen.optimum.rule, at: index) }
        }
        self.accepted = accepted
        self.data = data
        rates = data.presentations.rates(accepted: accepted)
        choices = zip(folds.folds, chosen).map { fold, chosen in
            Choice(
                measurements: chosen.measurements.map { data.measurements[$0].name }, optimum: chosen.optimum,
                groups: data.presentations.groups(at: fold))
        }
    }

    /// What is chosen without a fold, measurements and thresholds.
    static func chosen(
        _ data: RuleData, _ folds: GroupFolds, without fold: Int, _ choice: MeasurementChoice, _ options: TuningOptions
    ) -> (measurements: [Int], optimum: RuleOptimum) {
        var inner = options
        inner.seed = options.seed &+ 1 &+ UInt64(fold)
        return choice.best(data.subset(folds.training(without: fold)), inner)
    }

    /// The rates with intervals that hold for a rule chosen on all the data: what differs between groups counts, and
    /// what differs between the choices, as in ``ThresholdTuning/CrossValidation``.
    package func grouped(confidence: Double) -> GroupedRates {
        let rates = choices.map { data.presentations.rates(accepted: data.accepted($0.optimum.rule)) }
        return GroupedRates(
            data.presentations, accepted: accepted, confidence: confidence,
            choiceVariances: CrossValidation.choiceVariances(rates))
    }
}

/// Which measurements a rule is made of.
package enum MeasurementChoice: Sendable, Hashable {
    /// All that the data has.
    case all
    /// So many of them, those that are best.
    case best(Int)

    /// Sets that are looked at more closely than by what they come to where they were chosen.
    static let shortlistLength = 20

    /// The measurements chosen on some maps, and the best rule of them.
    ///
    /// Of many sets: every set of that size is tuned. The ``shortlistLength`` best on the maps at hand, of equally good
    /// ones the first in the order of the measurements, are then cross-validated, and the one with the least figure is
    /// chosen; of equal ones that which is better at hand. Whoever judges the choice must do it on other maps.
    func best(_ data: RuleData, _ options: TuningOptions) -> (measurements: [Int], optimum: RuleOptimum) {
        guard case .best(let size) = self, size < data.measurements.count else {
            return (Array(data.measurements.indices), RuleOptimum(data, options.objective, seed: options.seed))
        }
        let tuned = Self.subsets(of: data.measurements.count, size: size).map { indices in
            (measurements: indices, optimum: RuleOptimum(data.only(indices), options.objective, seed: options.seed))
        }
        let order = tuned.indices.sorted { first, second in
            if tuned[first].optimum.isBetter(than: tuned[second].optimum) { return true }
            return !tuned[second].optimum.isBetter(than: tuned[first].optimum) && first < second
        }
        let shortlist = order.prefix(Self.shortlistLength)
        var best: (place: Int, figure: Double)?
        for place in shortlist {
            let validation = RuleValidation(data.only(tuned[place].measurements), .all, options)
            let figure = validation.flatMap { options.objective.figure(of: $0.rates) } ?? .infinity
            if figure < best?.figure ?? .infinity { best = (place, figure) }
        }
        return tuned[best?.place ?? order[0]]
    }

    /// All sets of `size` of the numbers below `count`, in order.
    static func subsets(of count: Int, size: Int) -> [[Int]] {
        guard size > 0 else { return [[]] }
        guard size <= count else { return [] }
        return (0...count - size).flatMap { first in
            subsets(of: count - first - 1, size: size - 1).map { [first] + $0.map { $0 + first + 1 } }
        }
    }
}
