import ArgumentParser
import DepthAnalysis
import DepthFiles
public import DepthReports

extension ReportStream.Format: ExpressibleByArgument {}

extension AnalysisRun.FailingStatus: ExpressibleByArgument {}

struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Measures depth maps and says whether they are likely real scenes.",
        discussion: """
            Reads little-endian float32 metres, packed with gzip, zlib, raw DEFLATE or not at all, and 16-bit \
            greyscale PNG. A file that cannot be read is reported and the rest analysed.
            """)

    @OptionGroup var input: InputArguments
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "How results are written.")
    var format = ReportStream.Format.text

    @OptionGroup var jobs: JobsOption

    @Option(help: "End with exit code 1 if any result has this status; can be given twice.")
    var failOn: [AnalysisRun.FailingStatus] = []

    func validate() throws {
        try input.requireSome()
        // Read here already, so that what is wrong is said with this command's usage.
        _ = try analysis.makeAnalyzer()
    }

    @MainActor
    func run() async throws {
        var run = AnalysisRun(inputs: input.inputs, isList: !input.isSingleFile)
        run.analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reading.reader)
        run.format = format
        run.failOn = failOn
        run.destination = output.destination
        run.jobs = jobs.count
        try await run.run()
    }
}
