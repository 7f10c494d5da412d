public import DepthAnalysis
internal import Support

/// Parameters and their decisions on a set of presentations.
public struct EvaluatedParameters: Sendable {
    /// The name used in reports, such as the file name.
    public let name: String
    /// The parameters.
    public let parameters: AnalysisParameters
    /// The presentations, measured with these parameters.
    public let presentations: Presentations
    package let accepted: [Bool]
    /// The error rates over all presentations.
    public let rates: ErrorRates
    /// The error rates with intervals over groups.
    public let grouped: GroupedRates
    /// The rate of accepted attacks over all species, with its interval at the full confidence.
    public let pooledAPCER: GroupedRate?
    /// Presentations of a development set, measured with these parameters; nil if there is none.
    public let development: Presentations?

    /// Decides presentations with the parameters.
    ///
    /// - Parameters:
    ///   - development: presentations that thresholds of the score are chosen on, for HTER and EPC.
    ///   - confidence: the confidence of the intervals.
    public init(
        name: String, parameters: AnalysisParameters, presentations: Presentations, development: Presentations? = nil,
        confidence: Double = 0.95
    ) {
        self.init(
            name: name, parameters: parameters, presentations: presentations,
            accepted: presentations.accepted(parameters), development: development, confidence: confidence)
    }

    /// Uses decisions made elsewhere, such as by thresholds chosen in cross-validation.
    package init(
        name: String, parameters: AnalysisParameters, presentations: Presentations, accepted: [Bool],
        development: Presentations? = nil, confidence: Double
    ) {
        self.name = name.printable
        self.parameters = parameters
        self.presentations = presentations
        self.accepted = accepted
        self.development = development
        rates = presentations.rates(accepted: accepted)
        grouped = GroupedRates(presentations, accepted: accepted, confidence: confidence)
        pooledAPCER = GroupedRates(presentations.pooled, accepted: accepted, confidence: confidence).apcer.first
    }

    /// ACER with APCER over all attacks, whatever their species; see ``ErrorRates/acer`` for the worst species.
    public var pooledACER: Double? {
        guard let apcer = pooledAPCER?.rate.value, let bpcer = rates.bpcer.value else { return nil }
        return (apcer + bpcer) / 2
    }

    /// The presentations with the scores that curves are drawn along.
    public var scored: ScoredPresentations { ScoredPresentations(presentations, parameters) }

    /// The rates at thresholds of the score that the development set chooses. Each is nil without such a set, or if a
    /// class has no verdict in one of the sets.
    public var transfer: (worstSpecies: ThresholdTransfer?, pooled: ThresholdTransfer?) {
        guard let development else { return (nil, nil) }
        let (test, chosenOn) = (scored, ScoredPresentations(development, parameters))
        return (
            ThresholdTransfer(from: chosenOn.worstSpeciesCurve, to: test.worstSpeciesCurve),
            ThresholdTransfer(from: chosenOn.pooledCurve, to: test.pooledCurve)
        )
    }
}
