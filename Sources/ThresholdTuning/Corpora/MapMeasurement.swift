public import DepthAnalysis
public import PlanarityMeasurements
internal import Reports

/// What was measured of one file: every number a decision can use, and what it takes to measure it again.
///
///     let row = CorpusMeasurer(analyzer: DepthAnalyzer(), options: ReadingOptions()).measure(entry)
///     print(row.file, row.analysis.standardDeviation)
///
/// A file that could not be read is a row too: its status is `unavailable`, its numbers are 0 and ``error`` says why.
public struct MapMeasurement: Sendable, Hashable {
    /// The file's path relative to the corpus, with `/` between its parts.
    public let file: String
    /// SHA-256 of the file's bytes in hexadecimal; empty when they could not be read.
    public let fileDigest: String
    /// Its size and when it was last written, to tell quickly whether it has changed since.
    public let fileStamp: FileStamp
    /// What is the same in every row of the run.
    public let provenance: MeasuringProvenance
    /// The verdict under the parameters of the run, and the measurements that ``fields`` names; of the others nothing
    /// is kept.
    public let analysis: SceneAnalysis
    /// The measurements beside the server's; none are there where none were asked for or the file has no map.
    public let candidates: SceneCandidates
    /// The codes of what a reader should know of how the file was read.
    public let noteCodes: [String]
    /// The code of why the server would get no map from the same bytes; empty where it would.
    public let serverCode: String
    /// Why the file could not be read; empty when it was.
    public let error: String
    /// The code of that error; empty when there is none.
    public let errorCode: String

    /// The fields of an analysis that are kept: those of one value that do not follow from others.
    public static let fields = SceneAnalysis.Field.allCases.filter { $0.kind.isSingle && $0.isStored }
}

extension MapMeasurement {
    /// Takes over an analysis.
    ///
    /// - Parameters:
    ///   - analysis: of the file, or of status `unavailable`.
    ///   - file: relative to the corpus.
    ///   - fileDigest: of its bytes, empty if there are none.
    ///   - fileStamp: of the file when it was read; unknown by default.
    ///   - provenance: of the run.
    ///   - candidates: of the map, if the run measures them.
    ///   - noteCodes: of what is to be known of how the file was read.
    ///   - serverCode: of why the server would get no map; empty where it would.
    ///   - error: empty if the file was read.
    ///   - errorCode: of that error.
    public init(
        _ analysis: SceneAnalysis, file: String, fileDigest: String, fileStamp: FileStamp = .unknown,
        provenance: MeasuringProvenance, candidates: SceneCandidates = .unavailable, noteCodes: [String] = [],
        serverCode: String = "", error: String = "", errorCode: String = ""
    ) {
        self.init(
            file: file, fileDigest: fileDigest, fileStamp: fileStamp, provenance: provenance,
            analysis: SceneAnalysis(Self.fields, of: analysis), candidates: candidates, noteCodes: noteCodes,
            serverCode: serverCode, error: error, errorCode: errorCode)
    }

    /// Farthest less nearest valid sample in metres, in the profile's arithmetic.
    public var depthRange: Double { analysis.depthRange }
}
