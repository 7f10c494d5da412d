internal import DepthAnalysis
internal import DepthFiles
internal import DepthReports
internal import Platform

/// A file of measurements that grows row by row, so that a run can be interrupted at any moment and gone on with.
///
///     let journal = try MeasurementJournal(
///         path: "m.csv", format: .csv, provenance: measurer.provenance, isResumed: true)
///     for entry in entries where !journal.measured.contains(entry.file) {
///         try journal.append(measurer.measure(entry))
///     }
///     try journal.synchronize()
///
/// Every row is one call of `write` to a file opened for appending: when the process is killed, rows before it are
/// whole and at most the last one is torn. Going on drops a torn row and skips the files that have one already.
public final class MeasurementJournal {
    /// The files that have a row already.
    public let measured: Set<String>
    private let path: String
    private let format: MeasurementFormat
    private let descriptor: Int32

    /// Opens the journal at `path`; a new one begins with its header.
    ///
    /// - Parameters:
    ///   - path: the file of measurements.
    ///   - format: how rows are written. A journal that is gone on with must have been written so too.
    ///   - provenance: of the run; that of every row already there must be the same.
    ///   - isResumed: whether a file that is there is gone on with.
    /// - Throws: ``CorpusError``: the file is there and not to be gone on with, is written by another process, was
    ///   measured otherwise or is no table of measurements.
    public init(
        path: String, format: MeasurementFormat, provenance: MeasuringProvenance, isResumed: Bool
    ) throws(CorpusError) {
        self.path = path
        self.format = format
        let descriptor = try Self.system(path) { () throws(SystemError) in try SystemCalls.openForAppending(path) }
        do throws(CorpusError) {
            measured = try Self.prepare(descriptor, path, format, provenance, isResumed: isResumed)
        } catch {
            try? SystemCalls.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        try? SystemCalls.close(descriptor)
    }

    /// Adds a row.
    public func append(_ measurement: MapMeasurement) throws(CorpusError) {
        try Self.write(format.line(measurement), to: descriptor, path)
    }

    /// Waits until all rows are on the disk.
    public func synchronize() throws(CorpusError) {
        try Self.system(path) { () throws(SystemError) in try SystemCalls.synchronizeIfPossible(descriptor) }
    }

    private static func prepare(
        _ descriptor: Int32, _ path: String, _ format: MeasurementFormat, _ provenance: MeasuringProvenance,
        isResumed: Bool
    ) throws(CorpusError) -> Set<String> {
        do throws(SystemError) { try SystemCalls.lock(descriptor) } catch {
            throw error.isHeld ? .outputInUse(path: path) : .system(path: path, text: error.text)
        }
        let bytes: [UInt8]
        do throws(FileAccessError) { bytes = try FileAccess.read(path, maximumByteCount: 1 << 40) } catch {
            throw .system(path: path, text: error.message(naming: .command))
        }
        if !bytes.isEmpty, !isResumed { throw .outputExists(path: path) }
        let table = try MeasurementTable(bytes, name: path)
        guard table.completeByteCount > 0 else {
            // Nothing, or not even a whole first line of our own.
            let firstLine = format == .csv ? format.header : "{\"file\":"
            guard bytes.isEmpty || firstLine.utf8.starts(with: bytes.prefix(firstLine.utf8.count)) else {
                throw .missingColumn(MeasurementColumn.file.name, table: path)
            }
            try cut(descriptor, to: 0, path)
            try write(format.header, to: descriptor, path)
            return []
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
            try require("reading", row.provenance.reading, provenance.reading)
        }
        if format == .csv, !bytes.starts(with: format.header.utf8) {
            try require("header", "of other columns", "the columns of this version")
        }
        try cut(descriptor, to: table.completeByteCount, path)
        return Set(table.rows.map(\.file))
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
