import ArgumentParser
import Captures
import Conformance
import DepthFiles
public import Reports
import Support
import Tasks

extension ResultFormat: ExpressibleByArgument {}

extension FailingJudgement: ExpressibleByArgument {}

struct RulesOption: ParsableArguments {
    @Flag(help: "In text, name the rules of docs/CAPTURE.md that give each reason.")
    var verbose = false
}

struct CaptureVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Show the server's answer to captures, the reasons it hides, and the changes needed.",
        usage: "depthcheck capture verify [<options>] <path> ...",
        discussion: """
            The contents determine the kind of input: a folder with photo.jpg, depth.bin or metadata.json is a full \
            capture; a file that begins with a boundary is a multipart body, and one that begins with a request line \
            is an HTTP request; JSON with "endpoint" is a case file, JSON with "has_lidar" a registration, and JSON \
            with members of a hash-only body such a body; CBOR, or base64 of it, is an attestation object. HAR, flows \
            of mitmproxy and traces of curl give a result for each request to the capture server. All of them can be \
            in gzip, base64 or hexadecimal digits. Nothing is sent anywhere. docs/CAPTURE.md explains the answers.
            """)

    @OptionGroup var input: CaptureInputArguments
    @OptionGroup(title: "Server") var serverState: ServerStateArguments
    @OptionGroup(title: "Registration") var registration: RegistrationArguments
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var summary: SummaryOptions
    @OptionGroup(title: "Output") var rules: RulesOption

    @Option(help: "The format of the results.")
    var format = ResultFormat.text

    @Option(
        help: ArgumentHelp(
            """
            Compare the answers with this JSON file, which has one answer for each capture by name, or one for all. \
            Report differences and exit with 1 if there are any.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var expect: String?

    @Option(
        help: """
            Exit with 1 if any input is refused, is recorded as suspicious, low, medium or unknown, is an unverified \
            registration or request, is any of these (not-high), or has a failed assertion (assertion-fail) or no \
            depth verdict (depth-unavailable). Repeatable. [default: none]
            """)
    var failOn: [FailingJudgement] = []

    @Flag(help: "Print an example of a file for --device, and do nothing else.")
    var exampleDevice = false

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        if !exampleDevice { try input.requirePaths() }
        try summary.requireDistinct(from: output.destination)
        _ = try task()
    }

    private func task() throws -> VerifyTask {
        var options = VerifyTask.Options()
        options.boundary = input.boundary
        serverState.apply(to: &options)
        registration.apply(to: &options)
        return try validated(VerifyTask.init, options)
    }

    func run() throws {
        if exampleDevice {
            try output.destination.open(besides: []).finish(DeviceFile.shape.text(of: DeviceFile.exampleDevice) + "\n")
            return
        }
        try CryptographyNeed.require()
        let task = try task()
        let destination = output.destination
        let others =
            serverState.named + registration.named + (expect.map { [NamedPath(option: "--expect", path: $0)] } ?? [])
        let found = try input.resolved(excluding: others)
        let written = [destination] + (summary.json.map { [$0] } ?? [])
        let files = OutputConflictGuard(reads: input.named(found, besides: written) + others)
        // Check before reading the device and the answers, which may come from stdin.
        try files.requireDistinct(written)
        var contents = VerifyTask.Files()
        contents.root = try registration.readRoot()
        contents.device = try serverState.device.map(ServerStateArguments.device)
        let verifier = task.verifier(
            contents, areCases: !task.given.isEmpty && found.areAllCases(task.reader),
            expected: try expect.map(Self.expected), .command)
        let places = SummaryPlaces(
            options: summary, results: destination, isText: format == .text, isList: !found.isSingle)
        var output = try places.open(files)
        var report = ResultStream(
            format, isList: !found.isSingle, isBrief: destination.isQuiet,
            text: JudgementText(
                style: destination.style, width: destination.width, namesRules: rules.verbose))
        var sum = JudgementSummary()
        var caseCount = 0
        var objectCount = 0
        var usageErrorCount = 0
        var resultCount = 0
        let batch = Batch(
            items: found.inputs, jobs: jobs.count, showsProgress: destination.showsProgress, name: \.name
        ) { verifier.results(of: $0) }
        let code = try batch.run { results in
            results.map(exitCode).max { $0.rawValue < $1.rawValue } ?? .success
        } consume: { results in
            for result in results {
                sum.add(result)
                resultCount += 1
                if result.error?.isWrongUsage == true { usageErrorCount += 1 }
                if result.form == .caseFile { caseCount += 1 }
                if result.form == .attestationObject || result.error != nil { objectCount += 1 }
            }
            let text = report.entries(results, areList: results.contains { $0.origin?.request != nil })
            try output.writeResults { try $0.write(text) }
        } finish: {
            try output.writeResults { results in
                try results.write((report.isEmpty ? report.opening : "") + report.closing)
                if places.endsResults { try results.write("\n" + sum.text) }
                try results.commit()
            }
            try output.finish(text: { _ in sum.text }, json: { sum.json })
            if task.isForObject, objectCount == 0 {
                Terminal.report(
                    "note: --challenge and --key-id apply only to attestation objects, and no input is one; "
                        + "registrations have both in their body")
            }
            if caseCount > 0, !task.given.isEmpty {
                let options = task.given.compactMap { OptionNaming.command[$0] }.joined(separator: ", ")
                Terminal.report(
                    "note: \(NumberText.count(caseCount, "case file")) verified without \(options), which case files "
                        + "define themselves")
            }
        }
        // Wrong usage is wrong for all inputs. If only some inputs fail so, they are inputs that could not be read.
        try (code == .validationFailure && usageErrorCount < resultCount ? .unreadableInput : code).leave()
    }

    /// The exit code of one result. Repeats a reading error on stderr unless the results already show it there.
    private func exitCode(of result: JudgedInput) -> ExitCode {
        if let error = result.error {
            if !output.destination.isReadWithErrors {
                Terminal.report("\(result.path.printable): \(error.text(.command))")
            }
            return error.isWrongUsage ? .validationFailure : .unreadableInput
        }
        if result.outcome == .notModelled { return .notModelled }
        let differs = !(result.differences ?? []).isEmpty
        return differs || failOn.contains { $0.holds(for: result) } ? .conditionHolds : .success
    }

    /// A thousand answers take about a megabyte.
    private static let maximumByteCount = 256 << 20

    private static func expected(_ path: String) throws -> ExpectedAnswers {
        do {
            let json = try JSONReader.read(
                try FileAccess.readNamed(path, maximumByteCount: maximumByteCount), .texts)
            guard let expected = ExpectedAnswers(json) else {
                throw ValidationError(
                    "\(path.printable): found no answers; expected {\"NAME\": {\"answer\": {…}}, …}, or one answer; "
                        + "correct the file")
            }
            return expected
        } catch let error as FileAccessError {
            throw ExitCode.usageError(error, at: path, .none)
        } catch let error as JSONError {
            throw ValidationError("\(path.printable): found \(error); expected JSON; correct the file")
        }
    }
}

extension CaptureInputError {
    fileprivate var isWrongUsage: Bool {
        switch self {
        case .unusedOptions: true
        default: false
        }
    }
}
