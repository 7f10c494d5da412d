public import DepthAnalysis
public import DepthFiles
internal import DepthReports
internal import Digests
public import Platform

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

    /// Measures one file. What cannot be read is a row with its error.
    ///
    /// - Throws: ``FileAccessError`` of a ``FileAccessError/Reason/isTransient`` reason: it says nothing of the file.
    public func measure(_ entry: Corpus.Entry) throws(FileAccessError) -> MapMeasurement {
        // Asked before reading: a file that changes in between looks changed later, and is looked at again.
        FileAccess.waitUntilSettled(entry.path)
        let asked = Result { () throws(FileAccessError) in try FileStamp(ofFileAt: entry.path) }
        let stamp = (try? asked.get()) ?? .unknown
        let read = (entry.options.map(DepthFileReader.init(options:)) ?? reader).open(contentsOf: entry.path)
        let provenance = provenance(of: entry)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        do throws(ReadingError) {
            if case .failure(let error) = asked { throw .inaccessible(error) }
            let decoded = try read.result.get()
            let analysis = try decoded.map.withRoomToAnalyze([analyzer], path: entry.path) {
                analyzer.analyze(decoded.map)
            }
            return MapMeasurement(
                analysis, file: entry.file, fileDigest: digest, fileStamp: stamp, provenance: provenance,
                noteCodes: decoded.notes.map(\.code), serverCode: read.serverReading?.reasonCode ?? "")
        } catch {
            if let transient = Self.transient(error, entry.path) { throw transient }
            let serverCode = error.isOfMemory ? "" : read.serverReading?.reasonCode ?? ""
            let analysis = SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
            return MapMeasurement(
                analysis, file: entry.file, fileDigest: digest, fileStamp: stamp, provenance: provenance,
                serverCode: serverCode, error: error.message(naming: .command), errorCode: error.code)
        }
    }

    /// What was in the way of reading a file and says nothing of it; nil for all else.
    private static func transient(_ error: ReadingError, _ path: String) -> FileAccessError? {
        switch error {
        case .inaccessible(let error): error.reason.isTransient ? error : nil
        case .undecodable(_, .notEnoughMemory(let byteCount)):
            FileAccessError(path, .notEnoughMemory(byteCount: byteCount))
        case .undecodable: nil
        }
    }

    /// Whether a row still says what measuring its file again would say, and if not, why.
    public enum RowState: Sendable, CaseIterable {
        /// It does.
        case current
        /// It holds an error.
        case failed
        /// The file is to be read otherwise now.
        case readOtherwise
        /// The file has changed.
        case changed
    }

    /// Looks at a row of an earlier run.
    ///
    /// A file whose size, times and number are those of the row counts as unchanged; one of the same size alone is
    /// compared by its SHA-256.
    ///
    /// - Parameters:
    ///   - row: of an earlier run with the same provenance.
    ///   - entry: the file as it is now.
    ///   - isThorough: whether every file is compared by its SHA-256.
    /// - Throws: ``FileAccessError`` of a ``FileAccessError/Reason/isTransient`` reason: it is not known whether
    ///   the row holds.
    public func state(
        of row: MapMeasurement, _ entry: Corpus.Entry, isThorough: Bool = false
    ) throws(FileAccessError) -> RowState {
        guard row.error.isEmpty else { return .failed }
        guard row.provenance == provenance(of: entry) else { return .readOtherwise }
        do throws(FileAccessError) {
            let stamp = try FileStamp(ofFileAt: entry.path)
            if !isThorough, stamp == row.fileStamp, stamp != .unknown { return .current }
            guard stamp.byteCount == row.fileStamp.byteCount else { return .changed }
            let bytes = try FileAccess.read(entry.path, maximumByteCount: options.maximumByteCount)
            return SHA256Digest.hexadecimal(of: bytes) == row.fileDigest ? .current : .changed
        } catch {
            if error.reason.isTransient { throw error }
            return .changed
        }
    }

    /// What the row of a file says of the run.
    private func provenance(of entry: Corpus.Entry) -> MeasuringProvenance {
        entry.options.map { provenance.reading(as: $0) } ?? provenance
    }
}
