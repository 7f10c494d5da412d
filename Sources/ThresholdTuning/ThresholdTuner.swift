internal import DepthAnalysis
internal import Support

/// Tunes thresholds from labelled measurements and produces a report.
///
///     let labelled = try LabelledMeasurements(rows: table.rows, labels: labels.labels, isLenient: false)
///     let present = TuningVariant(parameters: .standard, presentations: try LabelledPresentations(labelled))
///     let report = try ThresholdTuner(TuningOptions()).report([present], labelled: labelled)
public struct ThresholdTuner: Sendable {
    private let options: TuningOptions

    /// Creates a tuner with the given options.
    public init(_ options: TuningOptions) {
        self.options = options
    }

    /// Assesses the present thresholds and finds better ones.
    ///
    /// - Parameters:
    ///   - variants: the measurement variants to choose from, the present one first.
    ///   - labelled: the labelled measurements of the present variant.
    /// - Throws: ``TuningError/noOpenBLAS(reason:)`` if replicates were requested,
    ///   ``TuningError/notEnoughMemory(for:byteCount:)``, or
    ///   ``TuningError/tooManyValues(_:column:most:)``.
    public func report(
        _ variants: [TuningVariant], labelled: LabelledMeasurements
    ) throws(TuningError) -> TuningReport {
        try requireFolds(of: labelled)
        try TuningMemory(presentations: variants[0].presentations, options: options).require()
        // Fail before the work, not after it.
        if options.replicates > 0 { _ = try BLAS() }
        let present = variants[0]
        let ways = variants.count == 1 ? [] : evaluated(variants)
        let chosen = variants[ways.isEmpty ? 0 : bestWay(ways)]
        let presentations = chosen.presentations
        let parts = parts(of: variants, chosen)
        guard let tuned = parts.best.first(where: { $0.optimum.objective == options.objective }) else {
            preconditionFailure("every objective is among the best")
        }
        let expected = parts.expected.first
        let repeated = parts.expected.map { ($0.rates, $0.grouped(variants, confidence: options.confidence)) }
        let limits = repeated.compactMap {
            LimitOnNewScenes(
                options.objective, $0, $1, species: presentations.species, confidence: options.confidence)
        }
        let estimator = try GroupBootstrap(
            presentations, parameters: chosen.parameters, resampling: parts.resampling,
            confidence: options.confidence, jobs: options.jobs)
        let candidates = DecidablePresentations(presentations, chosen.parameters)
        let margin = NormalisedMargin(start: VerdictThresholds(chosen.parameters))
        let marginCurve = Self.thinned(margin.scores(of: candidates), to: 500)
        let estimates = estimator.estimates([
            parts.tradeOff, marginCurve.map(margin.thresholds(above:)), operatingPoints(candidates),
        ])
        let tunedParameters = tuned.assessment.parameters
        return TuningReport(
            options: options, presentations: presentations, unmatched: labelled.unmatched,
            unreadable: labelled.unreadable, labelNotes: labelled.notes,
            tables: labelled.tables,
            present: present.assess(VerdictThresholds(present.parameters), options.confidence), best: parts.best,
            tuned: tuned, foldObstacle: FoldObstacle(variants[0].presentations, options), expected: expected,
            expectedGrouped: repeated.first?.1,
            spread: ValidationSpread(repeated.map(\.0), standings: limits.map(\.standing)),
            variants: ways,
            presentRules: RuleInfluence.all(present.presentations, parameters: present.parameters),
            tunedRules: RuleInfluence.all(presentations, parameters: tunedParameters),
            presentSupport: ThresholdSupport.all(present.presentations, parameters: present.parameters),
            tunedSupport: ThresholdSupport.all(
                presentations, parameters: tunedParameters, choices: expected?.choices.map(\.thresholds) ?? []),
            tradeOff: estimates[0], marginCurve: estimates[1], operatingPoints: estimates[2])
    }

    /// Checks the number of values to leave out, before anything is measured for them.
    package func requireFolds(of labelled: LabelledMeasurements) throws(TuningError) {
        guard let column = options.leftOut.column else { return }
        let count = labelled.labels.compactMap(\.domain).exactTexts.count
        let most = TuningOptions.foldCounts.upperBound
        if count > most { throw .tooManyValues(count, column: column, most: most) }
    }

    /// Independent parts of the work, which can run in parallel; the largest first.
    private enum Part: Sendable {
        case tradeOff, resampling
        case expected(repetition: Int)
        case best(TuningObjective)
    }

    private struct Parts: Sendable {
        var tradeOff: [VerdictThresholds] = []
        var resampling: GroupResampling?
        /// One for each repetition.
        var expected: [CrossValidation] = []
        var best: [TuningReport.Best] = []
    }

    private func parts(of variants: [TuningVariant], _ chosen: TuningVariant) -> Parts {
        let options = options
        var all = Parts()
        parallelMap(
            [.tradeOff, .resampling] + (0..<options.repeats).map(Part.expected)
                + options.objectivesToReport.map(Part.best), jobs: options.jobs
        ) { part in
            var found = Parts()
            let presentations = chosen.presentations
            switch part {
            case .tradeOff:
                let search = ExactSearch(DecidablePresentations(presentations, chosen.parameters))
                found.tradeOff = search.tradeOff().map(\.found.thresholds)
            case .resampling where options.replicates > 0:
                found.resampling = GroupResampling(
                    presentations, replicateCount: options.replicates, seed: options.seed)
            case .resampling: break
            case .expected(let number):
                found.expected = [CrossValidation(variants, options, repetition: number)].compactMap { $0 }
            case .best(let objective):
                let optimum = presentations.optimum(objective, parameters: chosen.parameters)
                found.best = [
                    TuningReport.Best(
                        optimum: optimum, assessment: chosen.assess(optimum.thresholds, options.confidence))
                ]
            }
            return found
        } consume: { found in
            all.tradeOff += found.tradeOff
            all.resampling = all.resampling ?? found.resampling
            all.expected += found.expected
            all.best += found.best
        }
        return all
    }

    /// The index of the best measurement variant, by cross-validation; see ``CrossValidation``.
    package func bestWay(_ variants: [TuningVariant]) -> Int { bestWay(evaluated(variants)) }

    private func bestWay(_ ways: [TuningReport.VariantResult]) -> Int {
        CrossValidation.bestVariant(
            ways.map(\.parameters), figures: ways.map { $0.expected.flatMap(options.objective.figure) })
    }

    private func evaluated(_ variants: [TuningVariant]) -> [TuningReport.VariantResult] {
        var results: [TuningReport.VariantResult] = []
        parallelMap(variants, jobs: options.jobs, evaluated) { results.append($0) }
        return results
    }

    @Sendable private func evaluated(_ variant: TuningVariant) -> TuningReport.VariantResult {
        let optimum = variant.presentations.optimum(options.objective, parameters: variant.parameters)
        let parameters = optimum.thresholds.applied(to: variant.parameters)
        return TuningReport.VariantResult(
            parameters: parameters, origin: variant.origin, rates: variant.presentations.rates(parameters),
            expected: CrossValidation([variant], options)?.rates)
    }

    /// The operating points to list: the values at which decisions change, thinned evenly if there are too many.
    private func operatingPoints(_ candidates: DecidablePresentations) -> [VerdictThresholds] {
        guard options.operatingPoints > 0 else { return [] }
        func distinct(_ value: (Presentation) -> Double) -> [Double] {
            [0] + Set(candidates.all.map(value).filter { $0 > 0 }).sorted()
        }
        let layers = Set(candidates.all.map { $0.layers + 1 }).union([0]).sorted()
        let deviations = distinct(\.standardDeviation)
        let coherences = distinct(\.coherence)
        let side = Int((Double(options.operatingPoints) / Double(layers.count)).squareRoot())
        // If one list is shorter than its share, the other may be longer.
        let first = min(deviations.count, max(2, side, options.operatingPoints / (layers.count * coherences.count)))
        let second = min(coherences.count, max(2, options.operatingPoints / (layers.count * first)))
        return VerdictThresholds.combinations(
            standardDeviations: Self.thinned(deviations, to: first), layers: layers,
            coherences: Self.thinned(coherences, to: second))
    }

    /// Up to `count` (2 or more) of the elements, evenly spread, including the first and the last.
    static func thinned<Element>(_ elements: [Element], to count: Int) -> [Element] {
        guard elements.count > count else { return elements }
        return (0..<count).map { elements[$0 * (elements.count - 1) / (count - 1)] }
    }
}

extension TuningVariant {
    fileprivate func assess(_ thresholds: VerdictThresholds, _ confidence: Double) -> TuningReport.Assessment {
        let parameters = thresholds.applied(to: parameters)
        let accepted = presentations.accepted(parameters)
        return TuningReport.Assessment(
            parameters: parameters, rates: presentations.rates(accepted: accepted),
            grouped: GroupedRates(presentations, accepted: accepted, confidence: confidence),
            pooledAPCER: GroupedRates(presentations.pooled, accepted: accepted, confidence: confidence).apcer.first)
    }
}

/// The memory that tuning needs, checked before the work starts. Many replicates or operating points need far more
/// memory than the measurements.
struct TuningMemory {
    let presentations: LabelledPresentations
    let options: TuningOptions

    func require() throws(TuningError) {
        for (purpose, byteCount) in [
            ("\(options.replicates) replicates", replicates), ("\(options.operatingPoints) operating points", points),
        ] where !Memory.hasRoom(for: byteCount) {
            throw .notEnoughMemory(for: purpose, byteCount: byteCount)
        }
    }

    /// The memory of all draws (stored and multiplied), the counts of each class, and the blocks in progress.
    private var replicates: Int {
        guard options.replicates > 0 else { return 0 }
        let columns = presentations.groupNames.count + 2 * presentations.count + 6 * presentations.classCount
        return BLAS.byteCount(jobs: options.jobs) + 4 * columns * options.replicates
            + options.jobs * 3 * GroupBootstrap.byteCountOfBlock(presentations, options.replicates)
    }

    /// The memory of the counts and intervals of each class at each point.
    private var points: Int { 40 * options.operatingPoints * presentations.classCount }
}
