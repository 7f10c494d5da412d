/// The result of analysing one depth map.
///
///     let analysis = DepthAnalyzer().analyze(map)
///     print(analysis.status, analysis.standardDeviation, analysis.reasons)
///
/// Numbers are `Double`s. In the client profile, each is a widened `Float` and is written in JSON as that `Float`. If
/// ``status`` is `unavailable`, every number is 0, every list except ``reasons`` is empty and every flag is false; only
/// profile, width, height and ``totalCount`` are set.
///
/// The JSON names are the server's for all fields that the server has; see `docs/JSON.md`.
///
/// Source: specification §4 to §11.
public struct SceneAnalysis: Sendable, Hashable {
    /// The version of the implemented algorithm.
    public static let algorithmVersion = "1.0"

    /// The verdict.
    public internal(set) var status = Status.unavailable
    /// Population standard deviation of the valid samples in metres. JSON: `depth_variance`, the server's historical
    /// name.
    public internal(set) var standardDeviation: Double = 0
    /// Peaks of the smoothed histogram.
    public internal(set) var layerCount: Int = 0
    /// Edge coherence, 0 to 1.
    public internal(set) var edgeCoherence: Double = 0
    /// Nearest valid sample in metres.
    public internal(set) var minimumDepth: Double = 0
    /// Farthest valid sample in metres.
    public internal(set) var maximumDepth: Double = 0
    /// The arithmetic of the analysis.
    public internal(set) var profile: AnalysisProfile
    /// Samples per row, as given or inferred.
    public internal(set) var width: Int = 0
    /// Rows, as given or inferred.
    public internal(set) var height: Int = 0
    /// Share of the samples that are valid.
    public internal(set) var coverage: Double = 0
    /// Number of valid samples.
    public internal(set) var validCount: Int = 0
    /// Number of samples. Differs from `width * height` if inferred dimensions do not fit.
    public internal(set) var totalCount: Int = 0
    /// Mean of the valid samples in metres.
    public internal(set) var meanDepth: Double = 0
    /// Upper median of the valid samples in metres.
    public internal(set) var medianDepth: Double = 0
    /// Depths of the layers in metres, nearest first.
    public internal(set) var peakDepths: [Double] = []
    /// Whether the map looks like a screen or a print.
    public internal(set) var isScreenLike = false
    /// Share of the valid samples within the screen band around the median.
    public internal(set) var uniformityRatio: Double = 0
    /// Whether every measured quadrant's standard deviation is above the threshold. A failure is only a warning.
    public internal(set) var quadrantPasses = false
    /// Smallest standard deviation of a quadrant in metres; 0 when the map has no quadrants. When every quadrant was
    /// skipped, the largest finite number for the server and 0 for the client. JSON: `min_quadrant_variance`.
    public internal(set) var minimumQuadrantStandardDeviation: Double = 0
    /// The reasons why the verdict is not `pass`, in the order of the checks.
    public internal(set) var reasons: [VerdictReason] = []
    /// The outcomes of the checks, with value, threshold and margin, in the order of ``SceneAnalysis/Check``. The
    /// quadrant check is missing if no quadrant was measured.
    public internal(set) var checks: [CheckOutcome] = []
    /// Valid samples in each histogram bin, nearest first; empty for a flat map.
    public internal(set) var histogramCounts: [Int] = []
    /// Bins of the layers, in ascending order.
    public internal(set) var peakBins: [Int] = []
    /// Interior pixels with a valid centre.
    public internal(set) var interiorCount: Int = 0
    /// Interior pixels that are edges.
    public internal(set) var edgeCount: Int = 0
    /// Top left, top right, bottom left, bottom right quadrant; empty when the map has none.
    public internal(set) var quadrants: [DepthQuadrant] = []

    /// Whether the map is likely a real three-dimensional scene.
    public var isLikelyRealScene: Bool { status == .pass }

    /// Whether a quadrant had enough valid samples to be measured.
    public var hasMeasuredQuadrant: Bool { quadrants.contains { $0.standardDeviation != nil } }

    /// Creates the record of a map without a verdict.
    ///
    /// - Parameters:
    ///   - reason: the reason why the map has no verdict.
    ///   - profile: the requested profile.
    ///   - width: samples per row; 0 if no map could be read.
    ///   - height: rows; 0 if no map could be read.
    ///   - totalCount: the number of samples, valid or not.
    public init(unavailable reason: VerdictReason, profile: AnalysisProfile, width: Int, height: Int, totalCount: Int) {
        self.init(profile: profile)
        reasons = [reason]
        self.width = width
        self.height = height
        self.totalCount = totalCount
    }

    /// Creates a record without a verdict or a reason.
    init(profile: AnalysisProfile) {
        self.profile = profile
    }

    init<Scalar: DepthScalar>(
        _ measurements: SceneMeasurements<Scalar>, of map: MapView, parameters: AnalysisParameters,
        profile: AnalysisProfile
    ) {
        let reasons = measurements.reasonsAgainstRealScene(parameters)
        status = reasons.isEmpty ? .pass : .fail
        self.reasons = reasons
        self.profile = profile
        width = map.width
        height = map.height
        totalCount = map.samples.count
        validCount = measurements.validCount
        coverage = Double(Scalar(measurements.validCount) / Scalar(map.samples.count))
        standardDeviation = Double(measurements.statistics.standardDeviation)
        meanDepth = Double(measurements.statistics.mean)
        minimumDepth = Double(measurements.statistics.minimum)
        maximumDepth = Double(measurements.statistics.maximum)
        histogramCounts = measurements.histogram?.counts ?? []
        layerCount = measurements.layers.count
        peakBins = measurements.layers.peakBins
        peakDepths = measurements.layers.peakDepths.map { Double($0) }
        interiorCount = measurements.edges.interiorCount
        edgeCount = measurements.edges.edgeCount
        edgeCoherence = Double(measurements.edges.value)
        medianDepth = Double(measurements.screen.median)
        uniformityRatio = Double(measurements.screen.uniformity)
        isScreenLike = measurements.screen.isScreenLike
        quadrants = measurements.quadrants.all
        quadrantPasses = measurements.quadrants.passes
        minimumQuadrantStandardDeviation = Double(measurements.quadrants.minimumStandardDeviation)
        checks = carriedOut(parameters)
    }
}
