public import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
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

    @Flag(help: "Go on with the output where an interrupted run stopped.")
    var resume = false

    @Option(help: ArgumentHelp("Measure part I of N, the same wherever it is run.", valueName: "I/N"))
    var shard: String?

    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Option(help: "Files measured at once. [default: one for each processor]")
    var jobs: Int?

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected at least 1") }
        if resume, output == nil { throw ValidationError("--resume needs --output") }
        _ = try asUsageError { () throws(CorpusError) in try shard.map { text throws(CorpusError) in try Shard(text) } }
    }

    func run() async throws {
        let measurer = CorpusMeasurer(analyzer: try analysis.makeAnalyzer(), options: reading.reader.options)
        let corpus = try asUsageError { () throws(CorpusError) in
            try Corpus(
                corpora, root: root, shard: try shard.map { text throws(CorpusError) in try Shard(text) })
        }
        for failure in corpus.failures { Terminal.remark("error: \(failure.path): \(failure.message)") }
        FileAccess.ignoreBrokenPipeSignal()
        let format = format ?? (output?.hasSuffix(".ndjson") == true ? .ndjson : .csv)
        let journal = try asUsageError { () throws(CorpusError) in
            try output.map { path throws(CorpusError) in
                try MeasurementJournal(
                    path: path, format: format, provenance: measurer.provenance, isResumed: resume)
            }
        }
        let entries = corpus.entries.filter { journal?.measured.contains($0.file) != true }
        var progress = ProgressBar(
            total: entries.count, isWanted: !quiet && (output != nil || !Terminal.isTerminal(.output)))
        var unreadable = 0
        if journal == nil { try write(format.header) }
        FileAccess.keepFreedMemory()
        try await parallelMap(entries, jobs: jobs ?? Machine.processorCount) { entry in
            measurer.measure(entry)
        } consume: { measurement in
            if let journal {
                try reporting { () throws(CorpusError) in try journal.append(measurement) }
            } else {
                try write(format.line(measurement))
            }
            progress.advance()
            if !measurement.error.isEmpty {
                unreadable += 1
                Terminal.remark("error: \(measurement.file): \(measurement.error)")
            }
        }
        progress.finish()
        try reporting { () throws(CorpusError) in try journal?.synchronize() }
        if unreadable > 0 || !corpus.failures.isEmpty { throw ExitCode.unreadableInput }
    }

    private func write(_ text: String) throws {
        do { try Terminal.write(text, to: .output) } catch {
            if error.reason == .brokenPipe { throw ExitCode.success }
            Terminal.remark("error: \(error.path): \(error.message)")
            throw ExitCode.outputFailed
        }
    }

    private func reporting(_ body: () throws(CorpusError) -> Void) throws {
        do throws(CorpusError) { try body() } catch {
            Terminal.remark("error: \(error.description)")
            throw ExitCode.outputFailed
        }
    }
}
