import ArgumentParser
import CaptureReports
import Captures
import DepthFiles
import Reports
import Support

/// The state of the server for judging a capture. A case file contains its own.
struct ServerStateArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            JSON of what the server has stored of the device: level, public_key (SEC1 in hexadecimal digits), \
            counter; capture key writes one. A case file says it itself.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The server's clock, such as 2025-12-01T10:00:30Z, or now. A case file says it itself.", valueName: "time"))
    var at: String?

    @Option(
        parsing: .unconditional,
        help: """
            Apple's identifier of the team that the server expects. \
            [default: \(CaptureApplication.standard.teamIdentifier)]
            """)
    var team: String?

    @Option(
        parsing: .unconditional,
        help: """
            The identifier of the bundle that the server expects. \
            [default: \(CaptureApplication.standard.bundleIdentifier)]
            """)
    var bundle: String?

    @Flag(
        help: """
            The signature of the request verified; else a full capture gets medium at most. With the headers of the \
            request this is found out.
            """)
    var requestVerified = false

    @Flag(help: "The server insists on a chain up to the root at registration (STRICT_ATTESTATION).")
    var strictAttestation = false

    @Flag(help: "The server insists on verified devices in signed requests (REQUIRE_VERIFIED_DEVICES).")
    var requireVerified = false

    /// A device file has a few hundred bytes; a much larger file is something else.
    private static let maximumByteCount = 1 << 20

    func validate() throws { _ = try time }

    var named: [NamedPath] { device.map { [NamedPath(option: "--device", path: $0)] } ?? [] }

    /// The given options that a case file sets itself.
    var given: [ServerStateOption] {
        [
            (ServerStateOption.device, device != nil), (.time, at != nil), (.team, team != nil),
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

    private static func device(_ path: String) throws -> CaptureDevice {
        let option = "--device \(path.printable)"
        do {
            let device = try DeviceFile.device(try FileAccess.readNamed(path, maximumByteCount: maximumByteCount))
            if DeviceFile.hasInvalidKey(device) {
                Terminal.report("note: \(option): public_key is no public key of P-256; no assertion verifies by it")
            }
            return device
        } catch let error as FileAccessError {
            Terminal.report("error: \(option): \(error.message(naming: .fixed))")
        } catch let error as DeviceFile.Fault {
            Terminal.report(
                "error: \(option): found \(error.finding); expected \(DeviceFile.example); correct the file")
        }
        throw ExitCode.validationFailure
    }
}
