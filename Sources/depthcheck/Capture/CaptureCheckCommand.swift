import ArgumentParser
import Captures
import Conformance
import DepthFiles
import Reports
import Support
import Tasks

struct CaptureCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that another capture server gives the expected answers, and explain the differences.",
        usage: "depthcheck capture check [<options>] [<dir>]",
        discussion: """
            Each case is a request with everything that the answer depends on. The status, the error code, the \
            results of the assertion and of the attestation, the counters and the confidence must be as expected. \
            Failures are grouped by a known mistake if one gives the same answers, otherwise by rule. Without a \
            program or a file of answers, depthcheck checks its own answers. docs/CI.md describes the requests and \
            the answers.

            Exit codes: 0 all answers match; 1 some differ; 2 some input could not be read; 64 wrong usage; 74 a \
            report could not be written.
            """)

    @OptionGroup var set: ConformanceSetArgument
    @OptionGroup(title: "Answers") var answerer: CaseAnswererArguments
    @OptionGroup(title: "Answers") var other: OtherAnswers
    @OptionGroup(title: "Answers") var address: ServerAddress
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var reports: CheckReportArguments
    @OptionGroup var selection: CaseSelection
    @OptionGroup var known: KnownFailureArguments

    @Flag(
        help: """
            Also compare members that an answer may omit, such as the reason and the hash of the client data, if the \
            answer has them.
            """)
    var reasons = false

    func validate() throws {
        _ = try answerer.source(other.session, hasAnswers: other.answers != nil, address)
        try reports.requireDistinct(from: output)
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try set.read()
        let reads = ConformanceSetArgument.named(set) + answerer.named + other.named + known.named
        let source = try answerer.source(other.session, hasAnswers: other.answers != nil, address)
        let (answerer, subject) = try answererAndSubject()
        let outputs = try reports.open(
            output.destination, besides: reads, outside: NamedPath(option: "the set of cases", path: set.path),
            list: known.list)
        var options = CheckTask.Options()
        (options.filters, options.excluded) = (selection.filters, selection.exclusion.patterns)
        options.known = try known.read()
        options.comparesFurther = reasons
        options.jobs = self.answerer.jobCount
        let task = CheckTask(options)
        let report =
            if let server = source.server {
                await task.run(set, sentTo: server, timeout: source.timeout, ServerAddress.curl)
            } else {
                await task.run(set, answerer, subject: subject)
            }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }

    private func answererAndSubject() throws -> (CaseAnswerer, subject: String) {
        if let program = try answerer.program(other.session, address) { return program }
        if let answers = other.answers { return (.file(try OtherAnswers.file(answers, to: .serverAnswer)), answers) }
        return (.verifier(CheckTask.verifier), "depthcheck \(Depthcheck.version)")
    }
}

struct ServerAddress: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Get answers from this server on this machine, with curl. If the URL has no path, such as "
                + "http://127.0.0.1:8787, each case is sent to its endpoint, after its state was set as docs/SERVER.md "
                + "describes. If it has one, each case is posted there as JSON.", valueName: "url"))
    var url: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Allow this host in --url, besides this machine. Repeatable.", valueName: "host"))
    var allowHost: [String] = []

    private static let quiet = ["curl", "--silent", "--show-error"]
    private static let common = ["--noproxy", "*", "--proto", "=http,https", "--header", "Expect:"]

    /// Posts standard input, and prints the answer.
    static let post =
        quiet + common + ["--header", "Content-Type: application/json", "--data-binary", "@-", "--"]

    /// Makes transfers one after another.
    static let curl: HTTPTransfer.Client = { transfers in
        quiet
            + transfers.map { transfer in
                let body =
                    switch transfer.body {
                    case .none: [String]()
                    case .text(let text): ["--data-binary", text]
                    case .input: ["--data-binary", "@-"]
                    }
                let ending = String(decoding: HTTPTransfer.ending, as: UTF8.self)
                return common + ["--http1.1", "--write-out", "\(ending)%{http_code}\n", "--request", transfer.method]
                    + transfer.headers.flatMap { ["--header", $0] } + body + [transfer.address]
            }.joined(separator: ["--next"])
    }
}

struct ConformanceSetArgument: ParsableArguments {
    /// The cases of this project, relative to its root.
    static let defaultPath = "fixtures/captures"

    @Argument(
        help: ArgumentHelp(
            "The folder of the cases. [default: \(defaultPath), or if there is none, the installed cases]",
            valueName: "dir"),
        completion: .directory)
    var directory: String?

    func read() throws -> ConformanceSet {
        do throws(FileAccessError) {
            return try ConformanceSet(
                directory ?? InstalledFolder.path(of: Self.defaultPath))
        } catch {
            throw ExitCode.unreadable(error)
        }
    }

    static func named(_ set: ConformanceSet) -> [NamedPath] {
        set.files.map { NamedPath(option: "the set of cases", path: $0) }
    }
}

struct CaseSelection: ParsableArguments {
    @Option(
        name: [.customLong("filter")], parsing: .singleValue,
        help: ArgumentHelp(
            "Use only cases that match this name, pattern or rule, such as 'register-*', 'requests/*' or AST-004. "
                + "Repeatable. [default: all]",
            valueName: "pattern"))
    var filters: [String] = []

    @OptionGroup var exclusion: ExclusionArguments
}

struct CaseAnswererArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Get answers from this program, started for each case. It reads the request on standard input and prints "
                + "the answer, both as one JSON object.",
            valueName: "command"))
    var run: ParsedOption<SessionCommand>?

    @OptionGroup var limit: TimeoutOption
    @OptionGroup var jobs: JobsOption

    func validate() throws {
        if let run {
            do throws(CommandTemplateError) { _ = try run.get() } catch {
                throw ValidationError("--run: \(error.description)")
            }
        }
    }

    func source(
        _ session: SessionOption, hasAnswers: Bool = false, _ address: ServerAddress? = nil
    ) throws -> AnswerSource {
        var options = AnswerSource.Options()
        (options.hasRun, options.hasRunOnce, options.hasAnswers) = (run != nil, session.runOnce != nil, hasAnswers)
        (options.timeout, options.startTimeout) = (limit.timeout, session.startTimeout)
        options.jobs = jobs.jobs
        (options.url, options.allowedHosts) = (address?.url, address?.allowHost ?? [])
        return try validated(AnswerSource.init, options)
    }

    func program(
        _ session: SessionOption, _ address: ServerAddress? = nil
    ) throws -> (CaseAnswerer, subject: String)? {
        guard run != nil || session.runOnce != nil || address?.url != nil else { return nil }
        try DescriptorNeed.require(for: .programs)
        let source = try source(session, hasAnswers: false, address)
        if let url = address?.url {
            return (.program(SessionCommand(words: ServerAddress.post + [url]), timeout: source.timeout), url)
        }
        if let run { return (.program(try run.get(), timeout: source.timeout), run.text) }
        return try session.runOnce.map {
            (.session(try $0.get(), timeout: source.timeout, startTimeout: source.startTimeout), $0.text)
        }
    }

    var named: [NamedPath] { (try? run?.get()).map { NamedPath.files(in: $0.words, of: "--run") } ?? [] }

    var jobCount: Int { jobs.count(of: run == nil ? .files : .programs) }
}
