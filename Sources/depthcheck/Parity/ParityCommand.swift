import ArgumentParser
public import Conformance
import DepthAnalysis
import DepthFiles
import Support
import ThresholdTuning

extension ParityReport.Format: ExpressibleByArgument {}

struct ParityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parity",
        abstract: "Compare the client's f32 answers with the server's f64 answers.",
        usage: "depthcheck parity [<options>] <file> ...",
        discussion: """
            Analyses each map with both profiles and reports the differences, the verdicts that flip, and why. Exits \
            with 1 if depth_variance or edge_coherence differ by more than 0.01, or depth_layers or the verdict differ \
            at all.
            """)

    @OptionGroup(title: "Input") var input: InputArguments
    @OptionGroup(title: "Input") var tar: TarOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @OptionGroup var parameters: ParametersOption

    @Option(help: "The format of the report.")
    var format = ParityReport.Format.text

    @OptionGroup var jobs: JobsOption

    func validate() throws { try input.requireSome(or: tar) }

    func run() throws {
        let analyzer = try ParityAnalyzer(parameters: parameters.file.read(), reader: reading.reader)
        let destination = output.destination
        let found = try input.resolved()
        let skipped = SkippedFiles()
        skipped.add(found)
        let stream = try destination.open(
            besides: input.named(found) + tar.named + parameters.file.named)
        var report = ParityReport(format: format, isBrief: destination.isQuiet, style: destination.style)
        let batch = Batch(
            items: try reading.items(found, tar, input.selection, skipped), jobs: jobs.count,
            showsProgress: destination.showsProgress, name: \.name
        ) { input in
            analyzer.analyze(input)
        }
        try stream.write(report.opening)
        // A text page contains only the number of errors.
        let areInReport = format != .text || destination.isQuiet
        let code = try batch.run { file in
            guard case .unreadable(let error) = file.outcome else { return .success }
            if !areInReport || !destination.isReadWithErrors {
                Terminal.report("\(file.input.printable): \(error.text(.command))")
            }
            return .unreadableInput
        } consume: { file in
            try stream.write(report.entry(file))
        } finish: {
            try stream.write(report.closing)
            try stream.commit()
        }
        skipped.report()
        try code.leave()
        if !report.summary.holds { throw ExitCode.conditionHolds }
    }
}
