public import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
import PlainText
import Platform
import ThresholdTuning

extension MeasurementFormat: ExpressibleByArgument {}

/// Errors that end measuring or tuning, as the parser reports wrong usage.
func asUsageError<Result, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Result
) throws -> Result {
    do throws(Failure) { return try body() } catch { throw ValidationError(error.description) }
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
        for failure in corpus.failures { Terminal.remark("error: \(failure.path): \(failure.message)") }
        let reads = manifest.named + analysis.parameters.named + named(corpus)
        let rows = try RowOutput(
            Destination(named: output), format, besides: FilesInUse(reads: reads), provenance: measurer.provenance,
            hasOneReading: manifest.manifest == nil, isResumed: resume)
        let isProgressWanted = !quiet && !Destination(named: output).isTerminal
        let entries = Dictionary(uniqueKeysWithValues: corpus.entries.map { ($0.file, $0) })
        let inherited = rows.inherited
        let stale = try await self.stale(inherited, entries, measurer, isProgressWanted: isProgressWanted)
        try rows.goOn(without: stale)
        let measured = rows.measured
        let batch = Batch(
            items: corpus.entries.filter { !measured.contains($0.file) }, jobs: jobs.count,
            isProgressWanted: isProgressWanted
        ) { entry in
            measurer.measure(entry)
        }
        let code = try await batch.run { row in
            guard !row.error.isEmpty else { return .success }
            Terminal.remark("error: \(row.file): \(row.error)")
            return .unreadableInput
        } consume: { row in
            try rows.write(row)
        } finish: {
            try rows.finish(inOrderOf: corpus.entries.map(\.file))
        }
        // An error in a row of another corpus is in the table all the same.
        let isWhole = corpus.failures.isEmpty && inherited.allSatisfy { $0.error.isEmpty || entries[$0.file] != nil }
        try (isWhole ? code : .unreadableInput).leave()
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

    /// The files of the corpus whose rows no longer hold; says how many there are and why.
    @MainActor
    private func stale(
        _ rows: [MapMeasurement], _ entries: [String: Corpus.Entry], _ measurer: CorpusMeasurer, isProgressWanted: Bool
    ) async throws -> Set<String> {
        var counts: [CorpusMeasurer.RowState: Int] = [:]
        var stale: Set<String> = []
        let isThorough = verify
        let batch = Batch(
            items: rows.filter { entries[$0.file] != nil }, jobs: jobs.count, isProgressWanted: isProgressWanted
        ) { row in
            (row, entries[row.file].map { measurer.state(of: row, $0, isThorough: isThorough) } ?? .current)
        }
        _ = try await batch.run { (row, state) in
            if state == .current { return }
            stale.insert(row.file)
            counts[state, default: 0] += 1
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
        return stale
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
            throw ValidationError(error.description)
        }
    }

    /// The rows that were there before this run.
    var inherited: [MapMeasurement] { journal?.rows ?? [] }

    /// The files that have a row already.
    var measured: Set<String> { journal?.measured ?? [] }

    /// Drops the rows that are to be measured again.
    func goOn(without files: Set<String>) throws {
        try Self.reporting { () throws(CorpusError) in try journal?.goOn(without: files) }
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
