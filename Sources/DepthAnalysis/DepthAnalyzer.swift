/// Analyses depth maps with one profile and one set of parameters.
///
///     let analysis = DepthAnalyzer().analyze(map)
///     if analysis.isLikelyRealScene { … }
///
/// An analyzer is a value and may be used from any number of tasks at once. Its copies share a pool of kernel
/// workspaces, one for each concurrent analysis. A workspace allocates memory for its first map and for each larger
/// one; apart from that, an analysis allocates only the lists of its result.
public struct DepthAnalyzer: Sendable {
    /// The implementation of the measurements. All engines give the same bits.
    public enum Engine: String, Sendable, Hashable, CaseIterable {
        /// Vector kernels in the fastest build for this processor, many times faster than ``plain``; see
        /// `docs/SPEED.md`.
        case kernel
        /// The specification written out step by step: the reference for the kernels.
        case plain
        /// The kernels built for every processor of this architecture.
        case kernelBaseline = "kernel-baseline"
        /// The kernels built for x86-64 processors with AVX2 (x86-64-v3).
        case kernelAVX2 = "kernel-avx2"
    }

    /// The arithmetic of the analysis.
    public let profile: AnalysisProfile
    /// The constants of the analysis.
    public let parameters: AnalysisParameters
    /// The rounding of the server's `exp`. The client's `exp` is the platform's.
    public let exponential: Exponential
    /// The engine in use: ``Engine/plain`` or a build of the kernels.
    ///
    /// It differs from the requested engine in two cases: ``Engine/plain`` replaces kernels that do not cover the
    /// parameters (such as a valid range that begins at 0), and ``Engine/best`` replaces a build that this processor
    /// cannot run.
    public var engine: Engine { kernels?.engine ?? .plain }

    private let kernels: SceneKernels?

    /// Creates an analyzer with the server's constants.
    ///
    /// - Parameters:
    ///   - profile: the arithmetic.
    ///   - engine: the implementation of the measurements; it does not affect the results.
    ///   - exponential: the rounding of the server's `exp`.
    public init(profile: AnalysisProfile = .server, engine: Engine = .kernel, exponential: Exponential = .fused) {
        self.init(profile: profile, validated: .standard, engine: engine, exponential: exponential)
    }

    /// Creates an analyzer with custom constants.
    ///
    /// - Throws: ``AnalysisParameterError/outOfRange(_:found:expected:)`` if a parameter is outside its allowed range.
    public init(
        profile: AnalysisProfile = .server, parameters: AnalysisParameters, engine: Engine = .kernel,
        exponential: Exponential = .fused
    ) throws(AnalysisParameterError) {
        try parameters.validate()
        self.init(profile: profile, validated: parameters, engine: engine, exponential: exponential)
    }

    /// Creates an analyzer with custom constants; returns nil if a parameter is outside its allowed range.
    package init?(profile: AnalysisProfile, meaningful parameters: AnalysisParameters, engine: Engine) {
        guard parameters.firstOutOfRange == nil else { return nil }
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

    /// The maximum number of bytes that analysing a map takes in addition to the map itself.
    ///
    /// The kernels need one workspace (``KernelWorkspace/maximumBytes(for:binCount:isSingle:)``). The plain version
    /// keeps the valid samples in an array that grows by doubling, and sorts a copy of it.
    package func workingByteCount(for map: DepthMap) -> Int {
        guard kernels != nil else { return 4 * 4 * map.samples.count }
        return map.withView { view throws(Never) in
            KernelWorkspace.maximumBytes(
                for: view, binCount: parameters.histogramBinCount, isSingle: profile == .client)
        }
    }

    /// Analyses a map synchronously.
    ///
    /// Never fails: a map without valid samples, or too small for the client, has the status `unavailable`. A flat
    /// map has no layers. NaN and infinite samples are ignored.
    public func analyze(_ map: DepthMap) -> SceneAnalysis {
        map.withView { analyze($0) { () throws(Never) in } }
    }

    /// Analyses a grid of samples without copying it.
    ///
    ///     let analysis = try analyzer.analyze(samples.span, width: 256, height: 192)
    ///
    /// The result equals that of `analyze(_:)` for a map of the same samples.
    ///
    /// - Parameters:
    ///   - samples: exactly `width * height` distances in metres, row-major.
    ///   - width: samples per row, at least 1.
    ///   - height: rows, at least 1.
    /// - Throws: the errors of ``DepthMap/init(width:height:samples:)``.
    public func analyze(_ samples: Span<Float>, width: Int, height: Int) throws(DepthMapError) -> SceneAnalysis {
        try MapDimensions(width: width, height: height).require(sampleCount: samples.count)
        return samples.withUnsafeBufferPointer {
            analyze(MapView(width: width, height: height, samples: $0)) { () throws(Never) in }
        }
    }

    /// - Parameter checkpoint: called between the measurements; an error it throws ends the analysis.
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
                // `coversClient` is a compile-time constant, so Embedded builds drop the kernel branch.
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
