import ArgumentParser
import Conformance
import DepthAnalysis
import Support
import Tasks

struct GoldenCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that fresh answers match the stored ones, and explain the differences.",
        usage: "depthcheck golden check [<options>] [<dir>]",
        discussion: """
            Whole numbers, booleans and words must be equal; the server's numbers must match bit for bit, and other \
            numbers within the limits in the set's manifest.json. A value within its limit still fails if it changes \
            the verdict. Failures are grouped by cause if a known cause explains them.

            Exit codes: 0 all answers match; 1 some differ; 2 some input could not be read; 64 wrong usage; 74 a \
            report, or the samples for a program, could not be written.
            """)

    @OptionGroup var set: GoldenSetArgument
    @OptionGroup(title: "Answers") var answerer: AnswererArguments
    @OptionGroup(title: "Answers") var other: OtherAnswers
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var reports: CheckReportArguments

    @OptionGroup var selection: GoldenSelection
    @OptionGroup var known: KnownFailureArguments

    @Flag(help: "Refuse goldens with answers of depthcheck itself.")
    var independent = false

    @Flag(help: "Fail if an answer lacks a stored field.")
    var complete = false

    func validate() throws {
        _ = try answerer.source(other)
        try reports.requireDistinct(from: output)
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try set.read()
        let (answerer, subject) = try answererAndSubject()
        let reads = GoldenSetArgument.named(set) + self.answerer.named + other.named + known.named
        let outputs = try reports.open(
            output.destination, besides: reads, outside: NamedPath(option: "the golden set", path: set.path),
            list: known.list)
        var options = options(answerer)
        options.known = try known.read()
        let report = await GoldenCheck(set, answerer: answerer, subject: subject, options: options).run()
        try Output.reporting { if let error = report.missingSamples { throw error } }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }

    private func answererAndSubject() throws -> (Answerer, subject: String) {
        let answerer = try other.makeAnswerer(answerer.source(other)) ?? answerer.makeAnswerer()
        let named = self.answerer.run?.text ?? other.runOnce?.text ?? other.answers
        return (answerer, named ?? "depthcheck \(Depthcheck.version)")
    }

    private func options(_ answerer: Answerer) -> GoldenCheck.Options {
        var options = GoldenCheck.Options()
        (options.filters, options.excluded) = (selection.filters, selection.excluded)
        options.areMapsOnly = selection.maps
        options.profiles = selection.profiles(or: answerer.defaultProfiles)
        options.requiresIndependent = independent
        options.requiresComplete = complete
        options.jobs = self.answerer.jobCount
        return options
    }
}

struct ExclusionArguments: ParsableArguments {
    @Option(
        name: .customLong("exclude"), parsing: .singleValue,
        help: ArgumentHelp("Leave out what matches this name or pattern. Repeatable.", valueName: "pattern"))
    var patterns: [String] = []
}

struct KnownFailureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Do not fail for what this file lists, one name a line; fail for what it lists and passes.",
            valueName: "file"),
        completion: .file())
    var knownFailures: String?

    @Option(
        help: ArgumentHelp(
            "Write the names of everything that fails to this file, for --known-failures, and do not fail for it.",
            valueName: "file"),
        completion: .file())
    var writeKnownFailures: String?

    func validate() throws {
        if knownFailures != nil, writeKnownFailures != nil {
            throw ValidationError(
                "found --known-failures and --write-known-failures; expected one: the first reads a list, the second "
                    + "writes a new one")
        }
        for path in [knownFailures, writeKnownFailures] where path == "-" || path == "" {
            throw ValidationError("found no name of a file of known failures; expected one")
        }
    }

    func read() throws -> KnownFailures? {
        if writeKnownFailures != nil { return .all }
        do throws(FileAccessError) { return try knownFailures.map(KnownFailures.init(contentsOf:)) } catch {
            throw ExitCode.unreadable(error)
        }
    }

    var named: [NamedPath] { knownFailures.map { [NamedPath(option: "--known-failures", path: $0)] } ?? [] }

    var list: Destination? {
        writeKnownFailures.map { Destination(named: $0, option: "--write-known-failures") }
    }
}

struct GoldenSelection: ParsableArguments {
    @Option(
        name: [.customLong("filter")], parsing: .singleValue,
        help: ArgumentHelp(
            "Use only goldens that match this name or pattern, such as 'room-*' or 'client/*'. Repeatable. [default: "
                + "all]",
            valueName: "pattern"))
    var filters: [String] = []

    @OptionGroup var exclusion: ExclusionArguments
    var excluded: [String] { exclusion.patterns }

    @Flag(
        help: """
            Use only goldens of maps, not of files that test what a server accepts. A program that gets only {f32} is \
            never asked about files.
            """)
    var maps = false

    @Option(
        name: .customLong("profile"), parsing: .singleValue,
        help: """
            Use only goldens of this profile. Repeatable. [default: both; for a program, the server's; for --answers, \
            those in the file]
            """)
    var profiles: [AnalysisProfile] = []

    func profiles(or others: [AnalysisProfile]) -> [AnalysisProfile] { profiles.isEmpty ? others : profiles }
}

struct GoldenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "golden",
        abstract: "Compare stored answers with fresh ones, of depthcheck or of another program.",
        usage: "depthcheck golden <subcommand> [<options>]",
        discussion: """
            A golden is the stored answer to one depth map, with its origin. Nothing is recorded automatically: only \
            record changes stored answers.
            """,
        subcommands: [
            GoldenInitCommand.self, GoldenCheckCommand.self, GoldenFuzzCommand.self, GoldenRequestsCommand.self,
            GoldenRecordCommand.self,
        ])
}
