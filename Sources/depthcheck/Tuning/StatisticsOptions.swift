import ArgumentParser
import ThresholdTuning

struct StatisticsOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The number of bootstrap replicates over groups; 0 needs no OpenBLAS.")
    var replicates = 1000

    @Option(
        parsing: .unconditional, help: "The random seed; the same seed gives the same report. [default: 1]",
        transform: Seed.number)
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: "The confidence level of all intervals.")
    var confidence = 0.95

    @Option(parsing: .unconditional, help: "The number of folds of the cross-validation.")
    var folds = 5

    func validate() throws {
        guard (0...1_000_000).contains(replicates) else {
            throw ValidationError("--replicates is \(replicates); expected 0 to 1000000")
        }
        try Self.validate(confidence: confidence)
        guard folds >= 2 else { throw ValidationError("--folds is \(folds); expected at least 2") }
    }

    static func validate(confidence: Double) throws {
        let confidences = TuningOptions.confidences
        guard confidences.contains(confidence) else {
            throw ValidationError(
                "--confidence is \(confidence); expected a share from \(confidences.lowerBound) to "
                    + "\(confidences.upperBound), such as 0.95")
        }
    }

    func apply(to options: inout TuningOptions) {
        options.replicates = replicates
        options.seed = seed
        options.confidence = confidence
        options.folds = folds
    }
}
