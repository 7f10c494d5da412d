public import DepthAnalysis
public import DepthFiles

/// What was measured of one file: every number a decision can use, and what it takes to measure it again.
///
/// A file that could not be read is a row too: its status is `unavailable`, its numbers are 0 and ``error`` says why.
public struct MapMeasurement: Sendable, Hashable {
    /// The file's path relative to the corpus, with `/` between its parts.
    public var file: String
    /// SHA-256 of the file's bytes in hexadecimal; empty when they could not be read.
    public var fileDigest: String
    /// ``DepthAnalysis/AnalysisParameters/digest`` of the parameters of the run.
    public var parametersDigest: String
    /// ``DepthAnalysis/AnalysisParameters/measuringDigest`` of the same.
    public var measuringDigest: String
    /// How the file was read, see ``DepthFiles/ReadingOptions/canonicalText``.
    public var reading: String
    /// Whose arithmetic was used. Numbers of the client are `Float`s widened.
    public var profile: AnalysisProfile
    /// The verdict under the parameters of the run.
    public var status: SceneAnalysis.Status
    /// Samples in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Samples.
    public var totalCount: Int
    /// Valid samples.
    public var validCount: Int
    /// Share of the samples that are valid.
    public var coverage: Double
    /// Population standard deviation of the valid samples in metres.
    public var standardDeviation: Double
    /// Peaks of the smoothed histogram.
    public var layerCount: Int
    /// Edge coherence, 0 to 1.
    public var edgeCoherence: Double
    /// Nearest valid sample in metres.
    public var minimumDepth: Double
    /// Farthest valid sample in metres.
    public var maximumDepth: Double
    /// Farthest less nearest valid sample in metres, in the profile's arithmetic.
    public var depthRange: Double
    /// Mean of the valid samples in metres.
    public var meanDepth: Double
    /// Upper median of the valid samples in metres.
    public var medianDepth: Double
    /// Share of the valid samples within the screen band around the median.
    public var uniformityRatio: Double
    /// Whether the screen rule of the run rejects the map.
    public var isScreenLike: Bool
    /// Smallest standard deviation of a quadrant in metres. Only warns, never decides.
    public var minimumQuadrantStandardDeviation: Double
    /// Interior pixels with a valid centre.
    public var interiorCount: Int
    /// Those that are edges.
    public var edgeCount: Int
    /// Why the file could not be read; empty when it was.
    public var error: String

    /// Takes over an analysis.
    ///
    /// - Parameters:
    ///   - analysis: of the file, or of status `unavailable`.
    ///   - file: relative to the corpus.
    ///   - fileDigest: of its bytes, empty if there are none.
    ///   - provenance: of the run.
    ///   - error: empty if the file was read.
    public init(
        _ analysis: SceneAnalysis, file: String, fileDigest: String, provenance: MeasuringProvenance, error: String = ""
    ) {
        self.file = file
        self.fileDigest = fileDigest
        parametersDigest = provenance.parametersDigest
        measuringDigest = provenance.measuringDigest
        reading = provenance.reading
        profile = analysis.profile
        status = analysis.status
        width = analysis.width
        height = analysis.height
        totalCount = analysis.totalCount
        validCount = analysis.validCount
        coverage = analysis.coverage
        standardDeviation = analysis.standardDeviation
        layerCount = analysis.layerCount
        edgeCoherence = analysis.edgeCoherence
        minimumDepth = analysis.minimumDepth
        maximumDepth = analysis.maximumDepth
        depthRange =
            switch analysis.profile {
            case .server: analysis.maximumDepth - analysis.minimumDepth
            case .client: Double(Float(analysis.maximumDepth) - Float(analysis.minimumDepth))
            }
        meanDepth = analysis.meanDepth
        medianDepth = analysis.medianDepth
        uniformityRatio = analysis.uniformityRatio
        isScreenLike = analysis.isScreenLike
        minimumQuadrantStandardDeviation = analysis.minimumQuadrantStandardDeviation
        interiorCount = analysis.interiorCount
        edgeCount = analysis.edgeCount
        self.error = error
    }
}

/// What is the same in every row of one run of measuring.
public struct MeasuringProvenance: Sendable, Hashable {
    /// ``DepthAnalysis/AnalysisParameters/digest``.
    public let parametersDigest: String
    /// ``DepthAnalysis/AnalysisParameters/measuringDigest``.
    public let measuringDigest: String
    /// ``DepthFiles/ReadingOptions/canonicalText``.
    public let reading: String
    /// Whose arithmetic.
    public let profile: AnalysisProfile

    /// Of a run with this analyzer and this reader.
    public init(analyzer: DepthAnalyzer, reading options: ReadingOptions) {
        parametersDigest = analyzer.parameters.digest(analyzer.exponential)
        measuringDigest = analyzer.parameters.measuringDigest(analyzer.exponential)
        reading = options.canonicalText
        profile = analyzer.profile
    }
}
