import ArgumentParser
import DepthAnalysis
import DepthFiles
import Support
import ThresholdTuning

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert depth maps to another format and report any loss.",
        usage: "depthcheck convert [<options>] <file> ... --output <file>",
        discussion: """
            Each map is read back and compared bit for bit before its file appears. The server reads bin.gz. A file \
            that cannot be read is reported, and the others are converted.
            """)

    @OptionGroup(title: "Input") var input: InputArguments
    @OptionGroup(title: "Input") var tar: TarOptions
    @OptionGroup(title: "Input") var manifest: ManifestOption

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            The destination: for one map, a file or - for standard output; for several, one .npz file or a folder. \
            A name that ends in / is a folder, and is created. Files appear when they are complete.
            """, valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: "The format to write. [default: from the extension of --output, otherwise bin.gz]")
    var to: ConvertedFormat?

    @Option(
        parsing: .unconditional,
        help: "Units per metre of PNG output: 1000 for millimetres. A PNG stores up to 65535 units.")
    var outputUnits: Float = 1000

    @Flag(help: "Refuse maps that the format cannot store exactly; exit with 1 if there are any.")
    var lossless = false

    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Option(help: "The format of the report.")
    var format = ConversionReport.Format.text

    @Flag(name: [.short, .long], help: "Show no progress bar and no line for each map.")
    var quiet = false

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
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
                "--output \(output.printable) requests \(named.rawValue), but --to requests \(to.rawValue); omit one, "
                    + "or rename the output")
        }
    }

    func run() throws {
        let found = try input.resolved()
        let skipped = SkippedFiles()
        skipped.add(found)
        let reader = try reading.reader
        let listed = try manifest.read(reader.options)?.entries ?? []
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
        let maps = known.count == 1 ? parts(of: known[0], reader.options, archives) : nil
        let count = maps?.reduce(0) { count, _ in count + 1 } ?? known.count
        let target = try target(ofMaps: count, mayBeMore: !tar.isEmpty)
        let written = target.format.written(unitsPerMetre: outputUnits)
        let run = ConversionRun(
            known: known, parts: { parts(of: $0, reader.options, $1) }, shards: tar.shards, arrays: reading.array,
            selection: selection, skipped: skipped, target: target,
            converter: MapConverter(
                reader: reader, format: written, isLossless: lossless,
                untouchable: ProtectedFiles(inUse), isFolder: target.isFolder),
            report: ConversionReport(
                format: format, destination: Destination(isQuiet: quiet, color: color),
                isBeside: target.isStandardOutput),
            jobs: jobs.count)
        try run.requireDistinct(inUse)
        try Output.creatingFolders(target.folders) { try run.run() }
    }

    private func parts(
        of item: ConversionItem, _ standard: ReadingOptions, _ archives: ArchivePaths
    ) -> AnySequence<ConversionItem>? {
        guard case .file(.path(let path)) = item.input, path.mayBeArchive else { return nil }
        let options = item.options ?? standard
        return archives.inputs(at: path, options: options).map { inputs in
            AnySequence(
                inputs.lazy.flatMap { $0.frames(options) }.map { ConversionItem(input: $0, options: item.options) })
        }
    }

    private func folder() throws -> ConversionTarget {
        guard to != .npz else {
            throw ValidationError(
                "--output \(output.printable) is a folder, but --to npz writes one archive; name a file that ends in "
                    + ".npz, or give --to npy")
        }
        return .folder(output, to ?? .gzip)
    }

    private var isFolder: Bool { output.utf8.last == UInt8(ascii: "/") || FileAccess.isFolder(output) }

    private func target(ofMaps count: Int, mayBeMore: Bool) throws -> ConversionTarget {
        if isFolder { return try folder() }
        // A link counts as its target unless its own name has an extension.
        let end = FileAccess.endOfLinks(output)
        let named = ConvertedFormat(ofName: output) ?? ConvertedFormat(ofName: end)
        if output == "-" {
            guard !Terminal.isTerminal(.output) else {
                throw ValidationError("--output is -, a terminal, which cannot show a depth file; name a file")
            }
        } else if named == nil, !FileAccess.isStream(output) {
            let isFile = if case .file = FilePlace(of: output) { true } else { false }
            let hasExtension = OutputName.hasExtension(output) || OutputName.hasExtension(end)
            if !isFile, !hasExtension, count != 1 || mayBeMore { return try folder() }
            guard to != nil else {
                let endings = ConvertedFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
                throw ValidationError(
                    "--output is \(output.printable), not the name of a format; expected a name that ends "
                        + "in \(endings); or give --to, or name a folder, such as \(output.printable)/")
            }
        }
        let format = to ?? named ?? .gzip
        if format == .npz { return .archive(output) }
        guard count == 1, !mayBeMore else {
            throw ValidationError(
                "--output \(output.printable) is one file for \(mayBeMore ? "possibly several" : "\(count)") maps; "
                    + "name a folder, such as out/, or an .npz file")
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

    var folders: [String] { if case .folder(let folder, _) = self { [folder] } else { [] } }
}
