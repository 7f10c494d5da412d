internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// A table of measurements that grows row by row, so that a run can be interrupted at any moment and resumed.
///
///     let journal = try MeasurementJournal(
///         path: "m.csv", format: .csv, provenance: measurer.provenance, isResumed: true)
///     try journal.resume(dropping: { row in hasChanged(row) })
///     for entry in corpus.entries where !journal.hasRow(of: entry.file) {
///         try journal.append(measurer.measure(entry))
///     }
///     try journal.finish(inOrderOf: corpus.entries.map(\.file))
///
/// Each row is a single `write` to a file opened for appending. If the process is killed, at most the last row is
/// torn. Resuming drops a torn row and skips files that have a row.
public final class MeasurementJournal {
    /// The rows from earlier runs; empty after ``resume(dropping:)``.
    public private(set) var rows: [MapMeasurement]
    private var files: [String] = []
    private var measured: Set<ExactText> = []
    /// Rows that will replace earlier ones.
    private var replacements: [ExactText: MapMeasurement] = [:]
    /// Files whose rows will be removed.
    private var removals: Set<ExactText> = []
    /// The number of bytes of a torn row that were dropped when the file was opened.
    public private(set) var droppedByteCount = 0
    /// Whether a row contains an error. Set after ``resume(dropping:)``.
    public private(set) var hasErrors = false
    /// The path of the file, as given.
    public let path: String
    private let format: MeasurementFormat
    private let provenance: MeasuringProvenance
    private let hasOneCorpus: Bool
    private var descriptor: Int32 { didSet { CrashReport.record(in: descriptor) } }
    /// The bytes written to the file, for detecting changes by other processes.
    private var written = WrittenBytes()

    /// Opens the journal at `path`; a new one begins with its header.
    ///
    /// - Parameters:
    ///   - path: the file of measurements.
    ///   - format: the format of rows. A resumed journal must have the same format.
    ///   - provenance: the provenance of the run. Every existing row must have the same.
    ///   - hasOneReading: whether all rows must have the same reading options; false for a manifest with individual
    ///     options.
    ///   - hasOneCorpus: whether a name identifies one file; if false, rows with one name may differ in their bytes.
    ///   - isResumed: whether to resume an existing file.
    /// - Throws: ``CorpusError`` if the file exists and is not resumed, is being written by another process, has a
    ///   different provenance, or is not a table of measurements.
    public init(
        path: String, format: MeasurementFormat, provenance: MeasuringProvenance, hasOneReading: Bool = true,
        hasOneCorpus: Bool = true, isResumed: Bool
    ) throws(CorpusError) {
        self.path = path
        self.format = format
        self.provenance = provenance
        self.hasOneCorpus = hasOneCorpus
        let descriptor = try Self.open(path)
        do throws(CorpusError) {
            (rows, droppedByteCount, written) = try Self.prepare(
                descriptor, path, format, provenance, hasOneReading: hasOneReading, hasOneCorpus: hasOneCorpus,
                isResumed: isResumed)
        } catch {
            try? SystemCalls.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        CrashReport.record(in: descriptor)
    }

    deinit {
        CrashReport.record(in: -1)
        try? SystemCalls.close(descriptor)
    }

    /// Whether a file has a row.
    public func hasRow(of file: String) -> Bool { measured.contains(ExactText(file)) }

    /// Resumes the journal without stale rows, whose files are measured again.
    ///
    /// - Parameter isStale: whether to drop a row. All stale rows are dropped in one step: if the process is killed,
    ///   all or none of them are gone.
    public func resume(dropping isStale: (MapMeasurement) -> Bool) throws(CorpusError) {
        let kept = rows.filter { !isStale($0) }
        if kept.count < rows.count { try rewrite(kept) }
        for row in kept { count(row) }
        rows = []
    }

    private func count(_ row: MapMeasurement) {
        files.append(row.file)
        measured.insert(ExactText(row.file))
        if !row.error.isEmpty { hasErrors = true }
    }

    /// Adds a row.
    public func append(_ measurement: MapMeasurement) throws(CorpusError) {
        try requireWhole()
        let line = format.line(measurement)
        try Self.write(line, to: descriptor, path)
        written.append(line.utf8)
        count(measurement)
    }

    /// Replaces the row of a file. Replacements are collected in memory and applied together, because each
    /// application rewrites the file. If the process is killed, the earlier rows remain.
    public func replace(_ measurement: MapMeasurement) throws(CorpusError) {
        replacements[ExactText(measurement.file)] = measurement
        if !measurement.error.isEmpty { hasErrors = true }
        if replacements.count >= max(Self.leastReplaced, files.count / 4) { try replaceRows() }
    }

    private static let leastReplaced = 256

    /// Removes the row of a file: `journal.remove("walk.idep/3")`. Removals are collected in memory and applied
    /// together with the replacements, at the latest by ``finish(inOrderOf:)``.
    public func remove(_ file: String) { removals.insert(ExactText(file)) }

    private func replaceRows() throws(CorpusError) {
        guard !replacements.isEmpty || !removals.isEmpty else { return }
        let rows = try writtenRows().filter { !removals.contains(ExactText($0.file)) }
        try rewrite(rows.map { replacements[ExactText($0.file)] ?? $0 })
        files.removeAll { removals.contains(ExactText($0)) }
        measured.subtract(removals)
        (replacements, removals) = ([:], [])
    }

    /// Sorts the rows into the order of an uninterrupted run, and waits until all are on disk.
    ///
    /// - Parameter order: the files of the corpus. Rows of other files precede them in their present order.
    public func finish(inOrderOf order: [String]) throws(CorpusError) {
        try replaceRows()
        let places = Dictionary(zip(order.map(ExactText.init), order.indices)) { first, _ in first }
        let rank = files.map { places[ExactText($0)] ?? -1 }
        if zip(rank, rank.dropFirst()).allSatisfy(<=) {
            try Self.system(path) { () throws(SystemError) in try SystemCalls.synchronizeIfPossible(descriptor) }
            try requireUnchanged()
        } else {
            let rows = try writtenRows()
            let sorted = zip(rank, rows.indices).sorted { $0 < $1 }
            try rewrite(sorted.map { rows[$0.1] })
            files = sorted.map { rows[$0.1].file }
        }
    }

    /// Replaces the whole file atomically, and continues with the new one.
    private func rewrite(_ rows: [MapMeasurement]) throws(CorpusError) {
        var written = WrittenBytes()
        do throws(FileAccessError) {
            let file = try OutputFile(path)
            func write(_ text: String) throws(FileAccessError) {
                try file.write(Array(text.utf8))
                written.append(text.utf8)
            }
            try write(format.header(provenance))
            for row in rows { try write(format.line(row)) }
            try file.commit()
        } catch {
            throw .system(path: path, text: error.message)
        }
        let replaced = descriptor
        descriptor = try Self.open(path)
        try? SystemCalls.close(replaced)
        self.written = written
    }

    /// Checks that the file still has its name and size. The system does not report when another process removes,
    /// replaces, truncates or extends it.
    private func requireWhole() throws(CorpusError) {
        let opened = try Self.status(of: descriptor, path)
        guard let named = try? FileStatus(of: path) else { throw .outputLost(path: path, .removed) }
        guard named.identity == opened.identity else { throw .outputLost(path: path, .replaced) }
        let (byteCount, expected) = (opened.byteCount, written.count)
        if byteCount < expected { throw .outputLost(path: path, .cut(byteCount: byteCount, expected: expected)) }
        if byteCount > expected { throw .outputLost(path: path, .extended(byteCount: byteCount, expected: expected)) }
    }

    /// Checks that the file has exactly the bytes that were written to it.
    private func requireUnchanged() throws(CorpusError) {
        try requireWhole()
        var found = WrittenBytes()
        do throws(FileAccessError) {
            let file = try StreamedFile(named: path)
            while case let piece = try file.next(), !piece.isEmpty { found.append(piece) }
        } catch {
            throw .system(path: path, text: error.text(.none))
        }
        guard found == written else { throw .outputLost(path: path, .overwritten) }
    }

    /// The rows in the file, checked to be those that were written.
    private func writtenRows() throws(CorpusError) -> [MapMeasurement] {
        try requireWhole()
        let (bytes, table) = try Self.table(at: path, hasOneCorpus: hasOneCorpus)
        guard WrittenBytes(bytes) == written else { throw .outputLost(path: path, .overwritten) }
        return table.rows
    }

    private static func status(of descriptor: Int32, _ path: String) throws(CorpusError) -> FileStatus {
        do throws(FileAccessError.Reason) { return try FileStatus(of: descriptor) } catch {
            throw .system(path: path, text: FileAccessError(path, error).message)
        }
    }

    private static func open(_ path: String) throws(CorpusError) -> Int32 {
        let descriptor: Int32
        do throws(FileAccessError.Reason) { descriptor = try SystemCalls.openForAppending(path) } catch {
            throw .system(path: path, text: FileAccessError(path, error).message)
        }
        do throws(SystemError) { try SystemCalls.lock(descriptor) } catch {
            try? SystemCalls.close(descriptor)
            throw error.isHeld ? .outputInUse(path: path) : .system(path: path, text: error.text)
        }
        // The previous holder of the lock may just have replaced the file; rows written to this one would be lost.
        let opened = try? FileStatus(of: descriptor)
        guard opened?.kind == .regular else {
            try? SystemCalls.close(descriptor)
            throw .system(path: path, text: FileAccessError(path, .isNotFile).message)
        }
        guard let named = try? FileStatus(of: path), opened?.identity == named.identity else {
            try? SystemCalls.close(descriptor)
            throw .outputInUse(path: path)
        }
        return descriptor
    }

    private static func table(
        at path: String, hasOneCorpus: Bool
    ) throws(CorpusError) -> (bytes: [UInt8], table: MeasurementTable) {
        let bytes: [UInt8]
        do throws(FileAccessError) { bytes = try FileAccess.read(path, maximumByteCount: 1 << 40) } catch {
            throw .system(path: path, text: error.text(.none))
        }
        return (bytes, try MeasurementTable(bytes, name: path, hasOneCorpus: hasOneCorpus))
    }

    private static func prepare(
        _ descriptor: Int32, _ path: String, _ format: MeasurementFormat, _ provenance: MeasuringProvenance,
        hasOneReading: Bool, hasOneCorpus: Bool, isResumed: Bool
    ) throws(CorpusError) -> (rows: [MapMeasurement], droppedByteCount: Int, written: WrittenBytes) {
        if !isResumed, let status = try? FileStatus(of: descriptor), status.byteCount > 0 {
            throw .outputExists(path: path)
        }
        let (bytes, table) = try table(at: path, hasOneCorpus: hasOneCorpus)
        guard table.completeByteCount > 0 else {
            // The file is empty, or has only the beginning of our own first line.
            guard format == .csv ? format.header(provenance).utf8.starts(with: bytes) : isTornObject(bytes) else {
                throw .missingColumn(MeasurementColumn.file.name, table: path)
            }
            try cut(descriptor, to: 0, path)
            try write(format.header(provenance), to: descriptor, path)
            return ([], bytes.count, WrittenBytes(format.header(provenance).utf8))
        }
        func require(_ what: String, _ found: String, _ expected: String) throws(CorpusError) {
            guard found == expected else {
                throw .otherRun(path: path, what: what, found: found, expected: expected)
            }
        }
        try require("format", table.format.rawValue, format.rawValue)
        for row in table.rows {
            try require("profile", row.provenance.profile.rawValue, provenance.profile.rawValue)
            try require("parameters_sha256", row.provenance.parametersDigest, provenance.parametersDigest)
            try require("candidates_version", row.provenance.candidatesVersion, provenance.candidatesVersion)
            if hasOneReading { try require("reading", row.provenance.reading, provenance.reading) }
        }
        if format == .csv, !bytes.starts(with: format.header(provenance).utf8) {
            try require("header", "of other columns", "the columns of this version")
        }
        try cut(descriptor, to: table.completeByteCount, path)
        var written = WrittenBytes(bytes[..<table.completeByteCount])
        // An editor may have removed the final newline.
        if bytes[table.completeByteCount - 1] != UInt8(ascii: "\n") {
            try write("\n", to: descriptor, path)
            written.append("\n".utf8)
        }
        return (table.rows, table.tornByteCount, written)
    }

    /// Whether bytes are the beginning of a row as an object, according to its first two members.
    private static func isTornObject(_ bytes: [UInt8]) -> Bool {
        let columns = MeasurementColumn.ofRun.prefix(2).map { "\"\($0.name)\":\"" }
        let (beginning, second) = (Array("{\(columns[0])".utf8), Array("\",\(columns[1])".utf8))
        guard beginning.starts(with: bytes.prefix(beginning.count)) else { return false }
        var isEscaped = false
        let end = bytes.dropFirst(beginning.count).firstIndex { byte in
            defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
            return byte == UInt8(ascii: "\"") && !isEscaped
        }
        return end.map { second.starts(with: bytes[$0...].prefix(second.count)) } ?? true
    }

    private static func cut(_ descriptor: Int32, to byteCount: Int, _ path: String) throws(CorpusError) {
        try system(path) { () throws(SystemError) in try SystemCalls.cut(descriptor, to: byteCount) }
    }

    private static func system<Result>(
        _ path: String, _ call: () throws(SystemError) -> Result
    ) throws(CorpusError) -> Result {
        do throws(SystemError) { return try call() } catch { throw .system(path: path, text: error.text) }
    }

    private static func write(_ text: String, to descriptor: Int32, _ path: String) throws(CorpusError) {
        do throws(FileAccessError) {
            try FileAccess.write(Array(text.utf8), toDescriptor: descriptor, name: path)
        } catch {
            throw .system(path: path, text: error.message)
        }
    }
}

/// The number and the checksum of the bytes written to a file, for detecting changes by other processes.
///
///     var written = WrittenBytes()
///     written.append(line.utf8)
///     if WrittenBytes(bytesOfFile) != written { … }
///
/// The checksum is 64-bit FNV-1a, which detects accidental changes, not attacks.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
struct WrittenBytes: Equatable {
    private(set) var count = 0
    private var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: some Sequence<UInt8> = []) { append(bytes) }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3
            count += 1
        }
    }
}
