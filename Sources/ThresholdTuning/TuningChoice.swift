package import Support

/// A choice that messages of tuning mention. The raw value is its name in the API.
package enum TuningChoice: String, Sendable {
    case resume = "isResumed"
    case root
    case part = "the part"
    /// To measure the measurements beside the server's as well.
    case candidates
    case parameters
    /// The measurements of the parameters that are compared.
    case otherMeasurements = "other presentations"
    case ignoreUnlabelled = "isLenient"
    case replicates
    case sweep = "the sweep"
    case refine = "refinements"
    case use = "the measurements wanted"
    /// The file that lists all measurements that were tried.
    case sweepTable = "SweepTable"
}

/// An error of measuring or tuning. Its description names the API; a command has it name options.
package protocol TuningFailure: Error {
    /// The error in one line: what was found, what was expected, what to do.
    func message(naming names: OptionNames<TuningChoice>) -> String
    /// Whether the process lacks memory.
    var isLackOfMemory: Bool { get }
}
