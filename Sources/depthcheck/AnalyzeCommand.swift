import ArgumentParser
import Corpora
import DepthAnalysis
import DepthArchives
import DepthFiles
public import DepthReports

extension ReportStream.Format: ExpressibleByArgument {}

extension FailingAnswer: ExpressibleByArgument {}

struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Measures depth maps and says whether they are likely real scenes.",
        discussion: """
            Reads little-endian float32 metres, packed with gzip, zlib, raw DEFLATE or not at all, and 16-bit \
            greyscale PNG. A file that cannot be read is reported and the rest analysed.
            """)

    @OptionGroup var input: InputArguments
    @OptionGroup var manifest: ManifestOption
    @OptionGroup var tar: TarOptions
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var summary: SummaryOptions

    @Option(help: "How results are written. [default: by the name of the output, else text]")
    var format: ReportStream.Format?

    @OptionGroup var rule: RuleOption

    @Flag(
        help: """
            Show the map in text, in the colours the terminal has, or in letters where it has none.
            """)
    var picture = false

    @Flag(name: [.short, .long], help: "Name the files in folders that are left out for want of a known extension.")
    var verbose = false

    @OptionGroup var jobs: JobsOption

    @Option(
        help: """
            End with exit code 1 if any map (fail, unavailable) or any answer of the server or of --rule (server-fail, \
            server-unavailable, rule-fail) is this; can be given several times.
            """)
    var failOn: [FailingAnswer] = []

    func validate() throws {
        if manifest.manifest == nil { try input.requireSome(or: tar) }
        if manifest.manifest == "-", input.readsStandardInput || tar.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
        _ = try chosenFormat
        try summary.requireApart(from: output.destination)
        if picture, try chosenFormat != .text || output.quiet {
            throw ValidationError("--picture shows maps in whole text; leave it out with --quiet and other formats")
        }
        // Read here already, so that what is wrong is said with this command's usage.
        _ = try rule.file.read(for: try analysis.makeAnalyzer())
        if rule.file.path == nil, failOn.contains(.ruleFail) {
            throw ValidationError("--fail-on rule-fail needs --rule: without one there is no such verdict")
        }
    }

    @MainActor
    func run() async throws {
        let reader = reading.reader
        let found = try input.found()
        let listed = try manifest.read(reader.options)?.entries ?? []
        var run = AnalysisRun(
            isList: manifest.manifest != nil || !tar.isEmpty || !found.isSingleFile || found.isArchive)
        run.takeInputs(found)
        run.listed = listed.map { AnalysisRun.Item(input: .file(.path($0.path)), known: .init($0.options)) }
        run.shards = tar.shards
        run.analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reader)
        run.rule = try rule.file.read(for: run.analyzer.analyzer)
        run.format = try chosenFormat
        run.failOn = failOn
        run.destination = output.destination
        run.summary = summary.request
        run.isVerbose = verbose
        run.showsPictures = picture
        run.reads = input.named(found) + tar.named
        for entry in listed {
            run.reads.append(NamedPath(option: "--manifest", path: DepthArchive.file(readFor: entry.path)))
        }
        run.reads += manifest.named + analysis.parameters.file.named + rule.file.named
        run.jobs = jobs.count
        run.arrays = reading.array
        try await run.run()
    }

    private var chosenFormat: ReportStream.Format {
        get throws { try ReportStream.Format(asked: format, output: output.output) }
    }
}

extension ReportStream.Format {
    /// The format that was asked for, by name or by the extension of the output.
    ///
    /// - Throws: `ValidationError` where they ask for two.
    init(asked format: Self?, output: String?) throws {
        guard let output, let named = Self(fileName: output) else {
            self = format ?? .text
            return
        }
        if let format, format != named {
            throw ValidationError(
                "--output \(output) asks for \(named.rawValue) and --format for \(format.rawValue); "
                    + "leave one out or rename the output")
        }
        self = named
    }

    /// The format a file name asks for, `.gz` aside; nil for a name that asks for none.
    init?(fileName: String) {
        let name = fileName.lowercased()
        let parts = (name.hasSuffix(".gz") ? String(name.dropLast(3)) : name).split(separator: ".")
        guard parts.count > 1, let last = parts.last else { return nil }
        self.init(rawValue: last == "txt" ? Self.text.rawValue : String(last))
    }
}
