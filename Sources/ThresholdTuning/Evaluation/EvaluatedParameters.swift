public import DepthAnalysis
internal import Support

/// Parameters and their decisions on a set of presentations.
public struct EvaluatedParameters: Sendable {
    /// The name used in reports, such as the file name.
    public let name: String
    /// The parameters.
    public let parameters: AnalysisParameters
    /// The presentations, measured with these parameters.
    public let presentations: LabelledPresentations
    package let accepted: [Bool]
    /// The error rates over all presentations.
    public let rates: ErrorRates
    /// The error rates with intervals over groups.
    public let grouped: GroupedRates
    /// The rate of accepted attacks over all species, with its interval at the full confidence.
    public let pooledAPCER: GroupedRate?
    /// The scored presentations of a development set, measured with these parameters; nil if there is none.
    public let development: ScoredPresentations?
    /// The scores of units; nil if each map is decided by itself.
    private let unitScores: ScoredPresentations?

    /// Decides presentations with the parameters.
    ///
    /// - Parameters:
    ///   - name: the name of the parameters in reports.
    ///   - parameters: the parameters that decide.
    ///   - presentations: the presentations, measured with the parameters.
    ///   - development: presentations that thresholds of the score are chosen on, for HTER and EPC.
    ///   - unitRule: how maps with the same class, group and domain are decided together; nil to decide each map.
    ///   - confidence: the confidence of the intervals.
    public init(
        name: String, parameters: AnalysisParameters, presentations: LabelledPresentations,
        development: LabelledPresentations? = nil,
        unitRule: DecisionUnit.Rule? = nil, confidence: Double = ConfidenceInterval.standardConfidence
    ) {
        let development = development.map { ScoredPresentations($0, parameters) }
        unitScores = unitRule.map { ScoredPresentations(presentations, parameters).decided(by: $0) }
        self.development = unitRule.map { development?.decided(by: $0) } ?? development
        self.presentations = unitScores?.presentations ?? presentations
        accepted = unitScores?.accepted(above: 0) ?? presentations.accepted(parameters)
        self.name = name
        self.parameters = parameters
        rates = self.presentations.rates(accepted: accepted)
        grouped = GroupedRates(self.presentations, accepted: accepted, confidence: confidence)
        pooledAPCER = GroupedRates(self.presentations.pooled, accepted: accepted, confidence: confidence).apcer.first
    }

    /// ACER with APCER over all attacks, whatever their species; see ``ErrorRates/acer`` for the worst species.
    public var pooledACER: Double? {
        guard let apcer = pooledAPCER?.rate.value, let bpcer = rates.bpcer.value else { return nil }
        return (apcer + bpcer) / 2
    }

    /// The presentations with the scores that curves are drawn along.
    public var scored: ScoredPresentations { unitScores ?? ScoredPresentations(presentations, parameters) }

    /// Whether each map is decided by itself.
    var decidesMaps: Bool { unitScores == nil }

    /// The rates at thresholds of the score that the development set chooses. Each is nil without such a set, or if a
    /// class has no verdict in one of the sets.
    public var transfer: (worstSpecies: ThresholdTransfer?, pooled: ThresholdTransfer?) {
        guard let development else { return (nil, nil) }
        let test = scored
        return (
            ThresholdTransfer(from: development.worstSpeciesCurve, to: test.worstSpeciesCurve),
            ThresholdTransfer(from: development.pooledCurve, to: test.pooledCurve)
        )
    }
}
