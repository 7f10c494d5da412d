/// Analyses depth maps with one profile and one set of parameters.
///
///     let analysis = DepthAnalyzer().analyze(map)
///     if analysis.isLikelyRealScene { … }
///
/// An analyzer is a value: one may be used from any number of tasks at once. Its copies share the memory the kernels
/// work in, one piece for each analysis under way. An analysis allocates that memory when it meets its first map or a
/// larger one; after that, only the lists of its result.
public struct DepthAnalyzer: Sendable {
    /// How a map is measured. All give the same bits.
    public enum Engine: String, Sendable, Hashable, CaseIterable {
        /// Vector kernels, many times faster, in the build that suits this processor; see `docs/SPEED.md`.
        case kernel
        /// The specification written down step by step: what the kernels are held to.
        case plain
        /// The kernels built for any processor of its kind.
        case kernelBaseline = "kernel-baseline"
        /// The kernels built for x86-64 processors with AVX2 and what came with it (x86-64-v3).
        case kernelAVX2 = "kernel-avx2"
    }

    /// Whose arithmetic is used.
    public let profile: AnalysisProfile
    /// The constants.
    public let parameters: AnalysisParameters
    /// How the server's `exp` rounds. The client's is its platform's.
    public let exponential: Exponential
    /// How maps are measured: ``Engine/plain``, or which build of the kernels. It is as asked for, but
    /// ``Engine/plain`` for parameters that the kernels do not cover, such as a valid range that begins at 0; and where
    /// this processor lacks what a build needs, the one that ``Engine/kernel`` stands for.
    public var engine: Engine { kernels?.engine ?? .plain }

    private let kernels: SceneKernels?

    /// An analyzer with the server's constants.
    ///
    /// - Parameters:
    ///   - profile: whose arithmetic is used.
    ///   - engine: how maps are measured. The results do not differ.
    ///   - exponential: how the server's `exp` rounds.
    public init(profile: AnalysisProfile = .server, engine: Engine = .kernel, exponential: Exponential = .fused) {
        self.init(profile: profile, validated: .standard, engine: engine, exponential: exponential)
    }

    /// An analyzer with constants of one's own.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:found:expected:)`` if a parameter has no meaning.
    public init(
        profile: AnalysisProfile = .server, parameters: AnalysisParameters, engine: Engine = .kernel,
        exponential: Exponential = .fused
    ) throws(ParameterError) {
        try parameters.validate()
        self.init(profile: profile, validated: parameters, engine: engine, exponential: exponential)
    }

    /// An analyzer with constants of one's own; nil if a parameter has no meaning.
    package init?(profile: AnalysisProfile, meaningful parameters: AnalysisParameters, engine: Engine) {
        guard parameters.firstWithoutMeaning == nil else { return nil }
        self.init(profile: profile, validated: parameters, engine: engine, exponential: .fused)
    }

    private init(
        profile: AnalysisProfile, validated parameters: AnalysisParameters, engine: Engine, exponential: Exponential
    ) {
        self.profile = profile
        self.parameters = parameters
        self.exponential = exponential
        kernels = SceneKernels(engine.isAvailable ? engine : .kernel, profile, parameters)
    }

    /// The most bytes that analysing a map takes beside the map itself.
    ///
    /// The kernels take what a workspace holds (``KernelWorkspace/mostBytes(for:binCount:isSingle:)``). The plain
    /// version keeps the valid samples, which grow by doubling, and sorts a copy of them.
    package func workingByteCount(for map: DepthMap) -> Int {
        guard kernels != nil else { return 4 * 4 * map.samples.count }
        return map.withView { view throws(Never) in
            KernelWorkspace.mostBytes(
                for: view, binCount: parameters.histogramBinCount, isSingle: profile == .client)
        }
    }

    /// Analyses a map and returns when done, in synchronous and asynchronous code.
    ///
    /// Never fails: a map without (valid) samples, or too small for the client, has the status `unavailable`. A flat
    /// map has no layers; NaN and infinite samples do not count.
    public func analyze(_ map: DepthMap) -> SceneAnalysis {
        map.withView { analyze($0) { () throws(Never) in } }
    }

    /// Analyses a full grid of samples that stay where they are: nothing is copied.
    ///
    ///     let analysis = try analyzer.analyze(samples.span, width: 256, height: 192)
    ///
    /// The answer is that of `analyze(_:)` for a map of the same samples.
    ///
    /// - Parameters:
    ///   - samples: exactly `width * height` distances in metres, row-major.
    ///   - width: samples in a row, at least 1.
    ///   - height: rows, at least 1.
    /// - Throws: as ``DepthMap/init(width:height:samples:)``.
    public func analyze(_ samples: Span<Float>, width: Int, height: Int) throws(DepthMapError) -> SceneAnalysis {
        try MapDimensions(width: width, height: height).require(sampleCount: samples.count)
        return samples.withUnsafeBufferPointer {
            analyze(MapView(width: width, height: height, samples: $0)) { () throws(Never) in }
        }
    }

    /// Analyses a borrowed map.
    ///
    /// - Parameter checkpoint: called between the measurements; what it throws ends the analysis.
    func analyze<Failure: Error>(
        _ map: MapView, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneAnalysis {
        try checkpoint()
        return switch profile {
        case .server:
            try analyze(map, rules: ProfileRules<Double>.server) { () throws(Failure) in
                guard let kernels else { return try measurePlainly(map, .server, checkpoint: checkpoint) }
                return try kernels.measure(map, parameters, .server, exponential, checkpoint: checkpoint)
            }
        case .client:
            try analyze(map, rules: ProfileRules<Float>.client) { () throws(Failure) in
                // The first condition is known when compiling, so that nothing of the second is left where it is false.
                guard KernelPlan.coversClient, let kernels else {
                    return try measurePlainly(map, .client, checkpoint: checkpoint)
                }
                return try kernels.measure(map, parameters, .client, exponential, checkpoint: checkpoint)
            }
        }
    }

    func analyze<Scalar, Failure: Error>(
        _ map: MapView, rules: ProfileRules<Scalar>,
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

    func measurePlainly<Scalar, Failure: Error>(
        _ map: MapView, _ rules: ProfileRules<Scalar>, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneMeasurements<Scalar>? {
        try .plain(of: map, parameters: parameters, rules: rules, exponential: exponential, checkpoint: checkpoint)
    }
}
