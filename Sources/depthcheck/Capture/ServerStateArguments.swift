import ArgumentParser
import Captures
import DepthFiles
import Reports
import Support

/// The state of the server for judging a capture. A case file contains its own.
struct ServerStateArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            JSON file with the server's record of the device: level, public_key (SEC1 in hexadecimal digits) and \
            counter; capture key writes one. A case file contains its own.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The server's clock, such as 2025-12-01T10:00:30Z, or now. A case file contains its own.",
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

    func validate() throws { _ = try time }

    var named: [NamedPath] { device.map { [NamedPath(option: "--device", path: $0)] } ?? [] }

    /// The given options that a case file sets itself.
    var given: [TaskOption] {
        [
            (TaskOption.device, device != nil), (.at, at != nil), (.team, team != nil),
            (.bundle, bundle != nil), (.requestVerified, requestVerified),
        ].filter(\.1).map(\.0)
    }

    /// - Throws: `ExitCode.validationFailure`, after printing the error, for an unusable device file.
    func read(_ registration: RegistrationState) throws -> ServerState {
        ServerState(
            device: try device.map(Self.device),
            application: CaptureApplication(
                teamIdentifier: team ?? CaptureApplication.standard.teamIdentifier,
                bundleIdentifier: bundle ?? CaptureApplication.standard.bundleIdentifier), now: try time,
            isRequestVerified: requestVerified, registration: registration, isAttestationStrict: strictAttestation,
            requiresVerifiedDevices: requireVerified)
    }

    private var time: CaptureTimestamp? {
        get throws {
            guard let at else { return nil }
            guard let time = CaptureTimestamp.named(at) else {
                throw ValidationError(
                    "--at is \"\(at.printable)\"; expected a time such as 2025-12-01T10:00:30Z, or now")
            }
            return time
        }
    }

    /// - Throws: `ExitCode.validationFailure`, after printing the error, for an unusable device file.
    static func device(_ path: String) throws -> CaptureDevice {
        do {
            let device = try DeviceFile.device(
                try FileAccess.readNamed(path, maximumByteCount: ArgumentFile.maximumByteCount))
            if DeviceFile.hasInvalidKey(device) {
                Terminal.report(
                    "note: \(path.printable): public_key is not a P-256 public key, so no assertion verifies with it")
            }
            return device
        } catch let error as FileAccessError {
            let message = "\(path.printable): \(error.text(.none))"
            if let code = ExitCode.lackOfFiles(error, message) { throw code }
            Terminal.report(message)
        } catch let error as DeviceFile.Fault {
            Terminal.report(
                "\(path.printable): found \(error.finding); expected \(DeviceFile.example); correct the file")
        }
        throw ExitCode.validationFailure
    }
}

extension CaptureTimestamp {
    static var now: CaptureTimestamp {
        let now = FileStatus.Time.now
        return CaptureTimestamp(utcSeconds: Int64(now.seconds), nanoseconds: Int64(now.nanoseconds))
    }

    /// Parses a time option: `now`, or text such as 2025-12-01T10:00:30Z.
    static func named(_ text: String) -> CaptureTimestamp? { text == "now" ? now : CaptureTimestamp(text) }
}
