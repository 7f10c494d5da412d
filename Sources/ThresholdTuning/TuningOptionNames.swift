/// The names of the choices that messages of tuning mention, as the user makes them: properties of the API, or options.
package struct TuningOptionNames: Sendable {
    /// As the API calls them.
    package static let properties = TuningOptionNames(
        resume: "isResumed", root: "root", shard: "the shard", candidates: "candidates", parameters: "parameters",
        otherMeasurements: "other presentations", ignoreUnlabelled: "isLenient", replicates: "replicates",
        sweep: "the sweep", refine: "refinements", use: "the measurements wanted", sweepTable: "SweepTable")

    let resume, root, shard: String
    /// What measures the measurements beside the server's as well.
    let candidates: String
    let parameters: String
    /// What takes the measurements of the parameters that are compared.
    let otherMeasurements: String
    let ignoreUnlabelled: String
    let replicates: String
    let sweep, refine: String
    let use: String
    /// What writes all ways of measuring that were tried.
    let sweepTable: String

    /// Takes the names.
    package init(
        resume: String, root: String, shard: String, candidates: String, parameters: String, otherMeasurements: String,
        ignoreUnlabelled: String, replicates: String, sweep: String, refine: String, use: String, sweepTable: String
    ) {
        self.resume = resume
        self.root = root
        self.shard = shard
        self.candidates = candidates
        self.parameters = parameters
        self.otherMeasurements = otherMeasurements
        self.ignoreUnlabelled = ignoreUnlabelled
        self.replicates = replicates
        self.sweep = sweep
        self.refine = refine
        self.use = use
        self.sweepTable = sweepTable
    }
}

/// An error of measuring or tuning. Its description names the API; a command has it name options.
package protocol TuningFailure: Error {
    /// The error in one line: what was found, what was expected, what to do.
    func message(naming names: TuningOptionNames) -> String
    /// Whether the process lacks memory.
    var isLackOfMemory: Bool { get }
}
