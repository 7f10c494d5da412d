import ArgumentParser
import Support
import ThresholdTuning

/// Where rows go: a journal that can be gone on with, or standard output.
struct RowOutput {
    private let format: MeasurementFormat
    private let journal: MeasurementJournal?
    private let stream: Output?

    init(
        _ destination: Destination, _ format: MeasurementFormat?, besides inUse: FilesInUse,
        provenance: MeasuringProvenance, hasOneReading: Bool, isResumed: Bool
    ) throws {
        self.format = format ?? (destination.file?.lowercased().hasSuffix(".ndjson") == true ? .ndjson : .csv)
        // A pipe or a device cannot be gone on with: it is written straight, as by every command.
        guard let file = destination.file, !FileAccess.isStream(file) else {
            if isResumed { throw ValidationError("--resume needs an --output that is a file, to go on with") }
            journal = nil
            stream = try inUse.open([destination])[0]
            try stream?.write(self.format.header(provenance))
            return
        }
        stream = nil
        try inUse.requireApart([destination])
        do throws(CorpusError) {
            journal = try MeasurementJournal(
                path: file, format: self.format, provenance: provenance, hasOneReading: hasOneReading,
                isResumed: isResumed)
        } catch {
            if case .system = error { throw Self.failure(error) }
            throw ExitCode.lackOfMemory(error) ?? ValidationError(error.description)
        }
    }

    /// The rows that were there before this run.
    var inherited: [MapMeasurement] { journal?.rows ?? [] }

    /// Says what is not gone on with.
    func remark() {
        guard let journal, journal.droppedByteCount > 0 else { return }
        let count = NumberText.count(journal.droppedByteCount, "byte")
        Terminal.remark("note: \(journal.path.printable): dropped \(count) at the end, of a row that is not whole")
    }

    /// Whether a file has a row already.
    func hasRow(of file: String) -> Bool { journal?.hasRow(of: file) ?? false }

    /// Whether the table holds an error.
    var hasErrors: Bool { journal?.hasErrors ?? false }

    /// Drops the rows that are to be measured again.
    func goOn(without isStale: (MapMeasurement) -> Bool) throws {
        try Self.reporting { () throws(CorpusError) in try journal?.goOn(without: isStale) }
    }

    func write(_ row: MapMeasurement) throws {
        try stream?.write(format.line(row))
        try Self.reporting { () throws(CorpusError) in try journal?.append(row) }
    }

    /// Puts a row in the place of the one its file has.
    func replace(_ row: MapMeasurement) throws {
        try Self.reporting { () throws(CorpusError) in try journal?.replace(row) }
    }

    /// Waits until all rows are where they belong.
    func finish(inOrderOf files: [String]) throws {
        try stream?.commit()
        try Self.reporting { () throws(CorpusError) in try journal?.finish(inOrderOf: files) }
    }

    private static func reporting(_ body: () throws(CorpusError) -> Void) throws {
        do throws(CorpusError) { try body() } catch { throw failure(error) }
    }

    /// Says what went wrong with writing, and returns the exit code for it.
    private static func failure(_ error: CorpusError) -> ExitCode {
        Terminal.remark("error: \(error.description)")
        return .outputFailed
    }
}
