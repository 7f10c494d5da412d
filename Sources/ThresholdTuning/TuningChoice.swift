package import Support

/// A choice of the caller that messages about tuning name. The raw value is its name in the API.
package enum TuningChoice: String, Sendable {
    case resume = "isResumed"
    case root
    case part = "the part"
    case parameters
    /// The measurements made with the parameters under comparison.
    case otherMeasurements = "other presentations"
    case ignoreUnlabelled = "isLenient"
    /// The names of columns and labels in a label file of another program.
    case labelMapping = "the mapping"
    case replicates
    case sweep = "the sweep"
    case refine = "refinements"
    /// The file that lists all measurements that were tried.
    case sweepTable = "SweepTable"
}

/// An error of measuring or tuning. Its description uses the names in the API; a command substitutes the
/// names of its options.
package protocol TuningFailure: Error {
    /// The error in one line: what was found, what was expected, what to do.
    func message(naming names: OptionNames<TuningChoice>) -> String
    /// Whether the process lacks memory.
    var isLackOfMemory: Bool { get }
}
