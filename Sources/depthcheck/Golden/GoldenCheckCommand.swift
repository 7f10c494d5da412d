import ArgumentParser
import Conformance
import DepthAnalysis

struct GoldenCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks that fresh answers are the stored ones, and says where they part and why.",
        discussion: """
            Whole numbers, booleans and words are compared exactly, the server's numbers bit for bit, others within \
            the limits that the set's manifest.json names. A value within its limit fails all the same when it \
            decides otherwise than the stored one. What fails is told by its cause, where a known one explains it.

            Exit codes: 0 all as stored; 1 something is not; 2 something could not be read; 64 wrong usage; 74 a \
            report, or the samples for a program, could not be written.
            """)

    @OptionGroup var set: GoldenSetArgument
    @OptionGroup(title: "Who answers") var answerer: AnswererArguments
    @OptionGroup(title: "Who answers") var other: OtherAnswers
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var reports: CheckReportArguments

    @OptionGroup var selection: GoldenSelection

    @Flag(help: "Refuse goldens that depthcheck answered itself.")
    var independent = false

    @Flag(help: "Fail where an answer lacks a stored field.")
    var complete = false

    func validate() throws {
        try other.requireAlone(beside: answerer)
        try reports.requireDistinct(from: output)
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try set.read()
        let (answerer, subject) = try answererAndSubject()
        let reads = GoldenSetArgument.named(set) + self.answerer.named + other.named
        let outputs = try reports.open(output.destination, besides: reads, outside: set.path)
        let report = await GoldenCheck(set, answerer: answerer, subject: subject, options: options(answerer)).run()
        try Output.reporting { if let error = report.missingSamples { throw error } }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }

    private func answererAndSubject() throws -> (Answerer, subject: String) {
        let answerer = try other.makeAnswerer(timeout: answerer.secondsPerInput) ?? answerer.makeAnswerer()
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
            "Only goldens of this name or pattern, such as 'room-*' or 'client/*'; can be given again.",
            valueName: "pattern"))
    var filters: [String] = []

    @Option(
        name: .customLong("profile"), parsing: .singleValue,
        help: "Only this profile's goldens. [default: both; of a program the server's, of --answers those answered for]"
    )
    var profiles: [AnalysisProfile] = []

    func profiles(or others: [AnalysisProfile]) -> [AnalysisProfile] { profiles.isEmpty ? others : profiles }
}
