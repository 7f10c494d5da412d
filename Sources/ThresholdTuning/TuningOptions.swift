/// What to tune for, and with how much effort.
///
///     var options = TuningOptions()
///     options.objective = .acer
///     options.replicates = 0
public struct TuningOptions: Sendable, Hashable {
    /// What the tuned thresholds are to be best at.
    public var objective = Objective.bpcer20
    /// How thresholds are looked for.
    public var method = SearchMethod.exact
    /// Bootstrap replicates; 0 for no bootstrap, which needs no OpenBLAS.
    public var replicates = 1000
    /// Of all random numbers.
    public var seed: UInt64 = 1
    /// Of all intervals.
    public var confidence = 0.95
    /// Folds of the cross-validation, at least 2.
    public var folds = 5
    /// The most operating points to judge besides those of the report; 0 for none.
    public var operatingPoints = 0
    /// Threads. Changes no number.
    public var jobs = 1

    /// The defaults each property states.
    public init() {}

    /// The objectives a report gives the best thresholds of.
    var objectivesToReport: [Objective] {
        let named = Objective.named.map(\.objective)
        return named.contains(objective) ? named : named + [objective]
    }
}
