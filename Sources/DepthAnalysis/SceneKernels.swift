#if KERNEL_BUILDS && arch(x86_64)
    internal import CProcessor
    internal import KernelsAVX2
#endif

/// The kernels of one build, with a pool of workspaces and the constants derived from the parameters.
///
/// Builds target different processors and give the same bits. This module's kernels run on every processor;
/// `KernelsAVX2` compiles the same sources with other flags (`docs/SPEED.md`).
enum SceneKernels: Sendable {
    case baseline(KernelPlan, WorkspacePool<KernelWorkspace>)
    #if KERNEL_BUILDS && arch(x86_64)
        case avx2(KernelsAVX2.KernelPlan, WorkspacePool<KernelsAVX2.KernelWorkspace>)
    #endif

    /// Returns nil for the plain engine and for parameters that the kernels do not cover.
    init?(_ engine: DepthAnalyzer.Engine, _ profile: AnalysisProfile, _ parameters: AnalysisParameters) {
        switch engine == .kernel ? .best : engine {
        case .plain:
            return nil
        #if KERNEL_BUILDS && arch(x86_64)
            case .kernelAVX2:
                guard let plan = KernelsAVX2.KernelPlan(of: profile, parameters) else { return nil }
                self = .avx2(plan, WorkspacePool { KernelsAVX2.KernelWorkspace() })
        #endif
        default:
            guard let plan = profile == .server ? KernelPlan(parameters) : KernelPlan(inSingle: parameters) else {
                return nil
            }
            self = .baseline(plan, WorkspacePool { KernelWorkspace() })
        }
    }

    var engine: DepthAnalyzer.Engine {
        switch self {
        case .baseline: .kernelBaseline
        #if KERNEL_BUILDS && arch(x86_64)
            case .avx2: .kernelAVX2
        #endif
        }
    }

    /// Measures a map, with the same bits as ``SceneMeasurements/plain(of:parameters:rules:exponential:checkpoint:)``.
    /// Returns nil when no sample is valid.
    ///
    /// - Parameter checkpoint: called between the passes; an error it throws ends the measurement.
    func measure<Scalar, Failure: Error>(
        _ map: MapView, _ parameters: AnalysisParameters, _ rules: ProfileRules<Scalar>,
        _ exponential: DepthAnalyzer.Exponential, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> SceneMeasurements<Scalar>? {
        switch self {
        case .baseline(let plan, let pool):
            return try pool.withWorkspace { (workspace) throws(Failure) in
                guard let found = try workspace.measure(map, plan, checkpoint: checkpoint) else { return nil }
                return SceneMeasurements(
                    found, parameters, rules, exponential,
                    binCounts: workspace.binCounts(parameters.histogramBinCount),
                    quadrant: { workspace.quadrant($0) })
            }
        #if KERNEL_BUILDS && arch(x86_64)
            case .avx2(let plan, let pool):
                return try measure(map, plan, pool, parameters, rules, exponential, checkpoint: checkpoint)
        #endif
        }
    }
}

extension DepthAnalyzer.Engine {
    /// Whether this engine can run here. ``kernelAVX2`` needs an AVX2 processor, Linux and a release build.
    ///
    ///     DepthAnalyzer.Engine.allCases.filter(\.isAvailable)      // [.kernel, .plain, .kernelBaseline, .kernelAVX2]
    public var isAvailable: Bool {
        switch self {
        case .kernel, .plain, .kernelBaseline: true
        #if KERNEL_BUILDS && arch(x86_64)
            case .kernelAVX2: processor_has_avx2()
        #else
            case .kernelAVX2: false
        #endif
        }
    }

    /// The build that ``kernel`` selects here: the fastest that can run.
    public static var best: DepthAnalyzer.Engine { kernelAVX2.isAvailable ? .kernelAVX2 : .kernelBaseline }

    /// The engines that every build of the package has; other languages are offered only these.
    package static var inEveryBuild: [DepthAnalyzer.Engine] { [.kernel, .plain] }
}

extension SceneMeasurements {
    /// - Parameters:
    ///   - binCounts: the number of samples in each bin; not read for a flat map.
    ///   - quadrant: the results for each of the four quadrants; not called for a map without quadrants.
    init(
        _ found: KernelMeasurements, _ parameters: AnalysisParameters, _ rules: ProfileRules<Scalar>,
        _ exponential: DepthAnalyzer.Exponential,
        binCounts: UnsafeBufferPointer<Int>,
        quadrant: (Int) -> (validCount: Int, squaredDeviations: Double)
    ) {
        let (extent, moments) = (found.extent, found.moments)
        // The client's numbers are widened f32, so narrowing them is exact.
        let (minimum, maximum) = (Scalar(extent.minimum), Scalar(extent.maximum))
        let statistics = DepthStatistics(
            mean: Scalar(moments.mean),
            standardDeviation: Moments.standardDeviation(
                squaredDeviations: Scalar(moments.squaredDeviations), count: extent.validCount),
            minimum: minimum, maximum: maximum)
        let histogram = moments.binWidth.map { width in
            DepthHistogram(minimum: minimum, maximum: maximum, binWidth: Scalar(width), counts: Array(binCounts))
        }
        let quadrants = (0..<(moments.hasQuadrants ? MapLayout.quadrantCount : 0)).map { number in
            let found = quadrant(number)
            return (
                validCount: found.validCount,
                standardDeviation: found.validCount >= parameters.quadrantMinimumSampleCount
                    ? Moments.standardDeviation(
                        squaredDeviations: Scalar(found.squaredDeviations), count: found.validCount)
                    : nil
            )
        }
        self.init(
            validCount: extent.validCount,
            statistics: statistics,
            histogram: histogram,
            layers: DepthLayers(in: histogram, prominenceRatio: parameters.peakProminenceRatio),
            edges: EdgeCoherence(
                interiorCount: extent.interiorCount, edgeCount: extent.edgeCount, gain: parameters.edgeGain,
                exponential),
            screen: ScreenPattern(
                median: Scalar(Double(depthOf: found.median)), uniformCount: found.uniformCount,
                validCount: extent.validCount, statistics: statistics, parameters: parameters),
            quadrants: Quadrants(measured: quadrants, parameters: parameters, rules: rules))
    }
}

#if KERNEL_BUILDS && arch(x86_64)
    extension KernelsAVX2.KernelPlan {
        fileprivate convenience init?(of profile: AnalysisProfile, _ parameters: AnalysisParameters) {
            self.init(
                isClient: profile == .client,
                nearest: parameters.validRange.lower, farthest: parameters.validRange.upper,
                histogramBinCount: parameters.histogramBinCount, gradientThreshold: parameters.gradientThreshold,
                screenBand: parameters.screenBand)
        }
    }

    extension SceneKernels {
        /// Measures with a workspace of `KernelsAVX2`, which returns plain numbers.
        private func measure<Scalar, Failure: Error>(
            _ map: MapView, _ plan: KernelsAVX2.KernelPlan, _ pool: WorkspacePool<KernelsAVX2.KernelWorkspace>,
            _ parameters: AnalysisParameters, _ rules: ProfileRules<Scalar>, _ exponential: DepthAnalyzer.Exponential,
            checkpoint: () throws(Failure) -> Void
        ) throws(Failure) -> SceneMeasurements<Scalar>? {
            var failure: Failure?
            func shouldContinue() -> Bool {
                do throws(Failure) {
                    try checkpoint()
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            let measured = pool.withWorkspace { workspace -> SceneMeasurements<Scalar>? in
                let numbers = workspace.numbers(
                    of: map.samples, width: map.width, height: map.height, plan, shouldContinue: shouldContinue)
                return numbers.map { found in
                    SceneMeasurements(
                        KernelMeasurements(
                            extent: KernelExtent(
                                validCount: found.validCount, sum: found.sum, nearest: found.nearest,
                                farthest: found.farthest, interiorCount: found.interiorCount,
                                edgeCount: found.edgeCount),
                            moments: KernelMoments(
                                mean: found.mean, squaredDeviations: found.squaredDeviations,
                                binWidth: found.binWidth, hasQuadrants: found.hasQuadrants),
                            median: found.median, uniformCount: found.uniformCount),
                        parameters, rules, exponential,
                        binCounts: workspace.binCounts(parameters.histogramBinCount),
                        quadrant: { workspace.quadrantNumbers($0) })
                }
            }
            if let failure { throw failure }
            return measured
        }
    }
#endif
