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
    let inputs: [DepthFileInput]
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
        let analyzer = analyzer
        let batch = Batch(items: inputs, jobs: jobs, isProgressWanted: destination.isProgressWanted) { input in
            analyzer.analyze(input)
        }
        try output.write(report.opening)
        let code = try await batch.run(judge: exitCode) { result in
            try output.write(report.entry(result))
        } finish: {
            try output.write(report.closing)
            try output.commit()
        }
        try code.leave()
    }

    /// The exit code one result asks for; an error is also said on standard error, unless the page just shown says it.
    private func exitCode(of result: FileAnalysis) -> ExitCode {
        if let error = result.error {
            if !(format == .text && destination.isTerminal) {
                Terminal.remark("error: \(result.input.printable): \(error.message(naming: .command))")
            }
            return .unreadableInput
        }
        return failOn.contains { $0.rawValue == result.analysis.status.rawValue } ? .conditionHolds : .success
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
