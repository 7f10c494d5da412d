/// Analyses depth maps with one profile and one set of parameters.
///
/// An analyzer is a value: one may be used from any number of tasks at once. Its copies share the memory the kernels work in,
/// one piece for each analysis under way. An analysis allocates that memory when it meets its first map or a larger one; after that,
/// only the lists of its result.
public struct DepthAnalyzer: Sendable {
    /// Whose arithmetic is used.
    public let profile: AnalysisProfile
    /// The constants.
    public let parameters: AnalysisParameters
    /// How maps are measured: as asked for, but always ``Engine/plain`` where there are no kernels. These are the client
    /// profile and a valid range that begins at 0.
    public var engine: Engine { kernels == nil ? .plain : .kernel }

    private let kernels: (plan: KernelPlan, pool: WorkspacePool)?

    /// An analyzer with the server's constants.
    ///
    /// - Parameters:
    ///   - profile: whose arithmetic is used.
    ///   - engine: how maps are measured. The results do not differ.
    public init(profile: AnalysisProfile = .server, engine: Engine = .kernel) {
        self.init(profile: profile, validated: .standard, engine: engine)
    }

    /// An analyzer with constants of one's own.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:found:expected:)`` if a parameter has no meaning.
    public init(
        profile: AnalysisProfile = .server, parameters: AnalysisParameters, engine: Engine = .kernel
    ) throws(ParameterError) {
        try parameters.validate()
        self.init(profile: profile, validated: parameters, engine: engine)
    }

    private init(profile: AnalysisProfile, validated parameters: AnalysisParameters, engine: Engine) {
        self.profile = profile
        self.parameters = parameters
        kernels =
            profile == .server && engine == .kernel
            ? KernelPlan(parameters).map { ($0, WorkspacePool()) } : nil
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
        case .server:
            try analyze(map, rules: ProfileRules<Double>.server) { () throws(Failure) in
                guard let kernels else {
                    return try .plain(of: map, parameters: parameters, rules: .server, checkpoint: checkpoint)
                }
                return try kernels.pool.withWorkspace { (workspace) throws(Failure) in
                    try .kernel(of: map, plan: kernels.plan, workspace: workspace, checkpoint: checkpoint)
                }
            }
        case .client:
            try analyze(map, rules: ProfileRules<Float>.client) { () throws(Failure) in
                try .plain(of: map, parameters: parameters, rules: .client, checkpoint: checkpoint)
            }
        }
    }

    private func analyze<Scalar, Failure: Error>(
        _ map: DepthMap, rules: ProfileRules<Scalar>,
        measure: () throws(Failure) -> SceneMeasurements<Scalar>?
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
        guard let measurements = try measure() else { return unavailable(.noValidSample) }
        return SceneAnalysis(measurements, of: map, parameters: parameters, profile: profile)
    }
}
