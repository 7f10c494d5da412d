import ArgumentParser
import DepthAnalysis
public import ParityReports
import Platform

extension ParityReport.Format: ExpressibleByArgument {}

struct ParityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parity",
        abstract: "Holds the client's f32 answers to the server's f64 ones.",
        discussion: """
            Analyses each map with both profiles and reports how far they are apart, and which verdicts flip and why. \
            Exit code 1 if the promise does not hold: depth_variance and edge_coherence within 0.01, depth_layers and \
            the verdict equal. With --search it makes maps that flip instead, and always ends with 0.
            """)

    @OptionGroup var input: InputArguments
    @OptionGroup(title: "Search") var search: SearchArguments
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(
        name: .customLong("parameters"),
        help: ArgumentHelp(
            "JSON file with any subset of the constants; the rest keep the server's values.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var parametersFile: String?

    @Option(help: "How the report is written.")
    var format = ParityReport.Format.text

    @Option(help: "Files analysed at once. [default: one for each processor]")
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected at least 1") }
        if !search.search {
            try input.requireSome()
        } else if !input.isEmpty {
            throw ValidationError("--search makes its own maps; expected no files beside it")
        } else if parametersFile != nil {
            throw ValidationError("--search uses the server's constants; expected no --parameters beside it")
        }
    }

    @MainActor
    func run() async throws {
        if search.search {
            try search.run(format, output.destination)
        } else {
            try await compare()
        }
    }

    @MainActor
    private func compare() async throws {
        let analyzer = try ParityAnalyzer(
            parameters: parametersFile.map(ParametersFile.read) ?? .standard, reader: reading.reader)
        let destination = output.destination
        let stream = try destination.open()
        let inputs = input.inputs
        var report = ParityReport(format: format, isBrief: destination.isQuiet, style: destination.style)
        var progress = ProgressBar(total: inputs.count, isWanted: !destination.isQuiet && !destination.isTerminal)
        try stream.write(report.opening)
        FileAccess.keepFreedMemory()
        try await parallelMap(inputs, jobs: jobs ?? Machine.processorCount) { input in
            switch input {
            case .success(let path): analyzer.analyze(path)
            case .failure(let error): analyzer.unreadable(error)
            }
        } consume: { file in
            if case .unreadable(let error) = file.outcome { Terminal.remark("error: \(file.input): \(error)") }
            try stream.write(report.entry(file))
            progress.advance()
        }
        progress.finish()
        try stream.write(report.closing)
        try stream.commit()
        if !report.summary.unreadable.isEmpty { throw ExitCode.unreadableInput }
        if !report.summary.holds { throw ExitCode.conditionHolds }
    }
}
