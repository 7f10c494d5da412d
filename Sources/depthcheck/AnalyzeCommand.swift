public import ArgumentParser
import DepthAnalysis
import DepthFiles
public import DepthReports

extension ReportStream.Format: ExpressibleByArgument {}

/// A status that makes the command end with exit code 1.
enum FailingStatus: String, CaseIterable, ExpressibleByArgument {
    case fail, unavailable
}

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

    @Option(help: "Files analysed at once. [default: one for each processor]")
    var jobs: Int?

    @Option(help: "End with exit code 1 if any result has this status; can be given twice.")
    var failOn: [FailingStatus] = []

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected at least 1") }
    }

    @MainActor
    func run() async throws {
        let analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reading.reader)
        let destination = try output.open()
        let inputs = input.inputs
        var report = ReportStream(
            format: format, isList: !input.isSingleFile, isBrief: output.quiet,
            parameters: analyzer.analyzer.parameters, style: output.style)
        var progress = ProgressBar(total: inputs.count, isWanted: !output.quiet && !output.goesToTerminal)
        var exitCode = ExitCode.success

        try destination.write(report.opening)
        func consume(_ result: FileAnalysis) throws {
            try destination.write(report.entry(result))
            progress.advance()
            exitCode = worse(exitCode, exitCodeOf(result))
        }
        if inputs.count == 1 {
            try consume(Self.analyze(inputs[0], with: analyzer))
        } else {
            try await parallelMap(inputs, jobs: jobs ?? Terminal.processorCount) { input in
                Self.analyze(input, with: analyzer)
            } consume: { result in
                try consume(result)
            }
        }
        progress.finish()
        try destination.write(report.closing)
        try destination.commit()
        if exitCode != .success { throw exitCode }
    }

    private static func analyze(_ input: InputArguments.Input, with analyzer: FileAnalyzer) -> FileAnalysis {
        switch input {
        case .success(let path): analyzer.analyze(path)
        case .failure(let error): analyzer.unreadable(error)
        }
    }

    /// The exit code one result asks for; an error is also said on standard error, unless the page just shown says it.
    private func exitCodeOf(_ result: FileAnalysis) -> ExitCode {
        if let error = result.error {
            if !(format == .text && output.goesToTerminal) { Terminal.remark("error: \(result.input): \(error)") }
            return .unreadableInput
        }
        return failOn.contains { $0.rawValue == result.analysis.status.rawValue } ? .conditionHolds : .success
    }

    /// Unreadable input outweighs a condition that holds.
    private func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
        first.rawValue >= second.rawValue ? first : second
    }
}
