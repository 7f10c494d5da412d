import ArgumentParser
public import Reports

extension ReportStream.Format: ExpressibleByArgument {}

extension FailingAnswer: ExpressibleByArgument {}

struct AnalyzeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Measures depth maps and says whether they are likely real scenes.",
        discussion: """
            Reads little-endian float32 metres, float16 and uint16 in gzip, zlib, raw DEFLATE, LZFSE or bare; 16-bit \
            PNG and PGM, NumPy arrays, PFM, TIFF, OpenEXR, depth maps of COLMAP and Gipuma; and archives of them \
            (.npz, .r3d, .zip, --tar). docs/FORMATS.md describes each. A file that cannot be read is reported and the \
            rest analysed.
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

    @Flag(
        name: [.short, .long],
        help: """
            As text, a page for each of several maps instead of a line; and name the files in folders and archives \
            that are skipped.
            """)
    var verbose = false

    @Flag(
        help: """
            Write only the results that match --fail-on, or without it those that do not pass, and files that cannot \
            be read. The summary counts all.
            """)
    var onlyFailures = false

    @OptionGroup var jobs: JobsOption

    @Option(
        help: """
            End with exit code 1 if any map (fail, unavailable) or any answer of the server or of --rule (server-fail, \
            server-unavailable, rule-fail) is this; can be given several times.
            """)
    var failOn: [FailingAnswer] = []

    /// Reads parameters and rule already here, so that their errors are reported as wrong usage.
    func validate() throws {
        if manifest.path == nil { try input.requireSome(or: tar) }
        if manifest.path == "-", input.readsStandardInput || tar.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
        let destination = output.destination
        let format = try chosenFormat
        try summary.requireDistinct(from: destination)
        if picture, format != .text || destination.isQuiet {
            throw ValidationError("--picture shows maps in whole text; leave it out with --quiet and other formats")
        }
        _ = try rule.read(for: try analysis.makeAnalyzer())
        if rule.path == nil, failOn.contains(.ruleFail) {
            throw ValidationError("--fail-on rule-fail needs --rule: without one there is no such verdict")
        }
    }

    /// Analyses the files with the fewest open files and threads possible.
    func run() throws {
        // Lists are read when the run is created. Only then is it known whether a single path is a folder or an
        // archive.
        if !isSinglePath { try DescriptorNeed.require() }
        let run = try AnalysisRun(self)
        if isSinglePath, !run.isOfOneMap { try DescriptorNeed.require() }
        try run.run()
    }

    var isSinglePath: Bool { input.isSinglePath && manifest.path == nil && tar.isEmpty }

    /// The requested format, by option or by the extension of the output; text by default.
    ///
    /// - Throws: `ValidationError` if the two disagree.
    var chosenFormat: ReportStream.Format {
        get throws {
            guard let file = output.destination.file, let named = ReportStream.Format(fileName: file) else {
                return format ?? .text
            }
            if let format, format != named {
                throw ValidationError(
                    "--output \(file) asks for \(named.rawValue) and --format for \(format.rawValue); "
                        + "leave one out or rename the output")
            }
            return named
        }
    }
}

extension ReportStream.Format {
    /// The format of a file name, ignoring `.gz`; nil if its extension is no format.
    fileprivate init?(fileName: String) {
        let name = fileName.lowercased()
        let parts = (name.hasSuffix(".gz") ? String(name.dropLast(3)) : name).split(separator: ".")
        guard parts.count > 1, let last = parts.last else { return nil }
        self.init(rawValue: last == "txt" ? Self.text.rawValue : String(last))
    }
}
