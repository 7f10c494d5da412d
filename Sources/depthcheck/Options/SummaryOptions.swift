import ArgumentParser

/// What all results come to.
struct SummaryOptions: ParsableArguments {
    @Flag(
        help: """
            Sum up all results in the end: counts of verdicts, reasons and errors, quantiles, near misses. Goes to \
            standard output, or to standard error where results stand there. Text of several files has it anyway.
            """)
    var summary = false

    @Option(
        help: ArgumentHelp("Write the same as JSON to this file, whole or not at all.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var summaryJson: String?

    /// Makes it wrong usage to write the summary between the results.
    func requireApart(from results: Destination) throws {
        if let json, json.file == nil, results.file == nil {
            throw ValidationError("--summary-json - needs --output: the results stand on standard output")
        }
    }

    var request: SummaryRequest { SummaryRequest(isWanted: summary, json: json) }

    private var json: Destination? { summaryJson.map { Destination(named: $0, option: "--summary-json") } }
}
