import ArgumentParser
import Conformance
import DepthAnalysis
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
        let reads = GoldenSetArgument.named(set) + self.answerer.named + other.named
        let outputs = try reports.open(
            output.destination, besides: reads, outside: NamedPath(option: "the golden set", path: set.path))
        let report = await GoldenCheck(set, answerer: answerer, subject: subject, options: options(answerer)).run()
        try Output.reporting { if let error = report.missingSamples { throw error } }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }

    private func answererAndSubject() throws -> (Answerer, subject: String) {
        let answerer = try other.makeAnswerer(timeout: answerer.source(other).timeout) ?? answerer.makeAnswerer()
        let named = self.answerer.run?.text ?? other.runOnce?.text ?? other.answers
        return (answerer, named ?? "depthcheck \(Depthcheck.version)")
    }

    private func options(_ answerer: Answerer) -> GoldenCheck.Options {
        var options = GoldenCheck.Options()
        options.filters = selection.filters
        options.profiles = selection.profiles(or: answerer.defaultProfiles)
        options.requiresIndependent = independent
        options.requiresComplete = complete
        options.jobs = self.answerer.jobCount
        return options
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
            A golden is the stored answer to one depth map, with its origin. Nothing is recorded automatically: record \
            writes pending files, review shows what they would change, and accept replaces the stored answers.
            """,
        subcommands: [
            GoldenCheckCommand.self, GoldenRequestsCommand.self, GoldenRecordCommand.self, GoldenReviewCommand.self,
            GoldenAcceptCommand.self, GoldenRejectCommand.self,
        ])
}
