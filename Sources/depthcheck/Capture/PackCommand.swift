import ArgumentParser
import CapturePayloads
import DepthFiles
import DepthReports
import PlainText
import Platform

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Packs a photo and a depth map into what the capture server accepts.",
        discussion: """
            The depth map may come in any container, or as PNG; it is sent as gzip, and no sample changes. An \
            assertion is made with a test key, which is no device. Nothing is written that is larger than the server \
            takes.
            """)

    @Option(help: ArgumentHelp("The photo, any bytes.", valueName: "file"), completion: .file())
    var photo: String

    @Option(help: ArgumentHelp("The depth map.", valueName: "file"), completion: .file())
    var depth: String

    @OptionGroup(title: "Capture") var capture: CaptureArguments
    @OptionGroup(title: "Assertion") var assertion: AssertionArguments
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Flag(help: "Pack the hashes and the phone's own analysis, and no media: privacy mode.")
    var hashOnly = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Where to: a folder, for photo.jpg, depth.bin and metadata.json, if it is there or ends in /; else a file, \
            for the body of the request; - is standard output.
            """, valueName: "file"),
        completion: .file())
    var output: String

    func validate() throws {
        if hashOnly, isFolder {
            throw ValidationError("--output is a folder; a hash-only capture is one file; name it")
        }
        if hashOnly, assertion.key == nil {
            throw ValidationError("--hash-only needs --key: the server refuses it without an assertion")
        }
        try assertion.requireBinding(at: endpoint)
    }

    func run() async throws {
        try CryptographyNeed.require()
        try filesInUse.requireApart(destinations)
        let signer = try assertion.signer()
        let inputs = try read()
        let packed: PackedCapture
        do {
            let data = try capture.data(photo: inputs.photo, depthMap: inputs.depthMap)
            let packer = CapturePacker(signer: signer, binding: assertion.binding?.binding)
            packed = try await hashOnly ? packer.packHashOnly(data) : packer.packFull(data)
        } catch let error as PackingError {
            throw Self.unusable(photo, error)
        }
        try write(packed)
        try say(PackingReport(packed, inputs: inputs, depth: depth, assertion: assertion).lines)
    }

    private var endpoint: CaptureEndpoint { hashOnly ? .hashOnly : .full }
    private var isFolder: Bool { output.hasSuffix("/") || FileAccess.isFolder(output) }

    private func read() throws -> PackingInputs {
        let photoBytes: [UInt8]
        do throws(FileAccessError) {
            photoBytes = try FileAccess.readNamed(photo, maximumByteCount: reading.maxBytes)
        } catch {
            Terminal.remark("error: \(error.path.printable): \(error.message(naming: .command))")
            throw ExitCode.unreadableInput
        }
        do {
            let file = try reading.reader.open(.path(depth)).decoded()
            return PackingInputs(photo: photoBytes, depthFile: file, depthMap: try PackedDepthMap(file))
        } catch let error as ReadingError {
            Terminal.remark("error: \(error.path.printable): \(error.message(naming: .command))")
            throw ExitCode.unreadableInput
        } catch let error as PackingError {
            throw Self.unusable(depth, error)
        }
    }

    private static func unusable(_ path: String, _ error: PackingError) -> ExitCode {
        Terminal.remark("error: \(path.printable): \(error.message(naming: .command))")
        return .unreadableInput
    }

    private var filesInUse: FilesInUse {
        FilesInUse(
            reads: [NamedPath(option: "--photo", path: photo), NamedPath(option: "--depth", path: depth)]
                + assertion.named)
    }

    private var folder: String { output.hasSuffix("/") ? output : output + "/" }

    /// The parts in their order, or the body.
    private var destinations: [Destination] {
        guard isFolder else { return [Destination(named: output)] }
        return CapturePart.allCases.map { part in
            var destination = Destination(named: folder + part.fileName)
            destination.mustBeFile = true
            return destination
        }
    }

    private func write(_ packed: PackedCapture) throws {
        let isFolder = isFolder
        let destinations = destinations
        if isFolder { try Output.reporting { try FileAccess.createFolder(folder) } }
        let outputs = try filesInUse.open(destinations)
        let contents = isFolder ? packed.parts.map(\.content) : [packed.body]
        for (output, content) in zip(outputs, contents) { try output.write(content) }
        // Not before all are complete.
        for output in outputs { try output.commit() }
    }

    /// Says what was packed, beside a body on standard output.
    private func say(_ lines: [String]) throws {
        if output == "-" {
            for line in lines { Terminal.remark(line) }
        } else {
            let first = "\(output.printable): \(lines[0])\n"
            try Destination().open(besides: []).finish(first + lines.dropFirst().map { "  \($0)\n" }.joined())
        }
    }
}

/// What is packed.
struct PackingInputs {
    let photo: [UInt8]
    let depthFile: DecodedDepthFile
    let depthMap: PackedDepthMap
}
