public import ArgumentParser
public import Captures
import Support

extension AttestationEnvironment: ExpressibleByArgument {}

struct RegistrationPackingArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Pack a registration in place of a capture, for this challenge of the server: base64 of 32 bytes. A chain \
            made here certifies the key; the server in its default mode does not refuse it.
            """, valueName: "base64"))
    var challenge: String?

    @Option(
        help: ArgumentHelp(
            "Write the certificate of the chain's root to this file, for verify --root.", valueName: "file"),
        completion: .file(extensions: ["der"]))
    var root: String?

    @Option(help: "Which of Apple's environments the attestation names.")
    var environment = AttestationEnvironment.production

    @Flag(help: "Put behind the key what iOS 27 puts there.")
    var extensionMap = false

    func validate() throws {
        _ = try challengeBytes
        let isUsed = root != nil || extensionMap || environment != .production
        if challenge == nil, isUsed {
            throw ValidationError("--root, --environment and --extension-map need --challenge")
        }
    }

    /// The challenge; nil to pack a capture.
    var challengeBytes: [UInt8]? {
        get throws {
            guard let challenge else { return nil }
            guard let bytes = StrictBase64.bytes(of: challenge), bytes.count == 32 else {
                throw ValidationError(
                    "--challenge is \"\(challenge.printable)\"; expected base64 of 32 bytes, as the server gave it")
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
            Pack the whole request, signed for the device with this identifier of the server: a file of HTTP/1.1 with \
            its headers.
            """, valueName: "uuid"))
    var deviceId: String?

    @Option(
        parsing: .unconditional,
        help: """
            The counter in the request's assertion. The server stores it before it looks at the capture's, so it must \
            be below that. [default: one below --counter]
            """)
    var requestCounter: UInt32?

    func validate() throws {
        if let deviceId, !DeviceIdentifier.isValid(deviceId) {
            throw ValidationError("--device-id is \"\(deviceId.printable)\"; expected a UUID, as the server gave it")
        }
        if requestCounter != nil, deviceId == nil { throw ValidationError("--request-counter needs --device-id") }
        if requestCounter == 0 {
            throw ValidationError("--request-counter is 0, which no server takes; expected 1 or more")
        }
    }
}
