import ArgumentParser
import Support
import ThresholdTuning

/// The output of rows: a journal that can be resumed, or a stream.
struct RowOutput {
    let format: MeasurementFormat
    private let journal: MeasurementJournal?
    private let stream: Output?

    init(
        _ destination: Destination, _ format: MeasurementFormat?, besides inUse: OutputConflictGuard,
        provenance: MeasuringProvenance, hasOneReading: Bool, isResumed: Bool
    ) throws {
        self.format = format ?? (destination.file?.lowercased().hasSuffix(".ndjson") == true ? .ndjson : .csv)
        // A pipe or device cannot be resumed, so it is written directly, as by every command.
        guard let file = destination.file, !FileAccess.isStream(file) else {
            if isResumed { throw ValidationError("--resume needs an --output that is a regular file") }
            journal = nil
            stream = try inUse.open([destination])[0]
            try stream?.write(self.format.header(provenance))
            return
        }
        stream = nil
        try inUse.requireDistinct([destination])
        do throws(CorpusError) {
            journal = try MeasurementJournal(
                path: file, format: self.format, provenance: provenance, hasOneReading: hasOneReading,
                isResumed: isResumed)
        } catch {
            if case .system = error { throw Self.failure(error) }
            throw ExitCode.lackOfMemory(error) ?? ValidationError(error.text(.command))
        }
    }

    var inherited: [MapMeasurement] { journal?.rows ?? [] }

    /// Prints a note about an incomplete row that was dropped.
    func remark() {
        guard let journal, journal.droppedByteCount > 0 else { return }
        let count = NumberText.count(journal.droppedByteCount, "byte")
        Terminal.report("note: \(journal.path.printable): removed an incomplete last row of \(count)")
    }

    func hasRow(of file: String) -> Bool { journal?.hasRow(of: file) ?? false }

    var hasErrors: Bool { journal?.hasErrors ?? false }

    /// Resumes the journal without the stale rows, which are measured again.
    func resume(dropping isStale: (MapMeasurement) -> Bool) throws {
        try Self.reporting { () throws(CorpusError) in try journal?.resume(dropping: isStale) }
    }

    func write(_ row: MapMeasurement) throws {
        try stream?.write(format.line(row))
        try Self.reporting { () throws(CorpusError) in try journal?.append(row) }
    }

    func replace(_ row: MapMeasurement) throws {
        try Self.reporting { () throws(CorpusError) in try journal?.replace(row) }
    }

    func remove(_ files: [String]) { for file in files { journal?.remove(file) } }

    func finish(inOrderOf files: [String]) throws {
        try stream?.commit()
        try Self.reporting { () throws(CorpusError) in try journal?.finish(inOrderOf: files) }
    }

    private static func reporting(_ body: () throws(CorpusError) -> Void) throws {
        do throws(CorpusError) { try body() } catch { throw failure(error) }
    }

    private static func failure(_ error: CorpusError) -> ExitCode {
        Terminal.report(error.text(.command))
        return .outputFailed
    }
}
