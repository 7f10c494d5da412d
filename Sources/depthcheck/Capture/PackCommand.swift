import ArgumentParser
import Captures
import DepthFiles
import Reports
import Support
import Tasks

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
        if let challenge = registration.challenge {
            _ = try registrationTask(challenge)
            if isFolder { throw ValidationError("--output is a folder; expected a file for the registration") }
            return
        }
        if registration.isUsed {
            throw ValidationError(
                "found --root, --environment, --extension-map or --extension-flag, which need --challenge")
        }
        guard photo != nil, depth != nil else {
            throw ValidationError("found no complete input; expected --photo and --depth, or --challenge")
        }
        let task = try task()
        if isFolder, task.deviceID != nil || hashOnly {
            let written = task.deviceID == nil ? "hash-only capture" : "request"
            throw ValidationError("--output is a folder; expected a file for the \(written)")
        }
    }

    private func task() throws -> PackTask {
        var options = PackTask.Options()
        (options.at, options.model) = (capture.at, capture.model)
        (options.latitude, options.longitude) = try capture.degrees
        options.hashOnly = hashOnly
        options.hasKey = assertion.key != nil
        options.binding = assertion.binding
        options.counter = assertion.counter
        (options.team, options.bundle) = (assertion.team, assertion.bundle)
        (options.deviceID, options.requestCounter) = (request.deviceId, request.requestCounter)
        return try validated(PackTask.init, options)
    }

    private func registrationTask(_ challenge: String) throws -> PackRegistrationTask {
        let others = [
            ("--photo", photo != nil), ("--depth", depth != nil), ("--hash-only", hashOnly),
            ("--location", capture.location != nil), ("--binding", assertion.binding != nil),
            ("--counter", assertion.counter != nil), ("--device-id", request.deviceId != nil),
            ("--request-counter", request.requestCounter != nil),
        ]
        if let other = others.first(where: \.1) {
            throw ValidationError("--challenge packs a registration; expected no \(other.0) beside it")
        }
        var options = PackRegistrationTask.Options(challenge: challenge)
        options.hasKey = assertion.key != nil
        (options.at, options.model) = (capture.at, capture.model)
        (options.team, options.bundle) = (assertion.team, assertion.bundle)
        guard registration.extensionMap || !registration.extensionFlag else {
            throw ValidationError("found --extension-flag without --extension-map; expected both or only the map")
        }
        (options.environment, options.extensionMap) = (registration.environment, registration.extensionMap)
        options.isExtensionFlagged = registration.extensionFlag
        return try validated(PackRegistrationTask.init, options)
    }

    func run() async throws {
        try CryptographyNeed.require()
        try filesInUse.requireDistinct(destinations)
        if let challenge = registration.challenge, let key = try assertion.testKey() {
            return try pack(registrationTask(challenge).run(key))
        }
        guard let photo, let depth else { return }
        let task = try task()
        let key = try assertion.testKey()
        let photoBytes: [UInt8]
        do throws(FileAccessError) {
            photoBytes = try FileAccess.readNamed(photo, maximumByteCount: reading.maxBytes)
        } catch {
            throw ExitCode.unreadable(error)
        }
        let reading = try reading.reading
        let map: PackTask.DepthMapFile
        do throws(TaskFailure) { map = try PackTask.depthMap(in: depth, reading) } catch {
            throw ExitCode.unreadable(error, at: depth)
        }
        let packed: PackTask.Packed
        do throws(TaskFailure) {
            packed = try await task.run(photo: photoBytes, depthMap: map.packed, key: key)
        } catch {
            throw ExitCode.unreadable(error, at: photo)
        }
        try write(packed)
        let report = PackingReport(
            packed, by: task, photoByteCount: photoBytes.count, depth: depth, map, isSigned: key != nil)
        try printLines(report.lines)
    }

    private func pack(_ packed: PackRegistrationTask.Packed) throws {
        let outputs = try filesInUse.open(destinations)
        for (output, content) in zip(outputs, [packed.body, packed.root]) { try output.write(content) }
        for output in outputs { try output.commit() }
        try printLines(
            PackingReport(packed.attestation, byteCount: packed.body.count, root: registration.root).lines)
    }

    private var isFolder: Bool { output.hasSuffix("/") || FileAccess.isFolder(output) }

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

    private func write(_ packed: PackTask.Packed) throws {
        let isFolder = isFolder
        let destinations = destinations
        if isFolder { try Output.reporting { _ = try FileAccess.createFolder(folder) } }
        let outputs = try filesInUse.open(destinations)
        let contents = isFolder ? packed.capture.parts.map(\.content) : [packed.request?.bytes ?? packed.capture.body]
        for (output, content) in zip(outputs, contents) { try output.write(content) }
        // Commit only when all outputs are complete.
        for output in outputs { try output.commit() }
    }

    private func printLines(_ lines: [String]) throws {
        if output == "-" {
            for line in lines { Terminal.report(line) }
        } else {
            let first = "\(output.printable): \(lines[0])\n"
            try Destination().open(besides: []).finish(first + lines.dropFirst().map { "  \($0)\n" }.joined())
        }
    }
}
