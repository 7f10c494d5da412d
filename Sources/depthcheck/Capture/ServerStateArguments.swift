import ArgumentParser
import Captures
import DepthFiles
import Reports
import Support
import Tasks

/// The state of the server for judging a capture. A case file contains its own.
struct ServerStateArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            JSON file with the server's record of the device: attestation_level, public_key_hex (SEC1) and \
            assertion_counter; capture key writes one, and --example-device prints one. Without it, counter, key and \
            signature are not checked. A case file contains its own.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The server's clock, such as 2025-12-01T10:00:30Z, or now. Without it, no age is checked. A case file \
            contains its own.
            """,
            valueName: "time"))
    var at: String?

    @Option(
        parsing: .unconditional,
        help: """
            The Apple team identifier that the server expects. \
            [default: \(CaptureApplication.standard.teamIdentifier)]
            """)
    var team: String?

    @Option(
        parsing: .unconditional,
        help: """
            The bundle identifier that the server expects. \
            [default: \(CaptureApplication.standard.bundleIdentifier)]
            """)
    var bundle: String?

    @Flag(
        help: """
            Assume that the signature of the request is valid; otherwise a full capture gets medium at most. For \
            inputs with request headers, the signature is checked instead.
            """)
    var requestVerified = false

    @Flag(help: "Assume that the server requires a certificate chain up to the root (STRICT_ATTESTATION).")
    var strictAttestation = false

    @Flag(help: "Assume that the server requires verified devices in signed requests (REQUIRE_VERIFIED_DEVICES).")
    var requireVerified = false

    var named: [NamedPath] { device.map { [NamedPath(option: "--device", path: $0)] } ?? [] }

    func apply(to options: inout VerifyTask.Options) {
        options.hasDevice = device != nil
        (options.at, options.team, options.bundle) = (at, team, bundle)
        options.requestVerified = requestVerified
        (options.strictAttestation, options.requireVerified) = (strictAttestation, requireVerified)
    }

    static func device(_ path: String) throws -> CaptureDevice {
        do {
            let bytes = try FileAccess.readNamed(path, maximumByteCount: ArgumentFile.maximumByteCount)
            let device = try VerifyTask.device(bytes)
            for note in DeviceFile.notes(on: device, bytes) { Terminal.report("note: \(path.printable): \(note)") }
            return device
        } catch let error as FileAccessError {
            let message = "\(path.printable): \(error.text(.none))"
            if let code = ExitCode.lackOfFiles(error, message) { throw code }
            Terminal.report(message)
        } catch let error as TaskFailure {
            Terminal.report("\(path.printable): \(error.text(.command))")
        }
        throw ExitCode.validationFailure
    }
}
