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
}

/// What the best thresholds are to be best at.
public enum Objective: String, Sendable, CaseIterable {
    /// The least BPCER where the worst species' APCER is at most 10 %, known as BPCER10.
    case bpcer10
    /// The same at 5 %, known as BPCER20.
    case bpcer20
    /// The same at 1 %, known as BPCER100.
    case bpcer100
    /// The least mean of the worst species' APCER and BPCER. A figure of the literature, not of the standard.
    case acer
    /// The detection equal error rate over the smallest normalised margin: all thresholds are scaled together until
    /// APCER and BPCER are equal.
    case deer

    /// The highest APCER of a species that is put up with; nil where none is set.
    public var limit: Double? {
        switch self {
        case .bpcer10: 0.1
        case .bpcer20: 0.05
        case .bpcer100: 0.01
        case .acer, .deer: nil
        }
    }

    /// What it is called in reports.
    public var title: String {
        switch self {
        case .bpcer10: "least BPCER at APCER (worst species) <= 10 %"
        case .bpcer20: "least BPCER at APCER (worst species) <= 5 %"
        case .bpcer100: "least BPCER at APCER (worst species) <= 1 %"
        case .acer: "least ACER (literature usage)"
        case .deer: "detection equal error rate (D-EER) over the smallest normalised margin"
        }
    }
}

/// How thresholds are looked for.
public enum SearchMethod: Sendable, Hashable {
    /// Over all real thresholds.
    case exact
    /// Over evenly spaced ones: so many of the standard deviation and of the coherence.
    case grid(steps: Int)
}
