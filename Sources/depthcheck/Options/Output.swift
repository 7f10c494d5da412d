import ArgumentParser
import DepthFiles
import Support

/// Stdout was closed, as after `| head`. The command ends without an error.
struct StandardOutputClosed: Error {}

/// An output of a command: stdout, or a file that appears when it is complete.
struct Output {
    private let file: OutputFile?
    private let packing: GzipStream?
    private let isColored: Bool
    private let isTerminal: Bool

    fileprivate init(_ file: OutputFile?, packing: GzipStream?, to destination: Destination) {
        (self.file, self.packing) = (file, packing)
        isColored = destination.style.isColored
        isTerminal = destination.isTerminal
    }

    /// Writes text, with unprintable characters escaped.
    func write(_ text: String) throws {
        try write(Array(Printable.sanitised(text, isColored: isColored).utf8))
    }

    /// Writes a document that escapes names by the rules of its own format, unchanged except on a terminal.
    func write(document text: String) throws {
        try write(isTerminal ? Array(Printable.sanitised(text).utf8) : text.fileBytes)
    }

    func write(_ bytes: [UInt8]) throws {
        try writeBytes(packing?.pack(bytes) ?? bytes)
    }

    private func writeBytes(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        try Self.reporting {
            if let file { try file.write(bytes) } else { try Terminal.write(bytes, to: .output) }
        }
    }

    func commit() throws {
        if let packing { try writeBytes(packing.finish()) }
        try Self.reporting { try file?.commit() }
    }

    /// Writes the whole text and completes the file. A closed stdout is ignored, so that the result determines the
    /// exit code.
    func finish(_ text: String) throws {
        do {
            try write(text)
            try commit()
        } catch is StandardOutputClosed {}
    }

    /// Runs `body`, which writes to these folders. Folders that do not exist are created, and removed again if nothing
    /// was written to them, as after an error.
    static func creatingFolders(_ folders: [String], _ body: () throws -> Void) throws {
        var created: [String] = []
        defer { for folder in created.reversed() { FileAccess.removeEmptyFolder(folder) } }
        for folder in folders where try reporting({ try FileAccess.createFolder(folder) }) { created.append(folder) }
        try body()
    }

    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as FileAccessError {
            if error.reason == .brokenPipe { throw StandardOutputClosed() }
            let message = "\(error.path.printable): \(error.message)"
            if let code = ExitCode.lackOfFiles(error, message) { throw code }
            Terminal.report(message)
            throw ExitCode.outputFailed
        }
    }
}

extension OutputConflictGuard {
    /// Opens the outputs in order.
    func open(_ outputs: [Destination]) throws -> [Output] {
        try requireDistinct(outputs)
        try DescriptorNeed.require(outputs: outputs.count { $0.file != nil })
        return try outputs.map { output in
            Output(
                try output.file.map { path in
                    try Output.reporting {
                        try OutputFile(path, isPrivate: output.isPrivate, mustBeFile: output.mustBeFile)
                    }
                },
                packing: output.isPacked ? GzipStream() : nil, to: output)
        }
    }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, which appears when it is complete; a name that ends in .gz selects gzip. \
            [default: -, standard output]
            """, valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: [.short, .long], help: "Show no progress bar; in text, print only a line for each file or cause.")
    var quiet = false

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    var destination: Destination {
        Destination(named: output, isQuiet: quiet, color: color)
    }
}

struct ReportOutputOptions: ParsableArguments {
    @Option(help: "The format of the report.")
    var format = TuningReportFormat.text

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write the report to this file. [default: -, standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    var destination: Destination { Destination(named: output, color: color) }

    func report(json: () -> String, text: (Destination) -> String) -> String {
        switch format {
        case .json: json() + "\n"
        case .text: text(destination)
        }
    }
}

enum OutputName {
    /// The longest file name in bytes (`NAME_MAX` of Linux and macOS).
    private static let maximumFileBytes = 255
    /// The longest name of a zip member in bytes, excluding `.npy`.
    private static let maximumMemberBytes = 65_531

    static func fault(inFile name: String) -> String? { fault(in: name.fileBytes, most: maximumFileBytes) }

    static func fault(inArchive name: String) -> String? { fault(in: name.fileBytes, most: maximumMemberBytes) }

    /// The name with control characters escaped, as in `a\u{1B}[31m.npy`. Names of archive members are untrusted,
    /// and many programs print file names verbatim.
    static func sanitised(_ name: String) -> String {
        // Keep a zero byte: it is reported as a fault.
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            (0x01...0x1F).contains(scalar.value) || (0x7F...0x9F).contains(scalar.value)
        }
        guard name.unicodeScalars.contains(where: isControl) else { return name }
        return name.unicodeScalars.map { isControl($0) ? Printable.form(of: String($0)) : String($0) }.joined()
    }

    static func hasExtension(_ path: String) -> Bool {
        path.lastPathPart.utf8.dropFirst().contains(UInt8(ascii: "."))
    }

    private static func fault(in name: [UInt8], most: Int) -> String? {
        guard name.isEmpty || name.count > most || name.contains(0) else { return nil }
        let found = name.contains(0) ? "a zero byte in the name of an output" : "\(byteText(name.count)) in it"
        return "found \(found); expected 1 to \(most) bytes without a zero; rename the map, or convert it alone"
    }
}
