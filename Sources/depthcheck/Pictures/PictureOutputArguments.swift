import ArgumentParser
import DepthFiles
import Support

enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
    case png, svg
}

struct PictureOutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            The destination: for one map, a file that ends in .png or .svg, or - for standard output; for several, a \
            folder, which is created if it does not exist. Pictures appear when they are complete.
            """, valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: "The format of the pictures. [default: from the extension of --output, otherwise png]")
    var format: PictureFormat?

    @Flag(name: [.short, .long], help: "Show no progress bar and no line for each picture.")
    var quiet = false

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output is empty; expected the name of a file or a folder") }
        if let named = Self.format(ofName: output), let format, format != named, !FileAccess.isFolder(output) {
            throw ValidationError(
                "--output \(output.printable) requests \(named.rawValue), but --format requests \(format.rawValue); "
                    + "omit one, or rename the output")
        }
    }

    /// The target, which depends on the number of maps.
    func target(of inputs: [DepthInput]) throws -> PictureTarget {
        if output == "-" {
            try requireOne(inputs, "standard output is")
            if Terminal.isTerminal(.output) {
                throw ValidationError(
                    "--output is -, a terminal, which cannot show a picture; name a file, or use analyze --picture")
            }
            return .standardOutput(format ?? .png)
        }
        if output.utf8.last == UInt8(ascii: "/") || FileAccess.isFolder(output) {
            return .folder(output, format ?? .png)
        }
        // A link counts as its target unless its own name has an extension.
        let end = FileAccess.endOfLinks(output)
        if let format = Self.format(ofName: output) ?? Self.format(ofName: end)
            ?? (FileAccess.isStream(output) ? format ?? .png : nil)
        {
            try requireOne(inputs, "\(output.printable) is")
            return .file(output, format)
        }
        guard !isFile, !OutputName.hasExtension(end) else {
            throw ValidationError(
                "--output is \(output.printable); expected a name that ends in .png or .svg, or a folder; append / to "
                    + "the name of a new folder")
        }
        return .folder(output, format ?? .png)
    }

    private var isFile: Bool {
        if case .file = FilePlace(of: output) { !FileAccess.isFolder(output) } else { false }
    }

    private func requireOne(_ inputs: [DepthInput], _ subject: String) throws {
        guard inputs.count != 1 else { return }
        throw ValidationError("\(subject) one picture for \(inputs.count) maps; name a folder")
    }

    private static func format(ofName name: String) -> PictureFormat? {
        PictureFormat.allCases.first { name.lowercased().hasSuffix("." + $0.rawValue) }
    }

    func lines(beside target: PictureTarget) -> PictureLines {
        PictureLines(destination: Destination(isQuiet: quiet, color: color), isBeside: target.isStandardOutput)
    }
}

enum PictureTarget {
    case standardOutput(PictureFormat)
    case file(String, PictureFormat)
    case folder(String, PictureFormat)

    var format: PictureFormat {
        switch self {
        case .standardOutput(let format), .file(_, let format), .folder(_, let format): format
        }
    }

    var isStandardOutput: Bool {
        if case .standardOutput = self { true } else { false }
    }

    func items(for inputs: [DepthInput]) -> [RenderRun.Item] {
        switch self {
        case .standardOutput: return inputs.map { RenderRun.Item(input: $0, picture: nil) }
        case .file(let path, _): return inputs.map { RenderRun.Item(input: $0, picture: path) }
        case .folder(let folder, let format):
            let names = PictureNames.names(
                for: inputs.map { if case .file(.failure) = $0 { "" } else { $0.name } }, extension: format.rawValue)
            return zip(inputs, names).map {
                RenderRun.Item(
                    input: $0, picture: folder.asFolderPrefix + $1, isInFolder: true,
                    nameFault: OutputName.fault(inFile: $1))
            }
        }
    }

    var folders: [String] { if case .folder(let folder, _) = self { [folder] } else { [] } }

    /// Folders in which a picture would be taken for a map the next time they are read.
    func foldersToKeep(of input: InputArguments) -> [NamedPath] {
        guard format == .png else { return [] }
        return input.paths.filter(FileAccess.isFolder).map { NamedPath(option: InputArguments.option, path: $0) }
    }
}
