import ArgumentParser
public import CaptureReports
import DepthFiles
import DepthReports
import PlainText
import Platform

extension CaptureFormat: ExpressibleByArgument {}

extension FailingJudgement: ExpressibleByArgument {}

struct CaptureVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "The server's answer to captures, the reasons it hides, and what would have to change.",
        discussion: """
            Told apart by what they are: a folder with photo.jpg, depth.bin or metadata.json; a file that begins with \
            two hyphens is a multipart body; JSON with the names "endpoint" and "device" is a case file, other JSON a \
            hash-only body. Nothing is sent anywhere. docs/CAPTURE.md explains the answers.
            """)

    @OptionGroup var input: CaptureInputArguments
    @OptionGroup(title: "Server") var circumstances: CircumstancesArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "How results are written.")
    var format = CaptureFormat.text

    @Flag(help: "Sum up all results in the end, on standard error where results stand elsewhere than in text.")
    var summary = false

    @Option(
        help: ArgumentHelp(
            """
            JSON of the answers that are expected, by the names of the captures, or one for all. Exit code 1, and the \
            differences, if any member of them is another.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var expect: String?

    @Option(
        help: """
            End with exit code 1 if any capture is this: refused, recorded as suspicious, low, medium or unknown, \
            not-high for all of these, or with assertion-fail or depth-unavailable; can be given several times.
            """)
    var failOn: [FailingJudgement] = []

    @OptionGroup var jobs: JobsOption

    @MainActor
    func run() async throws {
        let destination = output.destination
        let others = circumstances.named + (expect.map { [NamedPath(option: "--expect", path: $0)] } ?? [])
        let found = input.found(apartFrom: others)
        let files = FilesInUse(reads: input.named(found, besides: destination) + others)
        try files.requireApart([destination])
        let verifier = CaptureVerifier(
            reader: input.reader, circumstances: try circumstances.read(), expected: try expect.map(Self.expected))
        let stream = try files.open([destination])[0]
        var report = CaptureStream(
            format, isList: !found.isSingle, isBrief: destination.isQuiet,
            text: JudgementText(style: destination.style, width: destination.width))
        var sum = JudgementSummary()
        let endsWithSummary = format == .text && (summary || !found.isSingle && !destination.isQuiet)
        let batch = Batch(items: found.paths, jobs: jobs.count, isProgressWanted: destination.isProgressWanted) {
            verifier.verify($0)
        }
        try stream.write(report.opening)
        let code = try await batch.run { result in
            exitCode(of: result)
        } consume: { result in
            sum.add(result)
            try stream.write(report.entry(result))
        } finish: {
            try stream.write(report.closing)
            if endsWithSummary { try stream.write("\n" + sum.text) }
            try stream.commit()
        }
        if summary, !endsWithSummary { try? Terminal.write(sum.text, to: .error) }
        try code.leave()
    }

    /// The exit code one result asks for; what keeps it from being read is also said on standard error.
    private func exitCode(of result: JudgedCapture) -> ExitCode {
        if let error = result.error {
            if format != .text || !output.destination.isTerminal {
                Terminal.remark("error: \(result.path.printable): \(error.message)")
            }
            if case .circumstancesMissing = error { return .validationFailure }
            return .unreadableInput
        }
        let differs = !(result.differences ?? []).isEmpty
        return differs || failOn.contains { $0.holds(for: result) } ? .conditionHolds : .success
    }

    /// A thousand answers are a megabyte.
    private static let maximumByteCount = 256 << 20

    private static func expected(_ path: String) throws -> ExpectedAnswers {
        do {
            let json = try JSONReader.read(try FileAccess.readNamed(path, maximumByteCount: maximumByteCount))
            guard let expected = ExpectedAnswers(json) else {
                throw ValidationError(
                    "\(path.printable): found no answers; expected {\"NAME\": {\"answer\": {…}}, …}, or one answer; "
                        + "correct the file")
            }
            return expected
        } catch let error as FileAccessError {
            throw ValidationError("\(path.printable): \(error.message(naming: .command))")
        } catch let error as JSONError {
            throw ValidationError("\(path.printable): found \(error); expected JSON; correct the file")
        }
    }
}
