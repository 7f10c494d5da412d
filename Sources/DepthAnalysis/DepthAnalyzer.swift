/// Analyses depth maps with one profile and one set of parameters.
///
/// An analyzer is a value without state: one may be used from any number of tasks at once.
public struct DepthAnalyzer: Sendable {
    /// Whose arithmetic is used.
    public let profile: Profile
    /// The constants.
    public let parameters: AnalysisParameters

    /// An analyzer with the server's constants.
    public init(profile: Profile = .server) {
        self.profile = profile
        parameters = .standard
    }

    /// An analyzer with constants of one's own.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:found:expected:)`` if a parameter has no meaning.
    public init(profile: Profile = .server, parameters: AnalysisParameters) throws(ParameterError) {
        try parameters.validate()
        self.profile = profile
        self.parameters = parameters
    }

    /// Analyses a map and returns when done.
    ///
    /// Never fails: a map without (valid) samples, or too small for the client, has the status `unavailable`. A flat map has no
    /// layers; NaN and infinite samples do not count.
    public func analyze(_ map: DepthMap) -> SceneAnalysis {
        analyze(map) { () throws(Never) in }
    }

    /// Analyses a map away from the caller's actor, so that a main thread goes on meanwhile.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, at the latest after the measurement then under way.
    @concurrent
    public func analysis(of map: DepthMap) async throws -> SceneAnalysis {
        try analyze(map) { () throws(any Error) in try Task.checkCancellation() }
    }

    private func analyze<Failure: Error>(
        _ map: DepthMap, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneAnalysis {
        try checkpoint()
        return switch profile {
        case .server: try analyze(map, rules: ProfileRules<Double>.server, checkpoint: checkpoint)
        case .client: try analyze(map, rules: ProfileRules<Float>.client, checkpoint: checkpoint)
        }
    }

    private func analyze<Scalar, Failure: Error>(
        _ map: DepthMap, rules: ProfileRules<Scalar>, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneAnalysis {
        func unavailable(_ reason: VerdictReason) -> SceneAnalysis {
            SceneAnalysis(
                unavailable: reason, profile: profile, width: map.width, height: map.height,
                totalCount: map.samples.count)
        }
        guard !map.samples.isEmpty else { return unavailable(.noSamples) }
        guard map.width >= rules.smallestSide, map.height >= rules.smallestSide else {
            return unavailable(.mapTooSmall)
        }
        guard
            let measurements = try SceneMeasurements.plain(
                of: map, parameters: parameters, rules: rules, checkpoint: checkpoint)
        else { return unavailable(.noValidSample) }
        return SceneAnalysis(measurements, of: map, parameters: parameters, profile: profile)
    }
}
