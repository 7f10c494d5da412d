public import ArgumentParser
import Support
import Tasks
public import ThresholdTuning

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Compute how many groups show that an error rate is within a limit, or that two systems differ.",
        usage: "depthcheck plan [<options>] --species <count> --limit <share>",
        discussion: """
            Prints the number of groups (scenes) of each species without which the limit cannot be shown to hold, and \
            the number with which it is shown with a probability of 80 %. Uses the intervals of tune and evaluate. \
            Exits with 0 for every plan, and with 64 for wrong usage.

              depthcheck plan --species 6 --limit 0.05
              depthcheck plan --species 6 --limit 0.05 --expected 0.02 --format json
              depthcheck plan --species 1 --limit 0.1 --captures-per-group 4 \\
                --correlation 0.3
              depthcheck plan --rate bpcer --limit 0.1 --sizes pilot-labels.csv --correlation 0.3
              depthcheck plan --species 6 --expected 0.02 --difference 0.05
            """)

    @Option(help: ArgumentHelp("The error rate: apcer, or bpcer, with species in comparisons only.", valueName: "rate"))
    var rate = PlanTask.Options.standard.rate

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of species of attack.", valueName: "count"))
    var species: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rate that no species may exceed, as a share.", valueName: "share"))
    var limit: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The true rate of every species, below the limit; of the better system, with --difference. "
                + "[default: a fifth of the limit]",
            valueName: "share"))
    var expected: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Plan a comparison of two systems on the same captures: the difference of their rates to detect.",
            valueName: "share"))
    var difference: Double?

    @Option(
        help: ArgumentHelp(
            "The captures of each group of a pilot: a number per line, or a label file, whose groups are counted.",
            valueName: "file"),
        completion: .file())
    var sizes: String?

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

    func validate() throws { _ = try task(sizes: sizes.map { _ in [1] }) }

    private func task(sizes: [Int]?) throws -> PlanTask {
        var options = PlanTask.Options(species: species, limit: limit)
        options.rate = rate
        options.difference = difference
        options.sizes = sizes
        options.expected = expected
        options.capturesPerGroup = capturesPerGroup
        options.correlation = correlation
        options.probability = probability
        options.confidence = confidence
        options.seed = seed
        return try validated(PlanTask.init, options)
    }

    func run() throws {
        let named = [sizes.map { NamedPath(option: "--sizes", path: $0) }].compactMap(\.self)
        let found = try sizes.map { path in
            let bytes = try TuningTable.bytes(of: path)
            return try asUsageError { () throws(TaskFailure) in
                try PlanTask.Options.sizes(bytes, name: path, LabelledTables(.init()))
            }
        }
        let task = try task(sizes: found)
        let stream = try report.destination.open(besides: named)
        let plan = task.run()
        try stream.finish(
            report.report {
                plan.json
            } text: {
                plan.page(style: $0.style, width: $0.width)
            })
    }
}

extension GroupPlan.Design.Rate: ExpressibleByArgument {}
