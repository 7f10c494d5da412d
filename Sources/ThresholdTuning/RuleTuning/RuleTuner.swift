package import DepthAnalysis
internal import PlanarityMeasurements
internal import Support

/// Tunes a rule of arbitrary measurements, and compares it with the server's.
///
///     let report = RuleTuner(options, .best(2)).report(data, parameters: .standard, labelled: labelled)
package struct RuleTuner: Sendable {
    private let options: TuningOptions
    private let choice: MeasurementChoice

    package init(_ options: TuningOptions, _ choice: MeasurementChoice) {
        self.options = options
        self.choice = choice
    }

    /// - Parameters:
    ///   - data: the maps with the named measurements, or with all available ones.
    ///   - parameters: the present rule of the server.
    ///   - labelled: the same maps.
    package func report(
        _ data: RuleData, parameters: AnalysisParameters, labelled: LabelledMeasurements
    ) -> RuleReport {
        let folds = try? GroupFolds(data.presentations, options)
        let (whole, validation) = chosen(data, folds)
        let own = data.only(whole.measurements)
        let comparisons = RuleComparisons(data: data, parameters: parameters, options: options)
        let retuned = folds.flatMap { _ in comparisons.retuned() }
        let accepted = data.accepted(whole.optimum.rule)
        return RuleReport(
            options: options, choice: choice, measurements: data.measurements, presentations: data.presentations,
            remarks: labelled.remarks, chosen: own.measurements,
            tuned: whole.optimum, atHand: data.presentations.rates(accepted: accepted),
            atHandGrouped: GroupedRates(data.presentations, accepted: accepted, confidence: options.confidence),
            foldObstacle: FoldObstacle(data.presentations, options), validation: validation,
            validationGrouped: validation?.grouped(confidence: options.confidence),
            present: comparisons.present, retuned: retuned,
            againstPresent: validation.map { comparisons.comparison($0, comparisons.present) },
            againstRetuned: validation.flatMap { rule in retuned.map { comparisons.comparison(rule, $0) } },
            contributions: contributions(own, comparisons, validation))
    }

    /// The choices made on all data, and without each fold.
    private func chosen(
        _ data: RuleData, _ folds: GroupFolds?
    ) -> (whole: (measurements: [Int], optimum: RuleOptimum), validation: RuleValidation?) {
        let (choice, options) = (choice, options)
        var found: [(measurements: [Int], optimum: RuleOptimum)] = []
        parallelMap([nil] + (folds?.folds.indices.map { $0 } ?? []), jobs: options.jobs) { fold in
            if let fold, let folds { return RuleValidation.chosen(data, folds, without: fold, choice, options) }
            return choice.best(data, options)
        } consume: {
            found.append($0)
        }
        return (found[0], folds.map { RuleValidation(data, $0, chosen: Array(found.dropFirst())) })
    }

    private func contributions(
        _ data: RuleData, _ comparisons: RuleComparisons, _ whole: RuleValidation?
    ) -> [RuleReport.Contribution] {
        let options = options
        let indices = data.measurements.indices
        let sets = indices.count == 1 ? [] : indices.flatMap { index in [[index], indices.filter { $0 != index }] }
        var validations: [RuleValidation?] = []
        parallelMap(sets, jobs: options.jobs) { set in
            RuleValidation(data.only(set), .all, options)
        } consume: {
            validations.append($0)
        }
        return indices.map { index in
            guard indices.count > 1 else {
                return RuleReport.Contribution(
                    measurement: data.measurements[index], alone: nil, without: nil, gain: nil, probability: nil)
            }
            let without = validations[2 * index + 1]
            let comparison = whole.flatMap { whole in
                without.map { comparisons.comparison(whole, comparisons.side("without", $0.accepted)) }
            }
            return RuleReport.Contribution(
                measurement: data.measurements[index], alone: validations[2 * index], without: without,
                gain: comparison?.difference,
                probability: comparison?.evaluation.comparisons[0].probabilityOverGroups)
        }
    }
}

private struct RuleComparisons {
    let presentations: Presentations
    let parameters: AnalysisParameters
    let options: TuningOptions
    let resampling: GroupResampling?
    let present: EvaluatedParameters

    init(data: RuleData, parameters: AnalysisParameters, options: TuningOptions) {
        presentations = data.presentations
        self.parameters = parameters
        self.options = options
        resampling =
            options.replicates == 0
            ? nil
            : GroupResampling(data.presentations, replicateCount: options.replicates, seed: options.seed)
        present = EvaluatedParameters(
            name: "the server's rule unchanged", parameters: parameters, presentations: data.presentations,
            confidence: options.confidence)
    }

    func retuned() -> EvaluatedParameters? {
        let variant = TuningVariant(parameters: parameters, presentations: presentations)
        return CrossValidation([variant], options).map { side("the server's rule tuned", $0.accepted) }
    }

    func side(_ name: String, _ accepted: [Bool]) -> EvaluatedParameters {
        EvaluatedParameters(
            name: name, parameters: parameters, presentations: presentations, accepted: accepted,
            confidence: options.confidence)
    }

    func comparison(_ rule: RuleValidation, _ other: EvaluatedParameters) -> RuleReport.Comparison {
        RuleReport.Comparison(
            evaluation: Evaluation(
                given: side("the rule", rule.accepted), against: other, confidence: options.confidence),
            difference: PairedDifference(
                presentations, given: rule.accepted, against: other.accepted, resampling,
                confidence: options.confidence))
    }
}
