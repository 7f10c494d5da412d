public import ArgumentParser
public import Captures
import Support

extension AttestationEnvironment: ExpressibleByArgument {}

struct RegistrationPackingArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Pack a registration instead of a capture, for this challenge from the server: base64 of 32 bytes. A test \
            certificate chain certifies the key; a server in its default mode accepts it.
            """, valueName: "base64"))
    var challenge: String?

    @Option(
        help: ArgumentHelp(
            "Write the root certificate of the test chain to this file, for capture verify --root.",
            valueName: "file"),
        completion: .file(extensions: ["der"]))
    var root: String?

    @Option(help: "The Apple environment in the attestation.")
    var environment = AttestationEnvironment.production

    @Flag(help: "Append the extension map that iOS 27 adds after the key.")
    var extensionMap = false

    func validate() throws {
        _ = try challengeBytes
        let isUsed = root != nil || extensionMap || environment != .production
        if challenge == nil, isUsed {
            throw ValidationError("found --root, --environment or --extension-map, which need --challenge")
        }
    }

    /// The challenge; nil to pack a capture.
    var challengeBytes: [UInt8]? {
        get throws {
            guard let challenge else { return nil }
            guard let bytes = StrictBase64.bytes(of: challenge), bytes.count == SessionState.challengeByteCount else {
                throw ValidationError(
                    "--challenge is \"\(challenge.printable)\"; expected base64 of \(SessionState.challengeByteCount) "
                        + "bytes, as the server sent it")
            }
            return bytes
        }
    }

    /// The extension map that iOS 27 adds for App Store and development builds; nil unless requested.
    var map: ExtensionMap? {
        guard extensionMap else { return nil }
        return ExtensionMap(bundleVersion: "1", validationCategory: environment == .production ? 4 : 3)
    }
}

struct RequestSigningArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Pack the whole HTTP/1.1 request with its headers, signed for the device with this identifier on the \
            server.
            """, valueName: "uuid"))
    var deviceId: String?

    @Option(
        parsing: .unconditional,
        help: """
            The counter in the request's assertion. The server stores it before it checks the capture, so it must be \
            lower than --counter. [default: one below --counter]
            """)
    var requestCounter: UInt32?

    func validate() throws {
        if let deviceId, !DeviceIdentifier.isValid(deviceId) {
            throw ValidationError("--device-id is \"\(deviceId.printable)\"; expected a UUID, as the server sent it")
        }
        if requestCounter != nil, deviceId == nil { throw ValidationError("--request-counter needs --device-id") }
        if requestCounter == 0 {
            throw ValidationError("--request-counter is 0, which the server refuses; expected 1 or more")
        }
    }
}
