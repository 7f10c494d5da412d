import ArgumentParser
import DepthAnalysis
import DepthFiles
import Support
import ThresholdTuning

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes depth maps in another format, and says what is lost.",
        discussion: """
            Each map is read back from what is written and compared bit for bit before the file appears. bin.gz is \
            what the server reads. A file that cannot be read is reported and the rest converted.
            """)

    @OptionGroup var input: InputArguments
    @OptionGroup var tar: TarOptions
    @OptionGroup var manifest: ManifestOption

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Where to: for one map a file, or - for standard output; a file that ends in .npz for all maps in one; else \
            a folder, made where there is none. Files appear whole or not at all.
            """, valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: "What to write. [default: by the name of the output, else bin.gz]")
    var to: ConvertedFormat?

    @Option(
        parsing: .unconditional,
        help: "Units in a metre of a PNG that is written: 1000 for millimetres. A PNG holds up to 65535 of them.")
    var outputUnits: Float = 1000

    @Flag(help: "Write no map of which something would be lost; end with 1 where there was one.")
    var lossless = false

    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Option(help: "How what was done is told: text, or ndjson.")
    var format = ConversionReport.Format.text

    @Flag(name: [.short, .long], help: "No progress bar, and no line for each map.")
    var quiet = false

    @Option(help: "Colours of text: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        if manifest.path == nil { try input.requireSome(or: tar) }
        if output.isEmpty { throw ValidationError("--output is empty; expected the name of a file or a folder") }
        guard outputUnits.isFinite, outputUnits > 0 else {
            throw ValidationError("--output-units is \(outputUnits); expected a number above 0")
        }
        if let to, let named = ConvertedFormat(ofName: output), to != named, !isFolder {
            throw ValidationError(
                "--output \(output.printable) asks for \(named.rawValue) and --to for \(to.rawValue); leave one out or "
                    + "rename the output")
        }
    }

    func run() throws {
        let found = try input.resolved()
        let skipped = SkippedFiles()
        skipped.add(found)
        let listed = try manifest.read(reading.reader.options)?.entries ?? []
        let known =
            found.inputs.map { ConversionItem(input: .file($0)) }
            + listed.map { ConversionItem(input: .file(.path($0.path)), options: $0.options) }
        let reads =
            input.named(found)
            + listed.map { NamedPath(option: "--manifest", path: DepthArchive.file(readFor: $0.path)) }
            + tar.named
            + manifest.named
        let inUse = OutputConflictGuard(reads: reads)
        try inUse.requireDistinct([Destination(named: output)])
        // The number of maps in an archive matters only if it is the only input.
        let selection = input.selection
        let archives = ArchivePaths(arrays: reading.array, selection: selection)
        let count = known.count == 1 ? parts(of: known[0], archives)?.count ?? 1 : known.count
        let target = try target(ofMaps: count, mayBeMore: !tar.isEmpty)
        let written = target.format.written(unitsPerMetre: outputUnits)
        let run = ConversionRun(
            known: known, parts: { parts(of: $0, $1) }, shards: tar.shards, arrays: reading.array,
            selection: selection, skipped: skipped, target: target,
            converter: MapConverter(
                reader: reading.reader, format: written, isLossless: lossless,
                untouchable: ProtectedFiles(inUse), isFolder: target.isFolder),
            report: ConversionReport(
                format: format, destination: Destination(isQuiet: quiet, color: color),
                isBeside: target.isStandardOutput),
            jobs: jobs.count)
        try run.requireDistinct(inUse)
        try target.createFolder()
        try run.run()
    }

    /// The maps of an archive; nil for a file of one map.
    private func parts(of item: ConversionItem, _ archives: ArchivePaths) -> [ConversionItem]? {
        guard case .file(.path(let path)) = item.input, path.mayBeArchive else { return nil }
        let options = item.options ?? reading.reader.options
        return archives.inputs(at: path, options: options)?.map {
            ConversionItem(input: $0, options: item.options)
        }
    }

    private func folder() throws -> ConversionTarget {
        guard to != .npz else {
            throw ValidationError(
                "--to npz writes one archive of all maps, and --output \(output.printable) is a folder; name a file "
                    + "that ends in .npz, or give --to npy")
        }
        return .folder(output, to ?? .gzip)
    }

    private var isFolder: Bool { output.utf8.last == UInt8(ascii: "/") || FileAccess.isFolder(output) }

    /// The target, which depends on the number of maps.
    private func target(ofMaps count: Int, mayBeMore: Bool) throws -> ConversionTarget {
        if isFolder { return try folder() }
        // A link counts as its target unless its own name has an extension.
        let end = FileAccess.endOfLinks(output)
        let named = ConvertedFormat(ofName: output) ?? ConvertedFormat(ofName: end)
        if output == "-" {
            guard !Terminal.isTerminal(.output) else {
                throw ValidationError("--output is -, a terminal, which shows no depth file; name a file")
            }
        } else if named == nil, !FileAccess.isStream(output) {
            let isFile = if case .file = FilePlace(of: output) { true } else { false }
            guard to != nil || !isFile else {
                throw ValidationError(
                    "--output is \(output.printable), a file; expected a name that ends as a format does, such as "
                        + ".npy, or a folder")
            }
            guard to != nil, count == 1, !mayBeMore, end.lastPathPart.utf8.contains(UInt8(ascii: ".")) else {
                return try folder()
            }
        }
        let format = to ?? named ?? .gzip
        if format == .npz { return .archive(output) }
        guard count == 1, !mayBeMore else {
            throw ValidationError(
                "--output \(output.printable) is one file, and \(mayBeMore ? "more than one map" : "\(count) maps") "
                    + "are to be written; name a folder, which ends with /, or an .npz")
        }
        return output == "-" ? .standardOutput(format) : .file(output, format)
    }
}

enum ConversionTarget {
    case standardOutput(ConvertedFormat)
    case file(String, ConvertedFormat)
    case folder(String, ConvertedFormat)
    case archive(String)

    var format: ConvertedFormat {
        switch self {
        case .standardOutput(let format), .file(_, let format), .folder(_, let format): format
        case .archive: .npz
        }
    }

    var isFolder: Bool { if case .folder = self { true } else { false } }

    var isStandardOutput: Bool {
        switch self {
        case .standardOutput: true
        case .archive(let path): path == FileAccess.standardInputName
        case .file, .folder: false
        }
    }

    /// Creates the folder; its parent must exist.
    func createFolder() throws {
        if case .folder(let folder, _) = self { try Output.reporting { try FileAccess.createFolder(folder) } }
    }
}
