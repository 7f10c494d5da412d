import ArgumentParser
import Captures
import DepthFiles
import Reports
import Support

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack captures, signed requests and registrations that the capture server accepts.",
        usage: """
            depthcheck capture pack --photo <file> --depth <file> --output <file>
            depthcheck capture pack --challenge <base64> --key <file> --output <file>
            """,
        discussion: """
            Packs a capture from --photo and --depth. The depth map may be in any container, or a PNG; it is sent as \
            gzip, and no sample changes. With --device-id it packs the whole signed request. With --challenge it packs \
            the registration of a key instead. Signatures are made with a test key, which does not belong to a device. \
            Anything larger than the server accepts is refused.
            """)

    @Option(help: ArgumentHelp("The photo, in any format.", valueName: "file"), completion: .file())
    var photo: String?

    @Option(help: ArgumentHelp("The depth map.", valueName: "file"), completion: .file())
    var depth: String?

    @OptionGroup(title: "Capture") var capture: CaptureArguments
    @OptionGroup(title: "Assertion") var assertion: AssertionArguments
    @OptionGroup(title: "Signed request") var request: RequestSigningArguments
    @OptionGroup(title: "Registration") var registration: RegistrationPackingArguments
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Flag(help: "Privacy mode: pack the hashes and the phone's own analysis instead of the media.")
    var hashOnly = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write photo.jpg, depth.bin and metadata.json to this folder, if it exists or its name ends in /; otherwise \
            write the body of the request to this file; - is standard output.
            """, valueName: "file"),
        completion: .file())
    var output: String

    func validate() throws {
        if registration.challenge != nil { return try validateRegistration() }
        guard photo != nil, depth != nil else {
            throw ValidationError("found no complete input; expected --photo and --depth, or --challenge")
        }
        if request.deviceId != nil {
            if isFolder { throw ValidationError("--output is a folder; expected a file for the request") }
            if assertion.key == nil { throw ValidationError("--device-id needs --key, which signs the request") }
            if requestCounter == 0 {
                throw ValidationError(
                    "--counter is 1; expected 2 or more, because the counter of the request must be lower"
                )
            }
        }
        if hashOnly, isFolder {
            throw ValidationError("--output is a folder; expected a file for the hash-only capture")
        }
        if hashOnly, assertion.key == nil {
            throw ValidationError("--hash-only needs --key, because the server requires an assertion")
        }
        try assertion.requireBinding(at: endpoint)
    }

    private func validateRegistration() throws {
        let others = [
            ("--photo", photo != nil), ("--depth", depth != nil), ("--hash-only", hashOnly),
            ("--location", capture.location != nil), ("--binding", assertion.binding != nil),
            ("--counter", assertion.counter != nil), ("--device-id", request.deviceId != nil),
        ]
        if let other = others.first(where: \.1) {
            throw ValidationError("--challenge packs a registration; expected no \(other.0) beside it")
        }
        if assertion.key == nil { throw ValidationError("--challenge needs --key, the key to register") }
        if isFolder { throw ValidationError("--output is a folder; expected a file for the registration") }
    }

    func run() async throws {
        try CryptographyNeed.require()
        try filesInUse.requireDistinct(destinations)
        if let challenge = try registration.challengeBytes, let key = try assertion.testKey() {
            return try packRegistration(of: key, challenge: challenge)
        }
        guard let photo, let depth else { return }
        let signer = try assertion.signer(counter: counter)
        let inputs = try read(photo: photo, depth: depth)
        let packed: PackedCapture
        var whole: PackedRequest?
        do {
            let data = try capture.data(photo: inputs.photo, depthMap: inputs.depthMap)
            let packer = CapturePacker(signer: signer, binding: assertion.binding?.binding)
            packed = try await hashOnly ? packer.packHashOnly(data) : packer.packFull(data)
            if let deviceID = request.deviceId, let signer = try assertion.signer(counter: requestCounter) {
                let time = CaptureTimestamp(data.metadata.capturedAt) ?? .now
                whole = try await PackedRequest.signed(
                    packed, deviceID: deviceID, milliseconds: time.milliseconds, by: signer)
            }
        } catch let error as PackingError {
            throw Self.unusable(photo, error)
        }
        try write(packed, whole)
        let report = PackingReport(
            packed, inputs: inputs, depth: depth, assertion: assertion, counter: counter,
            request: request.deviceId.map { ($0, requestCounter) })
        try printLines(report.lines)
    }

    private func packRegistration(of key: TestKey, challenge: [UInt8]) throws {
        let time = capture.takenAt
        let attestation = TestAttestation(
            key: key, application: assertion.application, challenge: challenge, madeAt: time,
            environment: registration.environment, extensionMap: registration.map)
        let chain = TestChain(at: time)
        let body = attestation.registration(by: chain, model: capture.model).json
        let outputs = try filesInUse.open(destinations)
        for (output, content) in zip(outputs, [body, chain.root]) { try output.write(content) }
        for output in outputs { try output.commit() }
        try printLines(
            PackingReport(attestation, byteCount: body.count, root: registration.root, time: time).lines)
    }

    private var counter: UInt32 { assertion.counter ?? (request.deviceId == nil ? 1 : 2) }
    private var requestCounter: UInt32 { request.requestCounter ?? counter - 1 }

    private var endpoint: CaptureEndpoint { hashOnly ? .hashOnly : .full }
    private var isFolder: Bool { output.hasSuffix("/") || FileAccess.isFolder(output) }

    private func read(photo: String, depth: String) throws -> PackingInputs {
        let photoBytes: [UInt8]
        do throws(FileAccessError) {
            photoBytes = try FileAccess.readNamed(photo, maximumByteCount: reading.maxBytes)
        } catch {
            throw ExitCode.unreadable(error)
        }
        do {
            let file = try reading.reader.open(.path(depth)).decoded()
            return PackingInputs(photo: photoBytes, depthFile: file, depthMap: try PackedDepthMap(file))
        } catch let error as ReadingError {
            Terminal.report("\(error.path.printable): \(error.text(.command))")
            throw ExitCode.unreadableInput
        } catch let error as PackingError {
            throw Self.unusable(depth, error)
        }
    }

    private static func unusable(_ path: String, _ error: PackingError) -> ExitCode {
        Terminal.report("\(path.printable): \(error.text(.command))")
        return .unreadableInput
    }

    private var filesInUse: OutputConflictGuard {
        OutputConflictGuard(
            reads: [("--photo", photo), ("--depth", depth)].compactMap { option, path in
                path.map { NamedPath(option: option, path: $0) }
            } + assertion.named)
    }

    private var folder: String { output.hasSuffix("/") ? output : output + "/" }

    /// The parts in order, or the body followed by the root of a registration.
    private var destinations: [Destination] {
        guard isFolder else {
            let root = registration.root.map { [Destination(named: $0, option: "--root")] } ?? []
            return [Destination(named: output)] + root
        }
        return CapturePart.allCases.map { part in
            var destination = Destination(named: folder + part.fileName)
            destination.mustBeFile = true
            return destination
        }
    }

    private func write(_ packed: PackedCapture, _ request: PackedRequest?) throws {
        let isFolder = isFolder
        let destinations = destinations
        if isFolder { try Output.reporting { _ = try FileAccess.createFolder(folder) } }
        let outputs = try filesInUse.open(destinations)
        let contents = isFolder ? packed.parts.map(\.content) : [request?.bytes ?? packed.body]
        for (output, content) in zip(outputs, contents) { try output.write(content) }
        // Only when all are complete.
        for output in outputs { try output.commit() }
    }

    /// Prints the summary, on stderr if the body goes to stdout.
    private func printLines(_ lines: [String]) throws {
        if output == "-" {
            for line in lines { Terminal.report(line) }
        } else {
            let first = "\(output.printable): \(lines[0])\n"
            try Destination().open(besides: []).finish(first + lines.dropFirst().map { "  \($0)\n" }.joined())
        }
    }
}

struct PackingInputs {
    let photo: [UInt8]
    let depthFile: DecodedDepthFile
    let depthMap: PackedDepthMap
}
