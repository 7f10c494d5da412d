internal import PlanarityMeasurements

/// The error rates of tuned rules to expect on new scenes. Every map is decided by a rule whose thresholds, and
/// measurements if there is a selection, were chosen without its group.
///
///     let validation = RuleValidation(data, .all, options)
///     print(validation?.rates.bpcer.value ?? 0)
///
/// The folds equal those of ``ThresholdTuning/CrossValidation`` for the same maps and seed.
package struct RuleValidation: Sendable {
    package struct Choice: Sendable {
        /// The measurements that the rule was chosen from.
        package let measurements: [String]
        package let optimum: RuleOptimum
        /// The names of the groups of the fold.
        package let groups: [String]
        /// The species or the value of a column that only the fold has; nil if it leaves out groups only.
        package let leftOut: String?
    }

    /// Whether each map was accepted by the rule chosen without its group.
    package let accepted: [Bool]
    package let rates: ErrorRates
    package let choices: [Choice]
    private let data: RuleData

    /// Nil if folds cannot be formed.
    init?(_ data: RuleData, _ choice: MeasurementChoice, _ options: TuningOptions) {
        guard let folds = try? GroupFolds(data.presentations, options) else { return nil }
        self.init(
            data, folds,
            chosen: folds.folds.indices.map { Self.chosen(data, folds, without: $0, choice, options) })
    }

    init(_ data: RuleData, _ folds: GroupFolds, chosen: [(measurements: [Int], optimum: RuleOptimum)]) {
        var accepted = Array(repeating: false, count: data.count)
        for (fold, chosen) in zip(folds.folds, chosen) {
            for index in fold { accepted[index] = data.accepts(chosen.optimum.rule, at: index) }
        }
        self.accepted = accepted
        self.data = data
        rates = data.presentations.rates(accepted: accepted)
        choices = chosen.enumerated().map { number, chosen in
            Choice(
                measurements: chosen.measurements.map { data.measurements[$0].name }, optimum: chosen.optimum,
                groups: data.presentations.groups(at: folds.folds[number]), leftOut: folds.leftOut[number])
        }
    }

    static func chosen(
        _ data: RuleData, _ folds: GroupFolds, without fold: Int, _ choice: MeasurementChoice, _ options: TuningOptions
    ) -> (measurements: [Int], optimum: RuleOptimum) {
        var inner = options
        inner.seed = options.seed &+ 1 &+ UInt64(fold)
        inner.leftOut = .groups
        return choice.best(data.subset(folds.training(without: fold)), inner)
    }

    /// The rates with intervals that hold for a rule chosen on all data. The intervals account for the variation
    /// between groups and between choices, as in ``ThresholdTuning/CrossValidation``.
    package func grouped(confidence: Double) -> GroupedRates {
        let rates = choices.map { data.presentations.rates(accepted: data.accepted($0.optimum.rule)) }
        return GroupedRates(
            data.presentations, accepted: accepted, confidence: confidence,
            choiceVariances: CrossValidation.choiceVariances(rates))
    }
}

/// The measurements to make a rule of.
package enum MeasurementChoice: Sendable, Hashable {
    case all
    /// The best selection of the given size.
    case best(Int)

    /// The number of selections to cross-validate, the best on the training data.
    static let shortlistLength = 20

    /// The selected measurements, and the best rule of them.
    ///
    /// For a selection, tunes a rule of every subset of the given size. The ``shortlistLength`` best rules on these
    /// maps are cross-validated, and the rule with the least figure is selected. Ties are resolved in the order of the
    /// subsets, and then in the order of the shortlist. The selection must be validated on other maps.
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

    /// All subsets of the given size of 0..<count, in lexicographic order.
    static func subsets(of count: Int, size: Int) -> [[Int]] {
        guard size > 0 else { return [[]] }
        guard size <= count else { return [] }
        return (0...count - size).flatMap { first in
            subsets(of: count - first - 1, size: size - 1).map { [first] + $0.map { $0 + first + 1 } }
        }
    }
}
