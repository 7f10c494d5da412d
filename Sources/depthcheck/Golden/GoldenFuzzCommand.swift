import ArgumentParser
import Conformance
import DepthAnalysis
import Support
import Tasks

struct GoldenFuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Compare a program with depthcheck on generated maps, and make the differing ones small.",
        usage: "depthcheck golden fuzz --run-once <command> [<options>]",
        discussion: """
            The maps and files are on both sides of each decision in section 13 of docs/SPECIFICATION.md. Requests, \
            answers, reports and exit codes are those of golden check. The command ends with the first maps whose \
            answers differ, and reduces one for each kind of difference to the fewest and simplest samples. Without \
            --timeout, a program has 60 seconds for each answer, because some maps have millions of samples.
            """)

    @OptionGroup var generation: GenerationArguments

    @Option(help: "The arithmetic of the answers.")
    var profile = AnalysisProfile.server

    @OptionGroup(title: "Answers") var answerer: AnswererArguments
    @OptionGroup(title: "Answers") var session: SessionOption

    @Option(
        help: ArgumentHelp(
            "Add the small map of each kind of difference to this golden set, with the answer of depthcheck.",
            valueName: "dir"),
        completion: .directory)
    var save: String?

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var reports: CheckReportArguments

    func validate() throws {
        _ = try answerer.source(session)
        try reports.requireDistinct(from: output)
        if answerer.run == nil, session.runOnce == nil, answerer.engine == nil, answerer.exponential == nil {
            throw ValidationError(
                "found no program; expected --run-once or --run, or --engine or --exp to compare depthcheck with itself"
            )
        }
        if let save, save.isEmpty { throw ValidationError("--save is empty; expected the folder of a golden set") }
    }

    @MainActor
    func run() async throws {
        try CryptographyNeed.require()
        let set = try save.map(GoldenSetArgument.read)
        let source = try answerer.source(session)
        let answerer =
            try session.makeAnswerer(source, timeout: timeout) ?? answerer.makeAnswerer(timeout: timeout)
        let reads = (set.map(GoldenSetArgument.named) ?? []) + self.answerer.named + session.named
        let outputs = try reports.open(
            output.destination, besides: reads, outside: save.map { NamedPath(option: "--save", path: $0) })
        var options = GoldenFuzz.Options()
        (options.seed, options.count, options.profile) = (generation.seed, generation.count, profile)
        options.jobs = self.answerer.jobCount
        let subject = self.answerer.run?.text ?? session.runOnce?.text ?? "depthcheck \(Depthcheck.version)"
        let fuzz = GoldenFuzz(answerer, subject: subject, options: options)
        let found: GoldenFuzz.Result
        do throws(FileAccessError) { found = try await fuzz.run() } catch {
            return try Output.reporting { throw error }
        }
        var report = found.report
        if let set {
            let saved = FuzzedSet(set, profile, version: Depthcheck.version)
            let added = try Output.reporting { try saved.add(found.found) }
            report.notes += added.paths.map { "added \($0.printable)" } + added.remarks
        }
        try outputs.write(report)
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }

    private var timeout: Double { answerer.limit.timeout ?? 60 }
}

struct GenerationArguments: ParsableArguments {
    @Option(
        parsing: .unconditional, help: "The random seed; the same seed makes the same inputs. [default: 1]",
        transform: Seed.number)
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: "The number of inputs.")
    var count = 2000

    /// Each input takes some 30 kB of memory.
    private static let counts = 1...100_000

    func validate() throws {
        guard Self.counts.contains(count) else {
            throw ValidationError(
                "--count is \(count); expected \(Self.counts.lowerBound) to \(Self.counts.upperBound) inputs")
        }
    }
}
