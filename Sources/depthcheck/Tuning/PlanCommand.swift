import ArgumentParser
import Support
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
    var capturesPerGroup = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The intra-group correlation of errors: 0 if captures are independent, 1 if those of a group agree.",
            valueName: "share"))
    var correlation = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The wanted probability that the limit is shown to hold.", valueName: "share"))
    var probability = 0.8

    @Option(parsing: .unconditional, help: "The confidence level of the intervals.")
    var confidence = ConfidenceInterval.standardConfidence

    @Option(
        parsing: .unconditional,
        help: "The random seed, for simulated captures. [default: 1]",
        transform: Seed.number)
    var seed = TuningOptions().seed

    @OptionGroup var report: ReportOutputOptions

    func validate() throws {
        try StatisticsOptions.validate(confidence: confidence)
        let (counts, probabilities) = (GroupPlan.Design.counts, GroupPlan.Design.probabilities)
        for (name, value) in [
            ("--species", species), ("--captures-per-group", capturesPerGroup),
        ] where !counts.contains(value) {
            throw ValidationError("\(name) is \(value); expected \(counts.lowerBound) to \(counts.upperBound)")
        }
        try ObjectiveOptions.validate(limit: limit, of: "--limit")
        guard expectedRate >= 0, expectedRate < limit else {
            throw ValidationError("--expected is \(expectedRate); expected a share from 0 to below the limit, \(limit)")
        }
        guard correlation >= 0, correlation <= 1 else {
            throw ValidationError("--correlation is \(correlation); expected a share from 0 to 1, such as 0.5")
        }
        guard probabilities.contains(probability) else {
            throw ValidationError(
                "--probability is \(probability); expected a share from \(probabilities.lowerBound) to "
                    + "\(probabilities.upperBound), such as 0.8")
        }
    }

    private var expectedRate: Double { expected ?? GroupPlan.Design.expected(forLimit: limit) }

    func run() throws {
        let stream = try report.destination.open(besides: [])
        var design = GroupPlan.Design(speciesCount: species, limit: limit, expected: expectedRate)
        design.capturesPerGroup = capturesPerGroup
        design.correlation = correlation
        design.confidence = confidence
        design.probability = probability
        design.seed = seed
        let plan = GroupPlan(design)
        try stream.finish(
            report.report {
                GroupPlanReport.object(plan)
            } text: {
                GroupPlanReport.page(plan, style: $0.style, width: $0.width)
            })
    }
}
