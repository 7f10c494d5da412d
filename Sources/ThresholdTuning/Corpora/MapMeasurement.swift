public import DepthAnalysis
public import PlanarityMeasurements

/// The measurements of one map: every number that a decision can use, and the provenance needed to repeat them.
///
///     let row = try CorpusMeasurer(analyzer: DepthAnalyzer(), options: ReadingOptions()).measure(entry)
///     print(row.file, row.analysis.standardDeviation)
///
/// An unreadable file also has a row: its status is `unavailable`, its numbers are 0, and ``error`` gives the reason.
public struct MapMeasurement: Sendable, Hashable {
    /// The path relative to the corpus, with `/` as separator.
    public let file: String
    /// The SHA-256 of the file in hexadecimal; empty if it could not be read.
    public let fileDigest: String
    /// The size and times of the file, for a quick check whether it has changed.
    public let fileStamp: FileStamp
    /// The provenance, which is the same in every row of a run.
    public let provenance: MeasuringProvenance
    /// The verdict under the parameters of the run, and the measurements in ``fields``. Other measurements are not
    /// stored.
    public let analysis: SceneAnalysis
    /// The candidate measurements; unavailable if they were not requested or the file has no map.
    public let candidates: SceneCandidates
    /// The codes of the notes on how the file was read.
    public let noteCodes: [String]
    /// The code of the reason why the server would read no map from the same bytes; empty if it would read one.
    public let serverCode: String
    /// The reason why the file could not be read; empty if it was.
    public let error: String
    /// The code of that error; empty if there is none.
    public let errorCode: String

    /// The stored fields of an analysis: single values that do not follow from others.
    public static let fields = SceneAnalysis.Field.allCases.filter { $0.kind.isSingle && $0.isStored }
}

extension MapMeasurement {
    /// Creates a row from an analysis.
    ///
    /// - Parameters:
    ///   - analysis: the analysis; of status `unavailable` for an unreadable file.
    ///   - file: the path relative to the corpus.
    ///   - fileDigest: the SHA-256 of the file; empty if it could not be read.
    ///   - fileStamp: the stamp of the file when it was read.
    ///   - provenance: the provenance of the run.
    ///   - candidates: the candidate measurements, if the run makes them.
    ///   - noteCodes: the codes of the notes on how the file was read.
    ///   - serverCode: the code of the reason why the server would read no map; empty if it would read one.
    ///   - error: the reason why the file could not be read; empty if it was.
    ///   - errorCode: the code of that error.
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

    /// The distance between the farthest and the nearest valid sample in metres, in the arithmetic of the profile.
    public var depthRange: Double { analysis.depthRange }
}
