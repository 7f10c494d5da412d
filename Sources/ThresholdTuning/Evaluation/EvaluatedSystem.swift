public import DepthAnalysis
internal import Support

/// A system and its decisions on a set of presentations: parameters that decide measurements, or the scores of any
/// detector.
public struct EvaluatedSystem: Sendable {
    /// The name used in reports, such as the file name.
    public let name: String
    /// The parameters; nil for a detector with scores.
    public let parameters: AnalysisParameters?
    /// The presentations: maps, or units of several maps.
    public let presentations: LabelledPresentations
    /// The rule that decides.
    public let operatingPoint: OperatingPoint
    package let accepted: [Bool]
    /// The error rates over all presentations.
    public let rates: ErrorRates
    /// The error rates with intervals over groups.
    public let grouped: GroupedRates
    /// The rate of accepted attacks over all species. Its interval needs no correction for the number of species.
    public let pooledAPCER: GroupedRate?
    /// The presentations with the scores that curves are drawn along.
    public let scored: ScoredPresentations
    /// The intervals of the measures of the curves.
    public let scoreIntervals: ScoreIntervals
    /// The scored presentations of a development set; nil if there is none.
    public let development: ScoredPresentations?
    /// Whether each map is decided by itself.
    let decidesMaps: Bool

    /// Decides presentations with parameters.
    ///
    /// - Parameters:
    ///   - name: the name of the parameters in reports.
    ///   - parameters: the parameters that decide.
    ///   - presentations: the presentations, measured with the parameters.
    ///   - development: presentations on which thresholds of the score are chosen, for HTER and EPC.
    ///   - unitRule: how maps with the same class, group and domain are decided together; nil to decide each map.
    ///   - confidence: the confidence of the intervals.
    public init(
        name: String, parameters: AnalysisParameters, presentations: LabelledPresentations,
        development: LabelledPresentations? = nil,
        unitRule: DecisionUnit.Rule? = nil, confidence: Double = ConfidenceInterval.standardConfidence
    ) {
        self.init(
            name: name, parameters: parameters, ScoredPresentations(presentations, parameters),
            development: development.map { ScoredPresentations($0, parameters) }, unitRule: unitRule,
            confidence: confidence, OperatingPoint(source: .parameters, threshold: 0),
            accepted: unitRule == nil ? presentations.accepted(parameters) : nil)
    }

    /// Decides presentations with the scores of a detector.
    ///
    /// Without decisions, the threshold is that of the worst species' equal error rate, on the development set or,
    /// without one, on the presentations themselves.
    init(
        name: String, _ scored: ScoredPresentations, decisions: [Bool]?, development: ScoredPresentations?,
        unitRule: DecisionUnit.Rule?, confidence: Double
    ) throws(TuningError) {
        if let decisions {
            if unitRule == .mean { throw .meanOfDecisions(of: name) }
            let ofUnits = unitRule.map { rule in
                let numbers = zip(scored.scores, decisions).map { score, isAccepted in
                    score.map { _ in isAccepted ? 1.0 : 0 }
                }
                return ScoredPresentations(scored.presentations, scores: numbers, areMargins: false)
                    .decided(by: rule).accepted(above: 0.5)
            }
            self.init(
                name: name, parameters: nil, scored, development: development, unitRule: unitRule,
                confidence: confidence, OperatingPoint(source: .decisions, threshold: nil),
                accepted: ofUnits ?? decisions)
            return
        }
        let choosing = development ?? scored
        try choosing.presentations.requireBothClasses()
        let curve = (unitRule.map(choosing.decided) ?? choosing).worstSpeciesCurve
        self.init(
            name: name, parameters: nil, scored, development: development, unitRule: unitRule, confidence: confidence,
            OperatingPoint(
                source: development == nil ? .evaluated : .development, threshold: curve?.equalErrorRate.threshold),
            accepted: nil)
    }

    private init(
        name: String, parameters: AnalysisParameters?, _ ofMaps: ScoredPresentations,
        development: ScoredPresentations?, unitRule: DecisionUnit.Rule?, confidence: Double,
        _ operatingPoint: OperatingPoint, accepted: [Bool]?
    ) {
        let scored = unitRule.map(ofMaps.decided) ?? ofMaps
        (self.name, self.parameters, self.operatingPoint) = (name, parameters, operatingPoint)
        (self.scored, presentations, decidesMaps) = (scored, scored.presentations, unitRule == nil)
        self.development = unitRule.map { development?.decided(by: $0) } ?? development
        self.accepted = accepted ?? scored.accepted(above: operatingPoint.threshold ?? 0)
        rates = presentations.rates(accepted: self.accepted)
        grouped = GroupedRates(presentations, accepted: self.accepted, confidence: confidence)
        pooledAPCER = GroupedRates(presentations.pooled, accepted: self.accepted, confidence: confidence).apcer.first
        scoreIntervals = ScoreIntervals(scored, confidence: confidence)
    }

    /// ACER with APCER over all attacks, whatever their species; see ``ErrorRates/acer`` for the worst species.
    public var pooledACER: Double? {
        guard let apcer = pooledAPCER?.rate.value, let bpcer = rates.bpcer.value else { return nil }
        return (apcer + bpcer) / 2
    }

    /// The interval of ``pooledACER``.
    var pooledACERInterval: ConfidenceInterval? { .ofMean(grouped.bpcer.alone, pooledAPCER?.alone) }

    /// Whether the whole interval of ACER over all attacks is above 50 %: decisions are worse than chance.
    package var isWorseThanChance: Bool { grouped.isWorseThanChance(pooledAPCER) }

    /// The rates at thresholds of the score chosen on the development set. Each is nil without a development set, or if
    /// a class has no verdict in one of the sets.
    public var transfer: (worstSpecies: ThresholdTransfer?, pooled: ThresholdTransfer?) {
        guard let development else { return (nil, nil) }
        return (
            ThresholdTransfer(from: development.worstSpeciesCurve, to: scored.worstSpeciesCurve),
            ThresholdTransfer(from: development.pooledCurve, to: scored.pooledCurve)
        )
    }
}
