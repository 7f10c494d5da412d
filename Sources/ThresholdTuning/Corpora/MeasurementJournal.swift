internal import DepthAnalysis
internal import DepthFiles
internal import Reports
internal import Support

/// A file of measurements that grows row by row, so that a run can be interrupted at any moment and gone on with.
///
///     let journal = try MeasurementJournal(
///         path: "m.csv", format: .csv, provenance: measurer.provenance, isResumed: true)
///     try journal.goOn { row in hasChanged(row) }
///     for entry in corpus.entries where !journal.hasRow(of: entry.file) {
///         try journal.append(measurer.measure(entry))
///     }
///     try journal.finish(inOrderOf: corpus.entries.map(\.file))
///
/// Every row is one call of `write` to a file opened for appending: when the process is killed, rows before it are
/// whole and at most the last one is torn. Going on drops a torn row and skips the files that have one already.
public final class MeasurementJournal {
    /// The rows that were there; none after ``goOn(without:)``.
    public private(set) var rows: [MapMeasurement]
    /// The files that have a row, in the order of the rows.
    private var files: [String] = []
    private var measured: Set<ExactText> = []
    /// Rows that are to take the place of others.
    private var replacements: [ExactText: MapMeasurement] = [:]
    /// How many bytes were dropped at the end when the file was opened: of a row that was not whole.
    public private(set) var droppedByteCount = 0
    /// Whether any row holds an error, after ``goOn(without:)``.
    public private(set) var hasErrors = false
    /// The file, as it was named.
    public let path: String
    private let format: MeasurementFormat
    private let provenance: MeasuringProvenance
    private let hasOneCorpus: Bool
    private var descriptor: Int32
    /// What the file consists of, unless another process changed it.
    private var written = WrittenBytes()

    /// Opens the journal at `path`; a new one begins with its header.
    ///
    /// - Parameters:
    ///   - path: the file of measurements.
    ///   - format: how rows are written. A journal that is gone on with must have been written so too.
    ///   - provenance: of the run; that of every row already there must be the same.
    ///   - hasOneReading: whether that goes for how files are read as well; not where a manifest says it file by file.
    ///   - hasOneCorpus: whether a name means one file; else rows of one name may differ in their bytes.
    ///   - isResumed: whether a file that is there is gone on with.
    /// - Throws: ``CorpusError``: the file is there and not to be gone on with, is written by another process, was
    ///   measured otherwise or is no table of measurements.
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
    }

    deinit {
        try? SystemCalls.close(descriptor)
    }

    /// Whether a file has a row.
    public func hasRow(of file: String) -> Bool { measured.contains(ExactText(file)) }

    /// Keeps the rows that were there but for some, whose files are to be measured again.
    ///
    /// - Parameter isStale: whether a row goes. All go in one step: a process that is killed leaves all or none.
    public func goOn(without isStale: (MapMeasurement) -> Bool) throws(CorpusError) {
        let kept = rows.filter { !isStale($0) }
        if kept.count < rows.count { try rewrite(kept) }
        for row in kept { take(row) }
        rows = []
    }

    private func take(_ row: MapMeasurement) {
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
        take(measurement)
    }

    /// Puts a row in the place of one that its file had. It is kept in memory until many are replaced in one step, each
    /// step taking as long as writing all rows: a process that is killed leaves the rows that were there.
    public func replace(_ measurement: MapMeasurement) throws(CorpusError) {
        replacements[ExactText(measurement.file)] = measurement
        if !measurement.error.isEmpty { hasErrors = true }
        if replacements.count >= max(Self.leastReplaced, files.count / 4) { try replaceRows() }
    }

    private static let leastReplaced = 256

    private func replaceRows() throws(CorpusError) {
        guard !replacements.isEmpty else { return }
        let rows = try writtenRows()
        try rewrite(rows.map { replacements[ExactText($0.file)] ?? $0 })
        replacements = [:]
    }

    /// Puts the rows into the order of a run that was not interrupted, and waits until all are on the disk.
    ///
    /// - Parameter order: the files of the corpus. Rows of others stay before them, in the order they have.
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

    /// Replaces the whole file, in one step, and goes on with the new one.
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

    /// Makes sure that the file has the name and the size it should have. The system does not report if another process
    /// removes, replaces, cuts or extends it.
    private func requireWhole() throws(CorpusError) {
        let opened = try Self.status(of: descriptor, path)
        guard let named = try? FileStatus(of: path) else { throw .outputLost(path: path, .removed) }
        guard named.identity == opened.identity else { throw .outputLost(path: path, .replaced) }
        let (byteCount, expected) = (opened.byteCount, written.count)
        if byteCount < expected { throw .outputLost(path: path, .cut(byteCount: byteCount, expected: expected)) }
        if byteCount > expected { throw .outputLost(path: path, .extended(byteCount: byteCount, expected: expected)) }
    }

    /// Makes sure that the file has the very bytes that were written to it.
    private func requireUnchanged() throws(CorpusError) {
        try requireWhole()
        var found = WrittenBytes()
        do throws(FileAccessError) {
            let file = try StreamedFile(named: path)
            while case let piece = try file.next(), !piece.isEmpty { found.append(piece) }
        } catch {
            throw .system(path: path, text: error.message(naming: .command))
        }
        guard found == written else { throw .outputLost(path: path, .overwritten) }
    }

    /// The rows in the file, which are those that were written to it.
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

    /// Opens the file for appending and keeps others from doing so.
    private static func open(_ path: String) throws(CorpusError) -> Int32 {
        let descriptor: Int32
        do throws(FileAccessError.Reason) { descriptor = try SystemCalls.openForAppending(path) } catch {
            throw .system(path: path, text: FileAccessError(path, error).message)
        }
        do throws(SystemError) { try SystemCalls.lock(descriptor) } catch {
            try? SystemCalls.close(descriptor)
            throw error.isHeld ? .outputInUse(path: path) : .system(path: path, text: error.text)
        }
        // The process that held the lock may just have replaced the file: rows for this one would be lost.
        let opened = try? FileStatus(of: descriptor)
        guard opened?.kind == .regular else {
            try? SystemCalls.close(descriptor)
            throw .system(path: path, text: FileAccessError(path, .isNoFile).message)
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
            throw .system(path: path, text: error.message(naming: .command))
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
            // Nothing, or not even a whole first line of our own.
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
        // An editor may have left out the last line end.
        if bytes[table.completeByteCount - 1] != UInt8(ascii: "\n") {
            try write("\n", to: descriptor, path)
            written.append("\n".utf8)
        }
        return (table.rows, table.tornByteCount, written)
    }

    /// Whether bytes are the beginning of an object as rows are written, as far as their first two members.
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
