public import DepthAnalysis
public import DepthFiles
internal import PlanarityMeasurements
public import Support

/// Measures files and produces their rows.
///
///     let measurer = CorpusMeasurer(analyzer: DepthAnalyzer(), options: ReadingOptions())
public struct CorpusMeasurer: Sendable {
    /// The analyzer of maps.
    public let analyzer: DepthAnalyzer
    /// The options for reading files.
    public var options: ReadingOptions { reader.options }
    /// The provenance that every row records.
    public let provenance: MeasuringProvenance
    private let reader: DepthFileReader
    /// The names of options in errors.
    private let names: OptionNaming
    /// The error in the row of a file that crashed this version.
    private let crashError: String

    /// Combines an analyzer with a reader that uses the given options.
    ///
    /// - Parameters:
    ///   - analyzer: the analyzer of maps.
    ///   - options: the options for files without individual options.
    ///   - candidates: whether to make the candidate measurements as well.
    public init(analyzer: DepthAnalyzer, options: ReadingOptions, candidates: Bool = false) {
        self.init(analyzer: analyzer, reader: DepthFileReader(options: options), candidates: candidates, .properties)
    }

    /// Combines an analyzer with a reader.
    package init(
        analyzer: DepthAnalyzer, reader: DepthFileReader, candidates: Bool = false, version: String = "",
        _ names: OptionNaming
    ) {
        (self.analyzer, self.reader, self.names) = (analyzer, reader, names)
        crashError =
            "found a file that crashed depthcheck \(version) the last time; expected a readable one; report it "
            + "(SECURITY.md), or leave it out"
        provenance = MeasuringProvenance(analyzer: analyzer, reading: reader.options, candidates: candidates)
    }

    /// Measures one file. An unreadable file gives a row with its error.
    ///
    /// - Throws: `FileAccessError` if its reason `isTransient`: it does not concern the file itself.
    public func measure(_ entry: DepthFileCorpus.Entry) throws(FileAccessError) -> MapMeasurement {
        let stamp = Self.stamp(of: entry)
        let read = reader.knowing(entry.options).open(contentsOf: entry.path)
        let digest = read.bytes.map(SHA256Digest.hexadecimal(of:)) ?? ""
        return try measure(read, stamp, file: entry.file, digest: digest, options: entry.options)
    }

    /// Measures each map of a file (the second of several maps is named like `depth.npy/1`). A row of an earlier run is
    /// kept if it is current: of the same bytes, read in the same way.
    package func measureMaps(
        of entry: DepthFileCorpus.Entry, unless earlier: EarlierRows
    ) throws(FileAccessError) -> [MeasuredMember] {
        let stamp = Self.stamp(of: entry)
        var maps = MapsOfFile()
        for read in reader.knowing(entry.options).maps(inFileAt: entry.path) {
            let file = entry.file + read.path.dropFirst(entry.path.count)
            measure(read, stamp, file: file, options: entry.options, unless: earlier, into: &maps)
        }
        return try maps.get()
    }

    /// The row of a file that crashes the process, made in advance because it cannot be made afterwards.
    package func rowOfCrash(_ file: String, _ entry: DepthFileCorpus.Entry? = nil) -> MapMeasurement {
        let stamp = entry.flatMap { try? FileStamp(ofFileAt: $0.filePath) }
        return unreadable(
            file, digest: "", stamp ?? .unknown, provenance(readAs: entry?.options), error: crashError,
            errorCode: "crashed")
    }

    /// Whether this version crashed when it measured the file of a row. Another version tries again.
    package func hasCrashed(_ row: MapMeasurement) -> Bool { row.error.isExactly(crashError) }

    private func unreadable(
        _ file: String, digest: String, _ stamp: FileStamp, _ provenance: MeasuringProvenance,
        serverCode: String = "", error: String, errorCode: String
    ) -> MapMeasurement {
        let analysis = SceneAnalysis(
            unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
        return MapMeasurement(
            analysis, file: file, fileDigest: digest, fileStamp: stamp, provenance: provenance,
            serverCode: serverCode, error: error, errorCode: errorCode)
    }

    /// The stamp is taken before reading, so that a file that changes meanwhile looks changed in the next run and is
    /// measured again.
    private static func stamp(of entry: DepthFileCorpus.Entry) -> Result<FileStamp, ReadingError> {
        let path = entry.filePath
        FileAccess.waitUntilSettled(path)
        return Result { () throws(FileAccessError) in try FileStamp(ofFileAt: path) }.mapError { .inaccessible($0) }
    }

    /// The result for a map taken out of a container.
    package enum MeasuredMember: Sendable {
        /// A new row; if it replaces a row of an earlier run, the reason for that.
        case row(MapMeasurement, replacing: RowState?)
        /// The row of an earlier run is still current.
        case kept(file: String)

        package var file: String {
            switch self {
            case .row(let row, _): row.file
            case .kept(let file): file
            }
        }
    }

    /// Measures each map taken out of a container, unless its row of an earlier run is current: of the same bytes, read
    /// in the same way. Members have no times or inode numbers, so they are identified by name, size and SHA-256.
    package func measureMaps(
        in input: DepthInput, unless earlier: EarlierRows = EarlierRows()
    ) throws(FileAccessError) -> [MeasuredMember] {
        var options: ReadingOptions?
        if case .member(let member) = input { options = member.options }
        var maps = MapsOfFile()
        for read in reader.maps(in: input) {
            let stamp = read.bytes.map { FileStamp(byteCount: $0.count, modified: "", changed: "", number: 0) }
            measure(
                read, .success(stamp ?? .unknown), file: read.path, options: options, unless: earlier, into: &maps)
        }
        return try maps.get()
    }

    /// Measures a map of a corpus again: a file, or a map in an archive.
    ///
    /// - Returns: the work, which may be done by another thread.
    package func remeasurement(
        of file: String, in corpus: String, _ archives: ArchivePaths
    ) -> Remeasurement {
        let path = corpus + "/" + file
        guard let member = archives.map(at: path, named: file, options: options) else {
            return Remeasurement(
                file: file, measurer: self, source: .file(DepthFileCorpus.Entry(file: file, path: path)))
        }
        return Remeasurement(file: file, measurer: self, source: .member(member))
    }

    /// A map to measure again.
    package struct Remeasurement: Sendable {
        package let file: String
        fileprivate let measurer: CorpusMeasurer
        fileprivate let source: Source

        fileprivate enum Source: Sendable {
            case file(DepthFileCorpus.Entry)
            case member(DepthInput)
        }

        /// Measures the map. If it cannot be read, its row has the error.
        package func row() throws(FileAccessError) -> MapMeasurement {
            let measured =
                switch source {
                case .file(let entry): try measurer.measureMaps(of: entry, unless: EarlierRows())
                case .member(let input): try measurer.measureMaps(in: input)
                }
            guard case .row(let row, _)? = measured.first else {
                preconditionFailure("without an earlier row each file has a new one")
            }
            return row
        }
    }

    private struct MapsOfFile {
        var measured: [MeasuredMember] = []
        var failure: FileAccessError?
        /// The digest of the file, shared by all its maps.
        var digest: String?

        func get() throws(FileAccessError) -> [MeasuredMember] {
            if let failure { throw failure }
            return measured
        }
    }

    private func measure(
        _ read: MapFile, _ stamp: Result<FileStamp, ReadingError>, file: String, options: ReadingOptions?,
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

    private func measure(
        _ read: MapFile, _ stamp: Result<FileStamp, ReadingError>, file: String, digest: String,
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
                noteCodes: decoded.notes(on: analysis, by: analyzer).map(\.code),
                serverCode: read.serverReading?.reasonCode ?? "")
        } catch {
            if let transient = Self.transient(error, read.path) { throw transient }
            let serverCode = error.isMemoryShortage ? "" : read.serverReading?.reasonCode ?? ""
            return unreadable(
                file, digest: digest, known, provenance, serverCode: serverCode, error: error.text(names),
                errorCode: error.code)
        }
    }

    /// The transient error that prevented reading a file; nil for any other error.
    private static func transient(_ error: ReadingError, _ path: String) -> FileAccessError? {
        switch error {
        case .inaccessible(let error): error.reason.isTransient ? error : nil
        case .undecodable(_, .notEnoughMemory(let byteCount)):
            FileAccessError(path, .notEnoughMemory(byteCount: byteCount))
        case .undecodable, .unusableMember: nil
        }
    }

    /// Whether a row is still current and, if not, the reason.
    public enum RowState: Sendable, CaseIterable {
        /// The row is current.
        case current
        /// The row contains an error.
        case failed
        /// The file was read with other options than those that apply now.
        case readOtherwise
        /// The file has changed.
        case changed
    }

    /// Checks a row of an earlier run.
    ///
    /// A file with the size, times and inode number in the row counts as unchanged. If only the size is equal, the
    /// SHA-256 is compared.
    ///
    /// - Parameters:
    ///   - row: a row of an earlier run with the same provenance.
    ///   - entry: the file as it is now.
    ///   - isThorough: whether to compare the SHA-256 of every file.
    /// - Throws: `FileAccessError` if its reason `isTransient`, so that it is unknown whether the row is current.
    public func state(
        of row: MapMeasurement, _ entry: DepthFileCorpus.Entry, isThorough: Bool = false
    ) throws(FileAccessError) -> RowState {
        guard row.error.isEmpty || hasCrashed(row) else { return .failed }
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

    private func provenance(readAs options: ReadingOptions?) -> MeasuringProvenance {
        options.map { provenance.reading(as: $0) } ?? provenance
    }
}

package struct EarlierRows: Sendable {
    private let rows: [ExactText: EarlierRow]

    /// Keeps rows without errors.
    package init(_ rows: [MapMeasurement] = []) {
        self.rows = Dictionary(
            rows.lazy.filter { $0.error.isEmpty }.map { (ExactText($0.file), EarlierRow($0)) }
        ) { first, _ in first }
    }

    package func hasRow(of file: String) -> Bool { row(of: file) != nil }

    func row(of file: String) -> EarlierRow? { rows[ExactText(file)] }
}

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
