internal import CandidateMeasurements
internal import Cryptography
public import DepthAnalysis
public import DepthFiles
internal import DepthReports
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
    ///
    /// - Parameter candidates: whether the measurements beside the server's are made as well.
    public init(analyzer: DepthAnalyzer, options: ReadingOptions, candidates: Bool = false) {
        self.analyzer = analyzer
        self.options = options
        reader = DepthFileReader(options: options)
        provenance = MeasuringProvenance(analyzer: analyzer, reading: options, candidates: candidates)
    }

    /// Measures one file. What cannot be read is a row with its error.
    ///
    /// - Throws: ``FileAccessError`` of a ``FileAccessError/Reason/isTransient`` reason: it says nothing of the file.
    public func measure(_ entry: Corpus.Entry) throws(FileAccessError) -> MapMeasurement {
        // Asked before reading: a file that changes in between looks changed later, and is looked at again.
        FileAccess.waitUntilSettled(entry.path)
        let asked = Result { () throws(FileAccessError) in try FileStamp(ofFileAt: entry.path) }
        let read = (entry.options.map(DepthFileReader.init(options:)) ?? reader).open(contentsOf: entry.path)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        return try measure(
            read, asked.mapError { .inaccessible($0) }, file: entry.file, digest: digest, options: entry.options)
    }

    /// What came of something that was taken out of a container.
    package enum MeasuredMember: Sendable {
        /// Its row, which replaces one of an earlier run for the reason given, if there is one.
        case row(MapMeasurement, replacing: RowState?)
        /// The row of an earlier run still says it all.
        case kept
    }

    /// Measures what was taken out of a container, unless the row of an earlier run is of the same bytes, read in the
    /// same way: a member is told by its name, its size and its SHA-256, and has neither times nor a number.
    ///
    /// - Throws: as ``measure(_:)``.
    package func measure(
        _ input: DepthInput, unless earlier: EarlierRow? = nil
    ) throws(FileAccessError) -> MeasuredMember {
        let read = reader.open(input)
        var options: ReadingOptions?
        if case .member(let member) = input { options = member.options }
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        var state: RowState?
        if let earlier {
            let isSame = read.bytes?.count == earlier.byteCount && digest == earlier.digest
            let isReadAlike = earlier.provenance == provenance(readAs: options)
            if isSame, isReadAlike { return .kept }
            state = isSame ? .readOtherwise : .changed
        }
        let stamp = read.bytes.map { FileStamp(byteCount: $0.count, modified: "", changed: "", number: 0) }
        let row = try measure(
            read, .success(stamp ?? .unknown), file: input.name, digest: digest, options: options)
        return .row(row, replacing: state)
    }

    /// From what was read to a row.
    private func measure(
        _ read: OpenedDepthFile, _ stamp: Result<FileStamp, ReadingError>, file: String, digest: String,
        options: ReadingOptions?
    ) throws(FileAccessError) -> MapMeasurement {
        let known = (try? stamp.get()) ?? .unknown
        let provenance = provenance(readAs: options)
        do throws(ReadingError) {
            _ = try stamp.get()
            let decoded = try read.decoded()
            let (analysis, candidates) = try decoded.map.withRoomToAnalyze([analyzer], path: read.path) {
                (
                    analyzer.analyze(decoded.map),
                    provenance.hasCandidates
                        ? SceneCandidates(of: decoded.map, validRange: analyzer.parameters.validRange) : .unavailable
                )
            }
            return MapMeasurement(
                analysis, file: file, fileDigest: digest, fileStamp: known, provenance: provenance,
                candidates: candidates,
                noteCodes: (decoded.plausibilityNotes(analysis, within: analyzer.parameters.validRange)
                    + decoded.notes).map(\.code),
                serverCode: read.serverReading?.reasonCode ?? "")
        } catch {
            if let transient = Self.transient(error, read.path) { throw transient }
            let serverCode = error.isOfMemory ? "" : read.serverReading?.reasonCode ?? ""
            let analysis = SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
            return MapMeasurement(
                analysis, file: file, fileDigest: digest, fileStamp: known, provenance: provenance,
                serverCode: serverCode, error: error.message(naming: .command), errorCode: error.code)
        }
    }

    /// What was in the way of reading a file and says nothing of it; nil for all else.
    private static func transient(_ error: ReadingError, _ path: String) -> FileAccessError? {
        switch error {
        case .inaccessible(let error): error.reason.isTransient ? error : nil
        case .undecodable(_, .notEnoughMemory(let byteCount)):
            FileAccessError(path, .notEnoughMemory(byteCount: byteCount))
        case .undecodable, .unusableMember: nil
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
        guard row.provenance == provenance(readAs: entry.options) else { return .readOtherwise }
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
    private func provenance(readAs options: ReadingOptions?) -> MeasuringProvenance {
        options.map { provenance.reading(as: $0) } ?? provenance
    }
}

/// What a row of an earlier run says of where it comes from.
package struct EarlierRow: Sendable {
    let byteCount: Int
    let digest: String
    let provenance: MeasuringProvenance

    package init(_ row: MapMeasurement) {
        byteCount = row.fileStamp.byteCount
        digest = row.fileDigest
        provenance = row.provenance
    }
}
