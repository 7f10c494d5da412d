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
        self.file = file
        self.packing = packing
        isColored = destination.style.isColored
        isTerminal = destination.isTerminal
    }

    /// Writes text, with unprintable characters escaped.
    ///
    /// - Throws: ``StandardOutputClosed``; for any other failure `ExitCode.outputFailed`, after printing the error.
    func write(_ text: String) throws {
        try write(Array(Printable.sanitised(text, isColored: isColored).utf8))
    }

    /// Writes a document that escapes names by the rules of its own format, unchanged except on a terminal.
    ///
    /// - Throws: as ``write(_:)-(String)``.
    func write(document text: String) throws {
        try write(isTerminal ? Array(Printable.sanitised(text).utf8) : text.fileBytes)
    }

    /// Writes bytes, such as UTF-8 text.
    ///
    /// - Throws: as ``write(_:)-(String)``.
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

    /// Converts a write failure to an exit code, after printing the error.
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
    /// Opens the outputs in order. All are checked before any is touched.
    ///
    /// - Throws: `ValidationError` as ``requireDistinct(_:)``; `ExitCode.outputFailed`, or
    ///   `ExitCode.systemIncomplete` if too few files may be open, after printing the error.
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
