import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform

/// What `analyze` does once it is known what is asked for: files in, results out, one exit code.
struct AnalysisRun {
    /// A status that makes the command end with exit code 1.
    enum FailingStatus: String, CaseIterable {
        case fail, unavailable
    }

    /// The files in order; some may not even have been found.
    let inputs: [InputArguments.Input]
    /// Whether more than one result may come.
    let isList: Bool
    var analyzer = FileAnalyzer(analyzer: DepthAnalyzer())
    var format = ReportStream.Format.text
    var failOn: [FailingStatus] = []
    var destination = Destination()
    var jobs = Machine.processorCount

    /// Analyses all files and writes their results in order.
    ///
    /// - Throws: an `ExitCode` other than 0.
    @MainActor
    func run() async throws {
        let output = try destination.open(besides: inputs)
        var report = ReportStream(
            format: format, isList: isList, isBrief: destination.isQuiet, parameters: analyzer.analyzer.parameters,
            style: destination.style)
        var progress = ProgressBar(
            total: inputs.count, isWanted: !destination.isQuiet && !destination.isTerminal)
        var exitCode = ExitCode.success

        func consume(_ result: FileAnalysis) throws {
            exitCode = worse(exitCode, exitCodeOf(result))
            progress.advance()
            try output.write(report.entry(result))
        }
        do {
            try output.write(report.opening)
            if inputs.count == 1 {
                try consume(Self.analyze(inputs[0], with: analyzer))
            } else {
                let analyzer = analyzer
                FileAccess.keepFreedMemory()
                try await parallelMap(inputs, jobs: jobs) { input in
                    Self.analyze(input, with: analyzer)
                } consume: { result in
                    try consume(result)
                }
            }
            try output.write(report.closing)
            try output.commit()
        } catch is ReaderIsGone {
            // What was found up to here still decides the exit code.
        }
        progress.finish()
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
            if !(format == .text && destination.isTerminal) {
                Terminal.remark("error: \(result.input.printable): \(error.message(naming: .command))")
            }
            return .unreadableInput
        }
        return failOn.contains { $0.rawValue == result.analysis.status.rawValue } ? .conditionHolds : .success
    }

    /// Unreadable input outweighs a condition that holds.
    private func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
        first.rawValue >= second.rawValue ? first : second
    }
}

extension AnalysisRun {
    /// Recognises `analyze FILE` and `analyze FILE --format FORMAT`, the calls a pipeline makes for one upload after
    /// the other, without the parser: what it does by reflection takes longer than reading and analysing a map.
    /// Whatever else is asked for, nil: the parser decides, and says what is wrong.
    init?(plainCall arguments: [String]) {
        guard arguments.count == 2 || (arguments.count == 4 && arguments[2] == "--format"), arguments[0] == "analyze"
        else { return nil }
        let file = arguments[1]
        guard !file.hasPrefix("-") else { return nil }
        var format = ReportStream.Format.text
        if arguments.count == 4 {
            guard let named = ReportStream.Format(rawValue: arguments[3]) else { return nil }
            format = named
        }
        guard !FileAccess.isFolder(file) else { return nil }
        self.init(inputs: [.success(file)], isList: false)
        self.format = format
    }
}
