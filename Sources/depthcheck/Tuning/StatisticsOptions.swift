import ArgumentParser
import ThresholdTuning

struct StatisticsOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The number of bootstrap replicates over groups; 0 needs no OpenBLAS.")
    var replicates = TuningOptions().replicates

    @Option(
        parsing: .unconditional, help: "The random seed; the same seed gives the same report. [default: 1]",
        transform: Seed.number)
    var seed = TuningOptions().seed

    @Option(parsing: .unconditional, help: "The confidence level of all intervals.")
    var confidence = ConfidenceInterval.standardConfidence

    @Option(parsing: .unconditional, help: "The number of folds of the cross-validation.")
    var folds = TuningOptions().folds

    func validate() throws {
        let maximum = TuningOptions.maximumCount
        guard (0...maximum).contains(replicates) else {
            throw ValidationError("--replicates is \(replicates); expected 0 to \(maximum)")
        }
        try Self.validate(confidence: confidence)
        let counts = TuningOptions.foldCounts
        guard counts.contains(folds) else {
            throw ValidationError("--folds is \(folds); expected \(counts.lowerBound) to \(counts.upperBound)")
        }
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
