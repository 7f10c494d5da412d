import ArgumentParser
import Tasks

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

    func apply(to options: inout TuneTask.Options) {
        options.replicates = replicates
        options.seed = seed
        options.confidence = confidence
        options.folds = folds
    }
}
