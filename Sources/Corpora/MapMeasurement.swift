public import DepthAnalysis
public import DepthFiles

/// What was measured of one file: every number a decision can use, and what it takes to measure it again.
///
/// A file that could not be read is a row too: its status is `unavailable`, its numbers are 0 and ``error`` says why.
public struct MapMeasurement: Sendable, Hashable {
    /// The file's path relative to the corpus, with `/` between its parts.
    public internal(set) var file: String
    /// SHA-256 of the file's bytes in hexadecimal; empty when they could not be read.
    public internal(set) var fileDigest: String
    /// ``DepthAnalysis/AnalysisParameters/digest`` of the parameters of the run.
    public internal(set) var parametersDigest: String
    /// ``DepthAnalysis/AnalysisParameters/measuringDigest`` of the same.
    public internal(set) var measuringDigest: String
    /// How the file was read, see ``DepthFiles/ReadingOptions/canonicalText``.
    public internal(set) var reading: String
    /// Whose arithmetic was used. Numbers of the client are `Float`s widened.
    public internal(set) var profile: AnalysisProfile
    /// The verdict under the parameters of the run.
    public internal(set) var status: SceneAnalysis.Status
    /// Samples in a row.
    public internal(set) var width: Int
    /// Rows.
    public internal(set) var height: Int
    /// Samples.
    public internal(set) var totalCount: Int
    /// Valid samples.
    public internal(set) var validCount: Int
    /// Share of the samples that are valid.
    public internal(set) var coverage: Double
    /// Population standard deviation of the valid samples in metres.
    public internal(set) var standardDeviation: Double
    /// Peaks of the smoothed histogram.
    public internal(set) var layerCount: Int
    /// Edge coherence, 0 to 1.
    public internal(set) var edgeCoherence: Double
    /// Nearest valid sample in metres.
    public internal(set) var minimumDepth: Double
    /// Farthest valid sample in metres.
    public internal(set) var maximumDepth: Double
    /// Farthest less nearest valid sample in metres, in the profile's arithmetic.
    public internal(set) var depthRange: Double
    /// Mean of the valid samples in metres.
    public internal(set) var meanDepth: Double
    /// Upper median of the valid samples in metres.
    public internal(set) var medianDepth: Double
    /// Share of the valid samples within the screen band around the median.
    public internal(set) var uniformityRatio: Double
    /// Whether the screen rule of the run rejects the map.
    public internal(set) var isScreenLike: Bool
    /// Smallest standard deviation of a quadrant in metres. Only warns, never decides.
    public internal(set) var minimumQuadrantStandardDeviation: Double
    /// Interior pixels with a valid centre.
    public internal(set) var interiorCount: Int
    /// Those that are edges.
    public internal(set) var edgeCount: Int
    /// Why the file could not be read; empty when it was.
    public internal(set) var error: String

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
        parametersDigest = analyzer.parameters.digest
        measuringDigest = analyzer.parameters.measuringDigest
        reading = options.canonicalText
        profile = analyzer.profile
    }
}
