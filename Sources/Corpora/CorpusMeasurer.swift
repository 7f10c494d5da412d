public import DepthAnalysis
public import DepthFiles
internal import DepthReports
internal import Digests
internal import Platform

/// Measures files: from a path to a row.
///
///     let measurer = CorpusMeasurer(analyzer: DepthAnalyzer(), options: ReadingOptions())
public struct CorpusMeasurer: Sendable {
    /// How maps are analysed.
    public let analyzer: DepthAnalyzer
    /// How files are read.
    public let options: ReadingOptions
    /// What every row says of the run.
    public let provenance: MeasuringProvenance
    private let reader: DepthFileReader

    /// Puts an analyzer behind a reader with these options.
    public init(analyzer: DepthAnalyzer, options: ReadingOptions) {
        self.analyzer = analyzer
        self.options = options
        reader = DepthFileReader(options: options)
        provenance = MeasuringProvenance(analyzer: analyzer, reading: options)
    }

    /// Measures one file. Never fails: what cannot be read is a row with its error.
    public func measure(_ entry: Corpus.Entry) -> MapMeasurement {
        let read = reader.open(contentsOf: entry.path)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        let serverCode = read.serverReading?.reasonCode ?? ""
        switch read.result {
        case .success(let decoded):
            return MapMeasurement(
                analyzer.analyze(decoded.map), file: entry.file, fileDigest: digest, provenance: provenance,
                noteCodes: decoded.notes.map(\.code), serverCode: serverCode)
        case .failure(let error):
            let analysis = SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
            return MapMeasurement(
                analysis, file: entry.file, fileDigest: digest, provenance: provenance, serverCode: serverCode,
                error: error.message(naming: .command), errorCode: error.code)
        }
    }
}
