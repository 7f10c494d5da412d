import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support
import ThresholdTuning

/// Measures the labelled files with other parameters, once per measurement variant.
struct SweepMeasuring {
    let labelled: LabelledMeasurements
    let exponential: DepthAnalyzer.Exponential
    let corpus: String?
    let folder: String?
    let inUse: OutputConflictGuard
    let jobs: Int
    private(set) var measuredCount = 0
    private(set) var reusedCount = 0

    init(
        labelled: LabelledMeasurements, exponential: DepthAnalyzer.Exponential, corpus: String?, folder: String?,
        inUse: OutputConflictGuard, jobs: Int
    ) {
        self.labelled = labelled
        self.exponential = exponential
        self.corpus = corpus
        self.folder = folder
        self.inUse = inUse
        self.jobs = jobs
    }

    /// The labelled maps, measured with these parameters, in the order of their labels.
    mutating func measure(_ parameters: AnalysisParameters) throws -> [MapMeasurement] {
        let profile = labelled.rows.first?.provenance.profile ?? .server
        let analyzer = try DepthAnalyzer(profile: profile, parameters: parameters, exponential: exponential)
        var rows: [ExactText: MapMeasurement] = [:]
        // Each row records how its file was read, which may differ between rows.
        for reading in Set(labelled.rows.map(\.provenance.reading)).sorted() {
            let part = labelled.rows.filter { $0.provenance.reading == reading }
            guard let options = ReadingOptions(canonicalText: reading) else {
                throw ValidationError(
                    "\(part[0].file.printable): found the reading \"\(reading.printable)\"; expected one that measure "
                        + "writes")
            }
            let reader = DepthFileReader(options: options)
            rows.merge(try measure(part, CorpusMeasurer(analyzer: analyzer, reader: reader, .command))) { $1 }
        }
        return labelled.rows.compactMap { rows[ExactText($0.file)] }
    }

    /// Measures the files that the folder has no rows for, and stores each row there.
    private mutating func measure(
        _ part: [MapMeasurement], _ measurer: CorpusMeasurer
    ) throws -> [ExactText: MapMeasurement] {
        try requireSource(measurer.provenance)
        try requireDistinct(measurer.provenance)
        let kept = try folder.map { folder in
            try Self.reporting { () throws(CorpusError) in
                try KeptMeasurements(folder: folder, provenance: measurer.provenance, of: part)
            }
        }
        var rows: [ExactText: MapMeasurement] = [:]
        for row in part { rows[ExactText(row.file)] = kept?.row(of: row.file) }
        let missing = part.filter { rows[ExactText($0.file)] == nil }
        reusedCount += part.count - missing.count
        measuredCount += missing.count
        if missing.isEmpty { return rows }
        guard let corpus else { throw Self.noCorpus }
        let archives = ArchivePaths()
        let items = missing.map { measurer.remeasurement(of: $0.file, in: corpus, archives) }
        let batch = Batch(items: items, jobs: jobs, showsProgress: true, name: \.file) { item in
            Result { () throws(FileAccessError) in try item.row() }
        }
        var next = 0
        _ = try batch.run { result in
            let row = try Self.reportingTransient(result)
            try Self.require(row, sameAs: missing[next], in: corpus)
            next += 1
            rows[ExactText(row.file)] = row
            try Self.reporting { () throws(CorpusError) in try kept?.append(row) }
        } finish: {
            try Self.reporting { () throws(CorpusError) in try kept?.finish(inOrderOf: part.map(\.file)) }
        }
        return rows
    }

    private static let noCorpus = ValidationError("--sweep needs --corpus, whose files it measures again")

    /// Requires a corpus unless the measurements are stored. Does not create the folder to find out.
    private func requireSource(_ provenance: MeasuringProvenance) throws {
        if corpus != nil { return }
        guard let folder, KeptMeasurements.exists(provenance, in: folder) else { throw Self.noCorpus }
    }

    /// Refuses to append rows to a file that is also an input, under any name.
    private func requireDistinct(_ provenance: MeasuringProvenance) throws {
        guard let folder else { return }
        let path = KeptMeasurements.path(in: folder, provenance)
        try OutputConflictGuard(reads: inUse.reads).requireDistinct([Destination(named: path, option: "--sweep-folder")]
        )
    }

    /// Refuses a row measured from other bytes than those of the labelled file.
    private static func require(_ row: MapMeasurement, sameAs known: MapMeasurement, in corpus: String) throws {
        let isRead = row.error.isEmpty || !known.error.isEmpty
        if row.fileDigest == known.fileDigest, isRead { return }
        let path = "\(corpus)/\(row.file)"
        if !isRead || row.fileDigest.isEmpty {
            Terminal.report("\(path.printable): \(row.error)")
            throw ExitCode.unreadableInput
        }
        throw ValidationError(
            "\(path.printable): found a file that has changed since it was measured; expected the same bytes; correct "
                + "--corpus, or measure again")
    }

    /// Exits on a file that is temporarily unreadable. Rows already measured are kept for the next attempt.
    private static func reportingTransient(
        _ result: Result<MapMeasurement, FileAccessError>
    ) throws -> MapMeasurement {
        do throws(FileAccessError) { return try result.get() } catch {
            throw ExitCode.unreadable(error)
        }
    }

    /// Exits with `outputFailed` if a file cannot be written; other errors are wrong usage.
    private static func reporting<Result>(_ body: () throws(CorpusError) -> Result) throws -> Result {
        do throws(CorpusError) { return try body() } catch {
            guard case .system = error else { throw ValidationError(error.text(.command)) }
            Terminal.report(error.text(.command))
            throw ExitCode.outputFailed
        }
    }
}
