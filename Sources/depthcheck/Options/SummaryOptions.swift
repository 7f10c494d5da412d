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

    /// Makes it wrong usage to write the summary where the results go.
    func requireOther(than results: Destination) throws {
        guard let json else { return }
        if json.file == nil, results.file == nil {
            throw ValidationError("--summary-json - needs --output: the results stand on standard output")
        }
        try json.requireOther(than: [results])
    }

    var request: SummaryRequest { SummaryRequest(isWanted: summary, json: json) }

    private var json: Destination? { summaryJson.map { Destination(named: $0, option: "--summary-json") } }
}
