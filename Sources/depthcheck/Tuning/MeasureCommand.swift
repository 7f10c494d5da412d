public import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform
import ThresholdTuning

extension MeasurementFormat: ExpressibleByArgument {}

/// Errors that end measuring or tuning, as the parser reports wrong usage; but for a lack of memory, which is none.
func asUsageError<Result, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Result
) throws -> Result {
    do throws(Failure) { return try body() } catch {
        throw ExitCode.lackOfMemory(error) ?? ValidationError(error.description)
    }
}

struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measures a corpus of depth maps, one row a map, for tuning.",
        discussion: """
            A file that cannot be read is a row with its error. Files are named relative to their corpus, or to \
            --root. Parts measured with --shard join by concatenation.
            """)

    @Argument(
        help: ArgumentHelp("Folders of depth files, or depth files.", valueName: "corpus"), completion: .directory)
    var corpora: [String] = []

    @OptionGroup var manifest: ManifestOption

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Grow this file row by row; .ndjson writes NDJSON. [default: standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "How rows are written. [default: by the output's extension, else csv]")
    var format: MeasurementFormat?

    @Option(
        help: ArgumentHelp("A folder above every corpus, relative to which files are named.", valueName: "folder"),
        completion: .directory)
    var root: String?

    @Flag(help: "Go on with the output: measure what has no row yet, holds an error, or has changed in size or time.")
    var resume = false

    @Flag(help: "With --resume, compare every file that has a row by its SHA-256.")
    var verify = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Measure part I of N, the same wherever it is run.", valueName: "I/N"))
    var shard: String?

    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @OptionGroup var jobs: JobsOption

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    func validate() throws {
        if corpora.isEmpty, manifest.manifest == nil {
            throw ValidationError("no corpus was named; expected folders, files or --manifest")
        }
        if manifest.manifest != nil, !corpora.isEmpty || root != nil {
            throw ValidationError("--manifest names the files; expected neither a corpus nor --root beside it")
        }
        let name = output?.lowercased() ?? ""
        if name.hasSuffix(".gz") {
            throw ValidationError(
                "--output is \(name); expected .csv or .ndjson: a table that grows row by row is not packed")
        }
        if let named = MeasurementFormat.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }), let format,
            named != format
        {
            throw ValidationError(
                "--output asks for \(named.rawValue) and --format for \(format.rawValue); give one of them")
        }
        if name.hasSuffix(".json") {
            throw ValidationError("--output is \(name); expected .csv or .ndjson, one row a line")
        }
        if resume, output == nil { throw ValidationError("--resume needs --output") }
        if verify, !resume { throw ValidationError("--verify needs --resume: without rows there is nothing to verify") }
        _ = try asUsageError { () throws(CorpusError) in try shard.map { text throws(CorpusError) in try Shard(text) } }
    }

    @MainActor
    func run() async throws {
        let measurer = CorpusMeasurer(analyzer: try analysis.makeAnalyzer(), options: reading.reader.options)
        let corpus = try corpus()
        for failure in corpus.failures { Terminal.remark("error: \(failure.path.printable): \(failure.message)") }
        for path in corpus.notFiles { Terminal.remark("left out, for it is no file: \(path.printable)") }
        let reads = manifest.named + analysis.parameters.named + named(corpus)
        let rows = try RowOutput(
            Destination(named: output), format, besides: FilesInUse(reads: reads), provenance: measurer.provenance,
            hasOneReading: manifest.manifest == nil, isResumed: resume)
        rows.remark()
        let isProgressWanted = !quiet && !Destination(named: output).isTerminal
        let stale = try await self.stale(rows.inherited, corpus, measurer, isProgressWanted: isProgressWanted)
        try rows.goOn { stale.files.contains(ExactText($0.file)) }
        let code = try await measure(
            corpus.entries.filter { !rows.hasRow(of: $0.file) }, of: corpus, measurer, rows,
            isProgressWanted: isProgressWanted)
        // An error in a row of an earlier run, or of another corpus, is in the table all the same.
        let isWhole = corpus.failures.isEmpty && stale.isKnown && !rows.hasErrors
        try (isWhole ? code : .unreadableInput).leave()
    }

    /// Measures files row by row. A failure that says nothing of its file leaves no row, for the next run to try again.
    @MainActor
    private func measure(
        _ entries: [Corpus.Entry], of corpus: Corpus, _ measurer: CorpusMeasurer, _ rows: RowOutput,
        isProgressWanted: Bool
    ) async throws -> ExitCode {
        let batch = Batch(items: entries, jobs: jobs.count, isProgressWanted: isProgressWanted) { entry in
            Result { () throws(FileAccessError) in try measurer.measure(entry) }
        }
        return try await batch.run { result in
            switch result {
            case .success(let row) where row.error.isEmpty: return .success
            case .success(let row): Terminal.remark("error: \(row.file.printable): \(row.error)")
            case .failure(let error): Self.say(error, "no row is written")
            }
            return .unreadableInput
        } consume: { result in
            if case .success(let row) = result { try rows.write(row) }
        } finish: {
            try rows.finish(inOrderOf: corpus.entries.map(\.file))
        }
    }

    private static func say(_ error: FileAccessError, _ consequence: String) {
        Terminal.remark("error: \(error.path.printable): \(error.message(naming: .command)); \(consequence)")
    }

    /// The files to measure.
    private func corpus() throws -> Corpus {
        let manifest = try manifest.read(reading.reader.options)
        return try asUsageError { () throws(CorpusError) in
            let part = try shard.map { text throws(CorpusError) in try Shard(text) }
            return if let manifest {
                try Corpus(manifest, shard: part)
            } else {
                try Corpus(corpora, root: root, shard: part)
            }
        }
    }

    /// The files that are measured, and what named them.
    private func named(_ corpus: Corpus) -> [NamedPath] {
        let option = manifest.manifest == nil ? "<corpus>" : "--manifest"
        return corpus.entries.map { NamedPath(option: option, path: $0.path) }
    }

    /// The files of the corpus whose rows no longer hold, and whether that is known of all; says how many there are and
    /// why. A row of which it is not known stays.
    @MainActor
    private func stale(
        _ rows: [MapMeasurement], _ corpus: Corpus, _ measurer: CorpusMeasurer, isProgressWanted: Bool
    ) async throws -> (files: Set<ExactText>, isKnown: Bool) {
        let entries = Dictionary(uniqueKeysWithValues: corpus.entries.map { (ExactText($0.file), $0) })
        var counts: [CorpusMeasurer.RowState: Int] = [:]
        var stale: Set<ExactText> = []
        var isKnown = true
        let isThorough = verify
        let pairs = rows.compactMap { row in entries[ExactText(row.file)].map { (row: row, entry: $0) } }
        let batch = Batch(items: pairs, jobs: jobs.count, isProgressWanted: isProgressWanted) { pair in
            (
                row: pair.row,
                state: Result { () throws(FileAccessError) in
                    try measurer.state(of: pair.row, pair.entry, isThorough: isThorough)
                }
            )
        }
        _ = try await batch.run { (row, state) in
            switch state {
            case .success(.current): break
            case .success(let state):
                stale.insert(ExactText(row.file))
                counts[state, default: 0] += 1
            case .failure(let error):
                isKnown = false
                Self.say(error, "its row stays as it is")
            }
        }
        if !stale.isEmpty {
            let reasons: [(CorpusMeasurer.RowState, String)] = [
                (.failed, "with an error"), (.changed, "of a file that has changed"),
                (.readOtherwise, "of a file that is read otherwise now"),
            ]
            let told = reasons.compactMap { state, words in counts[state].map { "\($0) \(words)" } }
            Terminal.remark(
                "note: \(NumberText.count(stale.count, "row")) measured again: \(told.joined(separator: ", "))")
        }
        return (stale, isKnown)
    }
}

/// Where rows go: a journal that can be gone on with, or standard output.
private struct RowOutput {
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
            try stream?.write(self.format.header)
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
