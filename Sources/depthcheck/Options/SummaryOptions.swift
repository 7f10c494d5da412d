import ArgumentParser
import Support

struct SummaryOptions: ParsableArguments {
    @Flag(
        help: """
            Print a summary of all results at the end: the number of each answer, the reasons, and other counts. It \
            goes to standard output, or to standard error if standard output holds results in another format. Text \
            for several files includes it, for fewer than ten maps only the counts.
            """)
    var summary = false

    @Option(
        help: ArgumentHelp(
            "Write the summary as JSON to this file, which appears when it is complete.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var summaryJson: String?

    var json: Destination? { summaryJson.map { Destination(named: $0, option: "--summary-json") } }

    /// Refuses to write the summary in the middle of the results.
    func requireDistinct(from results: Destination) throws {
        if let json, json.file == nil, results.file == nil {
            throw ValidationError("--summary-json - needs --output, because the results go to standard output")
        }
    }
}

struct SummaryPlaces {
    let options: SummaryOptions
    let results: Destination
    let isText: Bool
    let isList: Bool

    var endsResults: Bool {
        isText && (isList && !results.isQuiet || options.summary && results.file == nil)
    }

    var isWanted: Bool { endsResults || options.summary || options.json != nil }

    fileprivate var isApart: Bool {
        options.summary && results.file != nil && options.json.map { $0.file != nil } ?? true
    }

    func open(_ files: OutputConflictGuard) throws -> SummarisedOutput {
        let json = options.json.map { [$0] } ?? []
        let text = isApart ? [Destination()] : []
        let outputs = try files.open([results] + json + text)
        return SummarisedOutput(
            places: self, results: outputs[0], json: json.isEmpty ? nil : outputs[1],
            text: text.isEmpty ? nil : outputs.last)
    }
}

struct SummarisedOutput {
    fileprivate let places: SummaryPlaces
    fileprivate let results: Output
    fileprivate let json: Output?
    fileprivate let text: Output?
    private var isStandardOutputClosed = false

    fileprivate init(places: SummaryPlaces, results: Output, json: Output?, text: Output?) {
        (self.places, self.results, self.json, self.text) = (places, results, json, text)
    }

    /// Writes a part of the results.
    mutating func writeResults(_ write: (Output) throws -> Void) throws {
        guard !isStandardOutputClosed else { return }
        do { try write(results) } catch let error as StandardOutputClosed {
            if places.options.json?.file == nil { throw error }
            isStandardOutputClosed = true
        }
    }

    /// Writes the requested summaries that are not part of the results. Text goes to stdout, or to stderr if stdout has
    /// other output.
    func finish(text summary: (_ width: Int) -> String, json summaryJSON: () -> String) throws {
        if let text {
            try text.finish(summary(Destination().width))
        } else if places.options.summary, !(places.endsResults && places.results.file == nil) {
            try? Terminal.write(summary(Terminal.columns(of: .error) ?? places.results.width), to: .error)
        }
        try json?.finish(summaryJSON())
    }
}
