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

    @Flag(help: "Append the extension map that iOS 27 adds after the key. The flags stay 40, as phones send them.")
    var extensionMap = false

    @Flag(help: "Set the flag that announces the extension map, which phones leave clear: the flags are c0, not 40.")
    var extensionFlag = false

    var isUsed: Bool { root != nil || extensionMap || extensionFlag || environment != .production }
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
    var requestCounter: Int?
}
