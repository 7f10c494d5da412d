public import DepthAnalysis

/// The three verdict thresholds that are tuned.
///
///     let thresholds = VerdictThresholds(AnalysisParameters.standard)
///     print(thresholds.standardDeviation, thresholds.layers, thresholds.coherence)
public struct VerdictThresholds: Sendable, Hashable {
    /// A bona fide map has a standard deviation above this, in metres.
    public var standardDeviation: Double
    /// A bona fide map has at least this number of layers.
    public var layers: Int
    /// A bona fide map has an edge coherence above this.
    public var coherence: Double

    package static let keys: [AnalysisParameters.Key] = [.varianceThreshold, .layerThreshold, .coherenceThreshold]
}

extension VerdictThresholds {
    /// The thresholds of a set of parameters.
    public init(_ parameters: AnalysisParameters) {
        self.init(
            standardDeviation: parameters.standardDeviationThreshold, layers: parameters.layerThreshold,
            coherence: parameters.coherenceThreshold)
    }

    /// All combinations, with layers in the outermost loop and coherence in the innermost.
    static func combinations(
        standardDeviations: [Double], layers: some Sequence<Int>, coherences: [Double]
    ) -> [VerdictThresholds] {
        layers.flatMap { layers in
            standardDeviations.flatMap { deviation in
                coherences.map { VerdictThresholds(standardDeviation: deviation, layers: layers, coherence: $0) }
            }
        }
    }

    /// The thresholds as the profile compares them: the client rounds them to `Float`.
    func rounded(for profile: AnalysisProfile) -> VerdictThresholds {
        VerdictThresholds(
            standardDeviation: profile.rounded(standardDeviation), layers: layers, coherence: profile.rounded(coherence)
        )
    }

    /// `parameters` with these thresholds.
    public func applied(to parameters: AnalysisParameters) -> AnalysisParameters {
        var parameters = parameters
        parameters.standardDeviationThreshold = standardDeviation
        parameters.layerThreshold = layers
        parameters.coherenceThreshold = coherence
        return parameters
    }

    /// Whether a presentation passes all three thresholds, which must be rounded for its profile.
    package func accept(_ presentation: Presentation) -> Bool {
        presentation.standardDeviation > standardDeviation && presentation.layers >= layers
            && presentation.coherence > coherence
    }
}

extension LabelledPresentations {
    /// Whether the screen rule of `parameters` rejects each presentation; false for a non-response.
    ///
    /// Source: specification §7, in the arithmetic of the profile.
    func screenLike(_ parameters: AnalysisParameters) -> [Bool] {
        let signs = SceneAnalysis.Check.allCases.filter { $0.role == .screenSign }
            .map { (check: $0, comparison: $0.comparison, threshold: $0.threshold(parameters, in: profile)) }
        return all.map { presentation in
            presentation.responded
                && signs.allSatisfy { $0.comparison.holds(presentation.value(of: $0.check), $0.threshold) }
        }
    }

    /// Whether each presentation is classified as bona fide: the verdict `pass`, derived from the measurements alone.
    ///
    /// Source: specification §9.
    package func accepted(_ parameters: AnalysisParameters) -> [Bool] {
        let thresholds = VerdictThresholds(parameters).rounded(for: profile)
        return zip(all, screenLike(parameters)).map { presentation, isScreenLike in
            presentation.responded && !isScreenLike && thresholds.accept(presentation)
        }
    }

    /// Whether each presentation is classified as bona fide, and its margin.
    ///
    /// The margin is the smallest normalised margin (see ``NormalisedMargin``). It is finite, and above 0 exactly if
    /// the presentation is accepted. It is -1 if no scaling of the thresholds would accept the presentation: it has no
    /// verdict, or the screen rule rejects it.
    package func decisions(_ parameters: AnalysisParameters) -> [(isAccepted: Bool, margin: Double)] {
        let score = NormalisedMargin(start: VerdictThresholds(parameters).rounded(for: profile))
        let isScreenLike = screenLike(parameters)
        return zip(zip(all, isScreenLike), accepted(parameters)).map { candidate, isAccepted in
            let (presentation, isScreenLike) = candidate
            guard presentation.responded, !isScreenLike, let margin = score.score(presentation) else {
                return (false, -1)
            }
            // The quotient of a value just above its threshold may round to 1, and a threshold of 0 cannot be scaled.
            return isAccepted
                ? (true, min(max(margin, .leastNonzeroMagnitude), .greatestFiniteMagnitude))
                : (false, max(min(margin, 0), -1))
        }
    }
}
