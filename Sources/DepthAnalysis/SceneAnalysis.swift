/// Everything the analysis of one depth map found: one flat record.
///
/// Numbers are `Double`s. In the client profile each is a `Float` widened, which loses nothing; its JSON form is the
/// `Float`'s. With ``status`` `unavailable` every number is 0, every list but ``reasons`` is empty and every flag false, except
/// for what is known of the map itself: profile, width, height and ``totalCount``.
///
/// The JSON names are the server's where it has any; see `docs/JSON.md`.
///
/// Source: specification §4 to §11.
public struct SceneAnalysis: Sendable, Hashable {
    /// The version of the algorithm this module implements.
    public static let algorithmVersion = "1.0"

    /// The verdict.
    public var status: Status
    /// Population standard deviation of the valid samples in metres. JSON: `depth_variance`, a name from the server's history.
    public var standardDeviation: Double = 0
    /// Peaks of the smoothed histogram.
    public var layerCount: Int = 0
    /// Edge coherence, 0 to 1.
    public var edgeCoherence: Double = 0
    /// Nearest valid sample in metres.
    public var minimumDepth: Double = 0
    /// Farthest valid sample in metres.
    public var maximumDepth: Double = 0
    /// Whose arithmetic was used.
    public var profile: AnalysisProfile
    /// Samples in a row, as given or inferred.
    public var width: Int
    /// Rows, as given or inferred.
    public var height: Int
    /// Share of the samples that are valid.
    public var coverage: Double = 0
    /// Number of valid samples.
    public var validCount: Int = 0
    /// Number of samples. Not `width * height` where inferred dimensions do not fit.
    public var totalCount: Int
    /// Mean of the valid samples in metres.
    public var meanDepth: Double = 0
    /// Upper median of the valid samples in metres.
    public var medianDepth: Double = 0
    /// Depths of the layers in metres, nearest first.
    public var peakDepths: [Double] = []
    /// Whether the map looks like a screen or a print.
    public var isScreenLike = false
    /// Share of the valid samples within the screen band around the median.
    public var uniformityRatio: Double = 0
    /// Whether every measured quadrant spreads enough. Only a warning.
    public var quadrantPasses = false
    /// Smallest standard deviation of a quadrant in metres; see ``Quadrants/minimumStandardDeviation``. JSON:
    /// `min_quadrant_variance`.
    public var minimumQuadrantStandardDeviation: Double = 0
    /// Why the verdict is not `pass`, in the order of the checks.
    public var reasons: [VerdictReason] = []
    /// Valid samples in each histogram bin, nearest first; empty for a flat map.
    public var histogramCounts: [Int] = []
    /// Bins of the layers, rising.
    public var peakBins: [Int] = []
    /// Interior pixels with a valid centre.
    public var interiorCount: Int = 0
    /// Those that are edges.
    public var edgeCount: Int = 0
    /// Top left, top right, bottom left, bottom right quadrant; empty when the map has none.
    public var quadrants: [Quadrant] = []

    /// Whether the map is likely a real three-dimensional scene.
    public var isLikelyRealScene: Bool { status == .pass }

    /// The record of a map that has no verdict.
    ///
    /// - Parameters:
    ///   - reason: why not.
    ///   - profile: whose analysis was asked for.
    ///   - width: 0 when no map could be read.
    ///   - height: 0 when no map could be read.
    ///   - totalCount: samples, valid or not.
    public init(unavailable reason: VerdictReason, profile: AnalysisProfile, width: Int, height: Int, totalCount: Int) {
        status = .unavailable
        reasons = [reason]
        self.profile = profile
        self.width = width
        self.height = height
        self.totalCount = totalCount
    }

    /// The record of a measured map.
    init<Scalar>(
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
    }
}
