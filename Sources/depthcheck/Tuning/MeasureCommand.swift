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
    var corpora: [String]

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

    @Option(help: ArgumentHelp("Measure part I of N, the same wherever it is run.", valueName: "I/N"))
    var shard: String?

    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @OptionGroup var jobs: JobsOption

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    func validate() throws {
        if resume, output == nil { throw ValidationError("--resume needs --output") }
        if verify, !resume { throw ValidationError("--verify needs --resume: without rows there is nothing to verify") }
        _ = try asUsageError { () throws(CorpusError) in try shard.map { text throws(CorpusError) in try Shard(text) } }
    }

    @MainActor
    func run() async throws {
        let measurer = CorpusMeasurer(analyzer: try analysis.makeAnalyzer(), options: reading.reader.options)
        let corpus = try asUsageError { () throws(CorpusError) in
            try Corpus(
                corpora, root: root, shard: try shard.map { text throws(CorpusError) in try Shard(text) })
        }
        for failure in corpus.failures { Terminal.remark("error: \(failure.path): \(failure.message)") }
        let rows = try RowOutput(output, format, provenance: measurer.provenance, isResumed: resume)
        let isProgressWanted = !quiet && !Destination(named: output).isTerminal
        let paths = Dictionary(uniqueKeysWithValues: corpus.entries.map { ($0.file, $0.path) })
        let inherited = rows.inherited
        let stale = try await self.stale(inherited, paths, measurer, isProgressWanted: isProgressWanted)
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
        let isWhole = corpus.failures.isEmpty && inherited.allSatisfy { $0.error.isEmpty || paths[$0.file] != nil }
        try (isWhole ? code : .unreadableInput).leave()
    }

    /// The files of the corpus whose rows no longer hold; says how many there are and why.
    @MainActor
    private func stale(
        _ rows: [MapMeasurement], _ paths: [String: String], _ measurer: CorpusMeasurer, isProgressWanted: Bool
    ) async throws -> Set<String> {
        var failed = 0
        var stale: Set<String> = []
        let isThorough = verify
        let batch = Batch(
            items: rows.filter { paths[$0.file] != nil }, jobs: jobs.count, isProgressWanted: isProgressWanted
        ) { row in
            (row, paths[row.file].map { measurer.isCurrent(row, path: $0, isThorough: isThorough) } ?? true)
        }
        _ = try await batch.run { (row, isCurrent) in
            if isCurrent { return }
            stale.insert(row.file)
            if !row.error.isEmpty { failed += 1 }
        }
        if !stale.isEmpty {
            Terminal.remark(
                "note: \(NumberText.count(stale.count, "row")) measured again: \(failed) with an error, "
                    + "\(stale.count - failed) of a file that has changed")
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
        _ path: String?, _ format: MeasurementFormat?, provenance: MeasuringProvenance, isResumed: Bool
    ) throws {
        self.format = format ?? (path?.hasSuffix(".ndjson") == true ? .ndjson : .csv)
        let destination = Destination(named: path)
        // A pipe or a device cannot be gone on with: it is written straight, as by every command.
        guard let file = destination.file, !FileAccess.isStream(file) else {
            if isResumed { throw ValidationError("--resume needs an --output that is a file, to go on with") }
            journal = nil
            stream = try destination.open()
            try stream?.write(self.format.header)
            return
        }
        stream = nil
        do throws(CorpusError) {
            journal = try MeasurementJournal(
                path: file, format: self.format, provenance: provenance, isResumed: isResumed)
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
