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
        // Asked before reading: a file that changes in between looks changed later, and is looked at again.
        let stamp = FileStamp(ofFileAt: entry.path)
        let read = reader.open(contentsOf: entry.path)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        switch read.result {
        case .success(let decoded):
            return MapMeasurement(
                analyzer.analyze(decoded.map), file: entry.file, fileDigest: digest, fileStamp: stamp,
                provenance: provenance)
        case .failure(let error):
            let analysis = SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
            return MapMeasurement(
                analysis, file: entry.file, fileDigest: digest, fileStamp: stamp, provenance: provenance,
                error: error.message(naming: .command))
        }
    }

    /// Whether a row still says what measuring the file again would say.
    ///
    /// A row that holds an error does not. A file whose size and time are those of the row counts as unchanged;
    /// one of another time is compared by its SHA-256.
    ///
    /// - Parameters:
    ///   - row: of an earlier run with the same provenance.
    ///   - path: where the file is now.
    ///   - isThorough: whether every file is compared by its SHA-256.
    public func isCurrent(_ row: MapMeasurement, path: String, isThorough: Bool = false) -> Bool {
        guard row.error.isEmpty else { return false }
        let stamp = FileStamp(ofFileAt: path)
        if !isThorough, stamp == row.fileStamp, stamp != .unknown { return true }
        guard stamp.byteCount == row.fileStamp.byteCount else { return false }
        let bytes = try? FileAccess.read(path, maximumByteCount: options.maximumByteCount)
        return bytes.map(SHA256Digest.hexadecimal(of:)) == row.fileDigest
    }
}
