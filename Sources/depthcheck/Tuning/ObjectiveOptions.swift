import ArgumentParser
import Tasks
import ThresholdTuning

struct NamedObjective: ExpressibleByArgument {
    let objective: TuningObjective

    init?(argument: String) {
        guard let objective = TuningObjective(named: argument) else { return nil }
        self.objective = objective
    }

    static let allValueStrings = TuningObjective.named.map(\.name)
}

struct ObjectiveOptions: ParsableArguments {
    @Option(help: "The quantity to optimise. [default: bpcer20]")
    var objective: NamedObjective?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise BPCER while the APCER of every species is at most this share.", valueName: "share"))
    var maxApcer: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise the APCER of the worst species while BPCER is at most this share.", valueName: "share"))
    var maxBpcer: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minimise the expected cost: the cost of an attack that passes; needs --cost-bpcer and --prior.",
            valueName: "cost"))
    var costApcer: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("The cost of a real scene that fails.", valueName: "cost"))
    var costBpcer: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The share of attacks among all presentations.", valueName: "share")
    )
    var prior: Double?

    var isGiven: Bool {
        objective != nil || [maxApcer, maxBpcer, costApcer, costBpcer, prior].contains { $0 != nil }
    }

    func apply(to options: inout TuneTask.Options) {
        options.objective = objective?.objective
        options.maxAPCER = maxApcer
        options.maxBPCER = maxBpcer
        options.costAPCER = costApcer
        options.costBPCER = costBpcer
        options.prior = prior
    }
}

struct StatisticsOptions: ParsableArguments {
    private static let standard = TuneTask.Options()

    @Option(parsing: .unconditional, help: "The number of bootstrap replicates over groups; 0 needs no OpenBLAS.")
    var replicates = Self.standard.replicates

    @Option(
        parsing: .unconditional, help: "The random seed; the same seed gives the same report. [default: 1]",
        transform: Seed.number)
    var seed = Self.standard.seed

    @Option(parsing: .unconditional, help: "The confidence level of all intervals.")
    var confidence = Self.standard.confidence

    @Option(parsing: .unconditional, help: "The number of folds of the cross-validation.")
    var folds = Self.standard.folds

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Repeat the cross-validation with other folds, this many in all, and report the spread. [default: "
                + "\(TuningOptions().repeats); 1 with --sweep or a column to leave out]", valueName: "repeats"))
    var repeats: Int?

    func apply(to options: inout TuneTask.Options) {
        options.repeats = repeats
        options.replicates = replicates
        options.seed = seed
        options.confidence = confidence
        options.folds = folds
    }
}
