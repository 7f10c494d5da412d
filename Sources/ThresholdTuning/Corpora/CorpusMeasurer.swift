public import DepthAnalysis
public import DepthFiles
internal import PlanarityMeasurements
internal import Reports
public import Support

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
        let stamp = Self.stamp(of: entry)
        let read = reader(of: entry.options).open(contentsOf: entry.path)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        return try measure(read, stamp, file: entry.file, digest: digest, options: entry.options)
    }

    /// Measures each map of a file, of which the second of several is called `depth.npy/1`, unless the row of an
    /// earlier run is of the same bytes, read in the same way.
    ///
    /// - Throws: as ``measure(_:)``.
    package func measureMaps(
        of entry: Corpus.Entry, unless earlier: EarlierRows
    ) throws(FileAccessError) -> [MeasuredMember] {
        let stamp = Self.stamp(of: entry)
        var maps = MapsOfFile()
        reader(of: entry.options).forEachMap(inFileAt: entry.path) { read in
            let file = entry.file + read.path.dropFirst(entry.path.count)
            measure(read, stamp, file: file, options: entry.options, unless: earlier, into: &maps)
        }
        return try maps.get()
    }

    /// Asked before reading: a file that changes in between looks changed later, and is looked at again.
    private static func stamp(of entry: Corpus.Entry) -> Result<FileStamp, ReadingError> {
        let path = entry.filePath
        FileAccess.waitUntilSettled(path)
        return Result { () throws(FileAccessError) in try FileStamp(ofFileAt: path) }.mapError { .inaccessible($0) }
    }

    private func reader(of options: ReadingOptions?) -> DepthFileReader {
        options.map(DepthFileReader.init(options:)) ?? reader
    }

    /// What came of something that was taken out of a container.
    package enum MeasuredMember: Sendable {
        /// Its row, which replaces one of an earlier run for the reason given, if there is one.
        case row(MapMeasurement, replacing: RowState?)
        /// The row of an earlier run, of this name, still says it all.
        case kept(file: String)

        /// What the row is called.
        package var file: String {
            switch self {
            case .row(let row, _): row.file
            case .kept(let file): file
            }
        }
    }

    /// Measures each map that was taken out of a container, unless the row of an earlier run is of the same bytes, read
    /// in the same way: a member is known by its name, its size and its SHA-256, and has neither times nor a number.
    ///
    /// - Throws: as ``measure(_:)``.
    package func measureMaps(
        in input: DepthInput, unless earlier: EarlierRows = EarlierRows()
    ) throws(FileAccessError) -> [MeasuredMember] {
        var options: ReadingOptions?
        if case .member(let member) = input { options = member.options }
        var maps = MapsOfFile()
        reader.forEachMap(in: input) { read in
            let stamp = read.bytes.map { FileStamp(byteCount: $0.count, modified: "", changed: "", number: 0) }
            measure(
                read, .success(stamp ?? .unknown), file: read.path, options: options, unless: earlier, into: &maps)
        }
        return try maps.get()
    }

    /// What came of the maps of one file.
    private struct MapsOfFile {
        var measured: [MeasuredMember] = []
        var failure: FileAccessError?
        /// All maps of a file have its bytes.
        var digest: String?

        func get() throws(FileAccessError) -> [MeasuredMember] {
            if let failure { throw failure }
            return measured
        }
    }

    /// Measures one map of a file.
    private func measure(
        _ read: OpenedDepthFile, _ stamp: Result<FileStamp, ReadingError>, file: String, options: ReadingOptions?,
        unless earlier: EarlierRows, into maps: inout MapsOfFile
    ) {
        if maps.failure != nil { return }
        let digest = maps.digest ?? read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        maps.digest = digest
        var state: RowState?
        if let earlier = earlier.row(of: file) {
            let isSame = read.bytes?.count == earlier.byteCount && digest == earlier.digest
            let isReadAlike = earlier.provenance == provenance(readAs: options)
            if isSame, isReadAlike { return maps.measured.append(.kept(file: file)) }
            state = isSame ? .readOtherwise : .changed
        }
        do throws(FileAccessError) {
            let row = try measure(read, stamp, file: file, digest: digest, options: options)
            maps.measured.append(.row(row, replacing: state))
        } catch {
            maps.failure = error
        }
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
            let (analysis, candidates) = read.reserving([analyzer], for: decoded.map) {
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
            let path = entry.filePath
            let stamp = try FileStamp(ofFileAt: path)
            if !isThorough, stamp == row.fileStamp, stamp != .unknown { return .current }
            guard stamp.byteCount == row.fileStamp.byteCount else { return .changed }
            let bytes = try FileAccess.read(path, maximumByteCount: options.maximumByteCount)
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

/// Rows of an earlier run, by what they are called.
package struct EarlierRows: Sendable {
    private let rows: [ExactText: EarlierRow]

    /// Takes those without errors.
    package init(_ rows: [MapMeasurement] = []) {
        self.rows = Dictionary(
            rows.lazy.filter { $0.error.isEmpty }.map { (ExactText($0.file), EarlierRow($0)) }
        ) { first, _ in first }
    }

    func row(of file: String) -> EarlierRow? { rows[ExactText(file)] }
}

/// What a row of an earlier run says of where it comes from.
struct EarlierRow: Sendable {
    let byteCount: Int
    let digest: String
    let provenance: MeasuringProvenance

    init(_ row: MapMeasurement) {
        byteCount = row.fileStamp.byteCount
        digest = row.fileDigest
        provenance = row.provenance
    }
}
