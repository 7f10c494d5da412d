import ArgumentParser
import DepthAnalysis
package import GoldenFiles

extension CheckFormat: ExpressibleByArgument {}

struct GoldenCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks that fresh answers are the stored ones, and says where they part.",
        discussion: """
            Whole numbers, booleans and words are compared exactly, the server's numbers bit for bit, others within \
            the limits that the set's manifest.json names. A value within its limit fails all the same when it \
            decides otherwise than the stored one.

            Exit codes: 0 all as stored; 1 something is not; 2 something could not be read; 64 wrong usage.
            """)

    @OptionGroup var set: GoldenSetArgument
    @OptionGroup(title: "Who answers") var answerer: AnswererArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(
        name: [.customLong("filter")], parsing: .singleValue,
        help: ArgumentHelp(
            "Only goldens of this name or pattern, such as 'room-*' or 'client/*'; can be given again.",
            valueName: "pattern"))
    var filters: [String] = []

    @Option(
        name: .customLong("profile"), parsing: .singleValue,
        help: "Only this profile's goldens. [default: both; with --run the server's]")
    var profiles: [AnalysisProfile] = []

    @Flag(help: "Refuse goldens that depthcheck answered itself.")
    var independent = false

    @Flag(help: "Fail where an answer lacks a stored field.")
    var complete = false

    @Option(help: "How the report is written.")
    var format = CheckFormat.text

    func run() async throws {
        let set = try set.read()
        var options = GoldenCheck.Options()
        options.filters = filters
        // A program that answers for both is not known: the server's answer is the truth.
        options.profiles = !profiles.isEmpty ? profiles : answerer.run == nil ? AnalysisProfile.allCases : [.server]
        options.requiresIndependent = independent
        options.requiresComplete = complete
        options.jobs = answerer.jobs.count
        let check = GoldenCheck(
            set, answerer: try answerer.makeAnswerer(), subject: answerer.run ?? "depthcheck \(Depthcheck.version)",
            options: options)
        let destination = try output.destination.open()
        let report = await check.run()
        try destination.finish(format.text(report, style: output.destination.style))
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }
}
