import ArgumentParser
import Support

/// What all results come to.
struct SummaryOptions: ParsableArguments {
    @Flag(
        help: """
            Sum up all results in the end: how many got which answer, for which reasons, and what else is worth \
            counting. Goes to standard output, or to standard error where results stand there. Text of several \
            files has it anyway.
            """)
    var summary = false

    @Option(
        help: ArgumentHelp("Write the same as JSON to this file, whole or not at all.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var summaryJson: String?

    /// Where to as JSON; nowhere if nil.
    var json: Destination? { summaryJson.map { Destination(named: $0, option: "--summary-json") } }

    /// Makes it wrong usage to write the summary between the results.
    func requireApart(from results: Destination) throws {
        if let json, json.file == nil, results.file == nil {
            throw ValidationError("--summary-json - needs --output: the results stand on standard output")
        }
    }
}

/// Where a summary stands: behind the results, and where it was asked for besides.
struct SummaryPlaces {
    let options: SummaryOptions
    /// What the results go to.
    let results: Destination
    /// Whether the results are text.
    let isText: Bool
    /// Whether more than one of them may come.
    let isList: Bool

    /// Whether the results themselves end with the summary.
    var endsResults: Bool {
        isText && (isList && !results.isQuiet || options.summary && results.file == nil)
    }

    /// Whether somebody wants to know what all results come to.
    var isWanted: Bool { endsResults || options.summary || options.json != nil }

    /// Whether the summary goes to standard output as text and nothing else does.
    fileprivate var isApart: Bool {
        options.summary && results.file != nil && options.json.map { $0.file != nil } ?? true
    }

    /// Opens what the results go to, and the summary as JSON and as text where they go to places of their own.
    func open(_ files: FilesInUse) throws -> SummedUpOutput {
        let json = options.json.map { [$0] } ?? []
        let text = isApart ? [Destination()] : []
        let outputs = try files.open([results] + json + text)
        return SummedUpOutput(
            places: self, results: outputs[0], json: json.isEmpty ? nil : outputs[1],
            text: text.isEmpty ? nil : outputs.last)
    }
}

/// Results and their summary, each on its way to where it was asked for.
struct SummedUpOutput {
    fileprivate let places: SummaryPlaces
    fileprivate let results: Output
    fileprivate let json: Output?
    fileprivate let text: Output?
    private var isReaderGone = false

    fileprivate init(places: SummaryPlaces, results: Output, json: Output?, text: Output?) {
        self.places = places
        self.results = results
        self.json = json
        self.text = text
    }

    /// Writes of the results. Who leaves standard output may still want the summary in its file: then the work goes on.
    ///
    /// - Throws: as ``Output``; ``ReaderIsGone`` where nobody wants anything any more.
    mutating func put(_ write: (Output) throws -> Void) throws {
        guard !isReaderGone else { return }
        do { try write(results) } catch let error as ReaderIsGone {
            if places.options.json?.file == nil { throw error }
            isReaderGone = true
        }
    }

    /// Writes the summary where it was asked for and does not stand yet: as text to standard output, or to standard
    /// error where something else is written there.
    ///
    /// - Parameter text: the summary for a width.
    func finish(text summary: (_ width: Int) -> String, json summaryJSON: () -> String) throws {
        if let text {
            try text.finish(summary(Destination().width))
        } else if places.options.summary, !(places.endsResults && places.results.file == nil) {
            try? Terminal.write(summary(Terminal.columns(of: .error) ?? places.results.width), to: .error)
        }
        try json?.finish(summaryJSON())
    }
}
