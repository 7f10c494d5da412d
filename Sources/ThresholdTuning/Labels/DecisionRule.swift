public import DepthAnalysis

/// The three thresholds of the verdict that are tuned.
public struct Thresholds: Sendable, Hashable {
    /// A real scene's standard deviation is above this, in metres.
    public var standardDeviation: Double
    /// A real scene has at least this many layers.
    public var layers: Int
    /// A real scene's edge coherence is above this.
    public var coherence: Double

    /// Takes thresholds.
    public init(standardDeviation: Double, layers: Int, coherence: Double) {
        self.standardDeviation = standardDeviation
        self.layers = layers
        self.coherence = coherence
    }

    /// Those of a set of parameters.
    public init(_ parameters: AnalysisParameters) {
        self.init(
            standardDeviation: parameters.standardDeviationThreshold, layers: parameters.layerThreshold,
            coherence: parameters.coherenceThreshold)
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
}

extension Presentations {
    /// Whether the screen rule of `parameters` rejects each presentation; false for a non-response.
    ///
    /// Source: specification §7, in the profile's arithmetic.
    public func screenLike(_ parameters: AnalysisParameters) -> [Bool] {
        let signs = Check.allCases.filter { $0.role == .screenSign }
            .map { (check: $0, comparison: $0.comparison, threshold: $0.threshold(parameters, in: profile)) }
        return zip(responded, screens).map { responded, screen in
            responded
                && signs.allSatisfy { $0.comparison.holds(screen.value(of: $0.check), $0.threshold) }
        }
    }

    /// Whether each presentation is classified as bona fide: the verdict `pass`, decided from the measurements alone.
    ///
    /// Source: specification §9.
    public func accepted(_ parameters: AnalysisParameters) -> [Bool] {
        let screenLike = screenLike(parameters)
        let thresholds = Thresholds(parameters).rounded(for: profile)
        return (0..<count).map { responded[$0] && !screenLike[$0] && passes($0, thresholds) }
    }

    /// Whether presentation `index` passes the three thresholds, which must be rounded for the profile.
    func passes(_ index: Int, _ thresholds: Thresholds) -> Bool {
        standardDeviations[index] > thresholds.standardDeviation && layerCounts[index] >= thresholds.layers
            && coherences[index] > thresholds.coherence
    }
}
