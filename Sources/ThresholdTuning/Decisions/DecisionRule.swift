public import DepthAnalysis

/// The three thresholds of the verdict that are tuned.
///
///     let thresholds = Thresholds(AnalysisParameters.standard)
///     print(thresholds.standardDeviation, thresholds.layers, thresholds.coherence)
public struct Thresholds: Sendable, Hashable {
    /// A real scene's standard deviation is above this, in metres.
    public var standardDeviation: Double
    /// A real scene has at least this many layers.
    public var layers: Int
    /// A real scene's edge coherence is above this.
    public var coherence: Double

    /// The parameters they are.
    package static let keys: [AnalysisParameters.Key] = [.varianceThreshold, .layerThreshold, .coherenceThreshold]
}

extension Thresholds {
    /// Those of a set of parameters.
    public init(_ parameters: AnalysisParameters) {
        self.init(
            standardDeviation: parameters.standardDeviationThreshold, layers: parameters.layerThreshold,
            coherence: parameters.coherenceThreshold)
    }

    /// Every combination, the layers outermost and the coherence innermost.
    static func combinations(
        standardDeviations: [Double], layers: some Sequence<Int>, coherences: [Double]
    ) -> [Thresholds] {
        layers.flatMap { layers in
            standardDeviations.flatMap { deviation in
                coherences.map { Thresholds(standardDeviation: deviation, layers: layers, coherence: $0) }
            }
        }
    }

    /// The thresholds as the profile compares them: the client rounds them to `Float`.
    func rounded(for profile: AnalysisProfile) -> Thresholds {
        Thresholds(
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

    /// Whether a presentation passes all three, which must be rounded for its profile.
    package func accept(_ presentation: Presentation) -> Bool {
        presentation.standardDeviation > standardDeviation && presentation.layers >= layers
            && presentation.coherence > coherence
    }
}

extension Presentations {
    /// Whether the screen rule of `parameters` rejects each presentation; false for a non-response.
    ///
    /// Source: specification §7, in the profile's arithmetic.
    func screenLike(_ parameters: AnalysisParameters) -> [Bool] {
        let signs = SceneAnalysis.Check.allCases.filter { $0.role == .screenSign }
            .map { (check: $0, comparison: $0.comparison, threshold: $0.threshold(parameters, in: profile)) }
        return all.map { presentation in
            presentation.responded
                && signs.allSatisfy { $0.comparison.holds(presentation.value(of: $0.check), $0.threshold) }
        }
    }

    /// Whether each presentation is classified as bona fide: the verdict `pass`, decided from the measurements alone.
    ///
    /// Source: specification §9.
    package func accepted(_ parameters: AnalysisParameters) -> [Bool] {
        let thresholds = Thresholds(parameters).rounded(for: profile)
        return zip(all, screenLike(parameters)).map { presentation, isScreenLike in
            presentation.responded && !isScreenLike && thresholds.accept(presentation)
        }
    }

    /// Whether each presentation is classified as bona fide, and by how much.
    ///
    /// The margin is the smallest normalised one, see ``NormalisedMargin``: above 0 exactly where the presentation is
    /// accepted, finite, and -1 where no scale of the thresholds would accept it: without a verdict, and where the
    /// screen rule rejects it.
    package func decisions(_ parameters: AnalysisParameters) -> [(isAccepted: Bool, margin: Double)] {
        let score = NormalisedMargin(start: Thresholds(parameters).rounded(for: profile))
        let isScreenLike = screenLike(parameters)
        return zip(zip(all, isScreenLike), accepted(parameters)).map { candidate, isAccepted in
            let (presentation, isScreenLike) = candidate
            guard presentation.responded, !isScreenLike, let margin = score.score(presentation) else {
                return (false, -1)
            }
            // A value a step above its threshold may have a quotient of 1, and a threshold of 0 has no scale.
            return isAccepted
                ? (true, min(max(margin, .leastNonzeroMagnitude), .greatestFiniteMagnitude))
                : (false, max(min(margin, 0), -1))
        }
    }
}
