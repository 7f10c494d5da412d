import ArgumentParser
import Support
import Tasks
import ThresholdTuning

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Compute how many groups of each species show that APCER is within a limit.",
        usage: "depthcheck plan [<options>] --species <count> --limit <share>",
        discussion: """
            Prints the number of groups (scenes) of each species without which the limit cannot be shown to hold, and \
            the number with which it is shown with a probability of 80 %. Uses the intervals of tune and evaluate. \
            Exits with 0 for every plan, and with 64 for wrong usage.

              depthcheck plan --species 6 --limit 0.05
              depthcheck plan --species 6 --limit 0.05 --expected 0.02 --format json
              depthcheck plan --species 1 --limit 0.1 --captures-per-group 4 \\
                --correlation 0.3
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of species of attack.", valueName: "count"))
    var species: Int

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The APCER that no species may exceed, as a share.", valueName: "share"))
    var limit: Double

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The true APCER of every species, below the limit. [default: a fifth of the limit]", valueName: "share"))
    var expected: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of captures of each group.", valueName: "count"))
    var capturesPerGroup = PlanTask.Options.standard.capturesPerGroup

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The intra-group correlation of errors: 0 if captures are independent, 1 if those of a group agree.",
            valueName: "share"))
    var correlation = PlanTask.Options.standard.correlation

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The wanted probability that the limit is shown to hold.", valueName: "share"))
    var probability = PlanTask.Options.standard.probability

    @Option(parsing: .unconditional, help: "The confidence level of the intervals.")
    var confidence = PlanTask.Options.standard.confidence

    @Option(
        parsing: .unconditional,
        help: "The random seed, for simulated captures. [default: 1]",
        transform: Seed.number)
    var seed = PlanTask.Options.standard.seed

    @OptionGroup var report: ReportOutputOptions

    func validate() throws { _ = try task() }

    private func task() throws -> PlanTask {
        var options = PlanTask.Options(species: species, limit: limit)
        options.expected = expected
        options.capturesPerGroup = capturesPerGroup
        options.correlation = correlation
        options.probability = probability
        options.confidence = confidence
        options.seed = seed
        return try validated(PlanTask.init, options)
    }

    func run() throws {
        let stream = try report.destination.open(besides: [])
        let plan = try task().run()
        try stream.finish(
            report.report {
                GroupPlanReport.object(plan)
            } text: {
                GroupPlanReport.page(plan, style: $0.style, width: $0.width)
            })
    }
}
