import ArgumentParser
import DepthFiles
public import Reports
import Support

extension ReportStream.Format: ExpressibleByArgument {}

extension FailingAnswer: ExpressibleByArgument {}

extension AnswerChoice: ExpressibleByArgument {}

struct ResultArguments: ParsableArguments {
    @Option(help: "The format of the results. [default: from the extension of --output, otherwise text]")
    var format: ReportStream.Format?

    @Flag(
        name: [.short, .long],
        help: """
            In text, print a page for each of several maps instead of a line, and name the files skipped in folders \
            and archives.
            """)
    var verbose = false

    @Option(
        help: """
            Show only this answer in text: the verdict on the map, or what the server would answer to the bytes of \
            the file. [default: map, and server where they differ and the file is gzip; server with --strict]
            """)
    var only: AnswerChoice?

    @Flag(
        help: """
            Write only results that match --fail-on (without it, those that do not pass) and files that cannot be \
            read. The summary still counts all files.
            """)
    var onlyFailures = false
}

struct FailOnOption: ParsableArguments {
    @Option(
        help: """
            Exit with 1 if any map has this verdict (fail, unavailable), or if the server's answer (server-fail, \
            server-unavailable) is this. Repeatable. [default: none]
            """)
    var failOn: [FailingAnswer] = []
}

struct AnalyzeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Measure depth maps and report whether they are likely to be real scenes.",
        usage: "depthcheck analyze [<options>] <file> ...",
        discussion: """
            Reads \(DepthFileFormat.listText); and archives of \
            these (\(DepthArchive.listText), --tar). docs/FORMATS.md describes the formats. A file that cannot be read \
            is reported, and the others are analysed.

            Examples:
              depthcheck analyze map.bin.gz
              depthcheck analyze captures/ --fail-on fail --summary
              depthcheck analyze frames.zip --only-failures --output results.csv
            """)

    @OptionGroup(title: "Input") var input: InputArguments
    @OptionGroup(title: "Input") var manifest: ManifestOption
    @OptionGroup(title: "Input") var tar: TarOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Analysis") var jobs: JobsOption
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var results: ResultArguments
    @OptionGroup(title: "Output") var summary: SummaryOptions
    @OptionGroup(title: "Exit code") var failing: FailOnOption

    /// Reads the parameters already here, so that their errors are reported as wrong usage.
    func validate() throws {
        if manifest.path == nil { try input.requireSome(or: tar) }
        if manifest.path == "-", input.readsStandardInput || tar.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
        _ = try chosenFormat
        try summary.requireDistinct(from: output.destination)
        _ = try analysis.makeAnalyzer()
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
    var chosenFormat: ReportStream.Format {
        get throws {
            guard let file = output.destination.file, let named = ReportStream.Format(fileName: file) else {
                return results.format ?? .text
            }
            if let format = results.format, format != named {
                throw ValidationError(
                    "--output \(file.printable) requests \(named.rawValue), but --format requests \(format.rawValue); "
                        + "omit one, or rename the output")
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
