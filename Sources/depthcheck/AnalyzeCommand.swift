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

    func validate() throws { try request.validate() }

    func run() throws { try request.run() }

    private var request: AnalysisRequest {
        AnalysisRequest(
            files: input.files, manifest: manifest.file, archives: tar.archives, analyzer: analysis.request,
            reading: reading.request, destination: output.destination, summary: summary.request, format: format,
            rule: rule.file, showsPictures: picture, isVerbose: verbose,
            showsOnlyFailures: onlyFailures, jobs: jobs.jobs, failOn: failOn)
    }
}
