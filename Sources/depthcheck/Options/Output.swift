import ArgumentParser
import DepthFiles
import Support

/// Nobody reads standard output any more, as after `| head`: there is nothing left to do, and nothing wrong with it.
struct ReaderIsGone: Error {}

/// What a command writes to: a file that appears when it is complete, or standard output.
struct Output {
    private let file: OutputFile?
    private let packing: GzipStream?
    private let isColored: Bool

    fileprivate init(_ file: OutputFile?, packing: GzipStream?, isColored: Bool) {
        self.file = file
        self.packing = packing
        self.isColored = isColored
    }

    /// Writes text; what is not printable in it is written out.
    ///
    /// - Throws: ``ReaderIsGone``; `ExitCode.outputFailed`, after saying why, for all else.
    func write(_ text: String) throws {
        try write(Array(Printable.harmless(text, isColored: isColored).utf8))
    }

    /// Writes bytes, such as text in UTF-8.
    ///
    /// - Throws: as ``write(_:)-(String)``.
    func write(_ bytes: [UInt8]) throws {
        try put(packing?.pack(bytes) ?? bytes)
    }

    private func put(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        try Self.reporting {
            if let file { try file.write(bytes) } else { try Terminal.write(bytes, to: .output) }
        }
    }

    /// Puts the file in its place.
    func commit() throws {
        if let packing { try put(packing.finish()) }
        try Self.reporting { try file?.commit() }
    }

    /// Writes all there is to say and ends the file. That nobody reads it is no error, so that what was found decides
    /// the exit code.
    func finish(_ text: String) throws {
        do {
            try write(text)
            try commit()
        } catch is ReaderIsGone {}
    }

    /// Turns a failure to write into an exit code, after saying why.
    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as FileAccessError {
            if error.reason == .brokenPipe { throw ReaderIsGone() }
            Terminal.remark("error: \(error.path.printable): \(error.message)")
            throw ExitCode.outputFailed
        }
    }
}

extension FilesInUse {
    /// Opens what is written to, in order, before anything of it is touched.
    ///
    /// - Throws: `ValidationError` as ``requireApart(_:)``; `ExitCode.outputFailed`, after saying why.
    func open(_ outputs: [Destination]) throws -> [Output] {
        try requireApart(outputs)
        return try outputs.map { output in
            Output(
                try output.file.map { path in
                    try Output.reporting {
                        try OutputFile(path, isPrivate: output.isPrivate, mustBeFile: output.mustBeFile)
                    }
                },
                packing: output.isPacked ? GzipStream() : nil, isColored: output.style.isColored)
        }
    }
}
