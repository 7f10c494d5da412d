public import ArgumentParser
import CaptureReports
public import Captures
import DepthFiles
import Support

extension ChallengeState: ExpressibleByArgument {}

/// The state of the server for judging a registration. A case file contains its own.
struct RegistrationArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The challenge that an attestation object alone was made for, in base64; without it the nonce is only \
            explained.
            """, valueName: "base64"))
    var challenge: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The key id that is sent with an attestation object alone. [default: that of its key]", valueName: "text"))
    var keyId: String?

    @Option(
        help: ArgumentHelp(
            "The root certificate, DER or PEM, that stands for Apple's. [default: Apple's]", valueName: "file"),
        completion: .file(extensions: ["der", "cer", "pem"]))
    var root: String?

    @Option(help: "What the server knows of the challenge. [default: \(ChallengeState.issued.rawValue)]")
    var challengeState: ChallengeState?

    @Flag(help: "The key id is registered already.")
    var keyRegistered = false

    /// A certificate has about a thousand bytes.
    private static let maximumByteCount = 1 << 20

    func validate() throws { _ = try challengeBytes }

    var named: [NamedPath] { root.map { [NamedPath(option: "--root", path: $0)] } ?? [] }

    var given: [ServerStateOption] {
        [
            (ServerStateOption.challenge, challenge != nil), (.keyID, keyId != nil), (.root, root != nil),
            (.challengeState, challengeState != nil), (.keyRegistered, keyRegistered),
        ].filter(\.1).map(\.0)
    }

    /// Whether an option implies that the file is an attestation object, whatever its contents.
    var isForObject: Bool { challenge != nil || keyId != nil }

    /// - Throws: `ValidationError` for an unusable root.
    func read() throws -> RegistrationState {
        var serverState = RegistrationState()
        serverState.challenge = try challengeBytes
        serverState.keyID = keyId
        serverState.challengeState = challengeState ?? .issued
        serverState.isKeyRegistered = keyRegistered
        if let root { serverState.root = try Self.certificate(root) }
        return serverState
    }

    private var challengeBytes: [UInt8]? {
        get throws {
            guard let challenge else { return nil }
            guard let bytes = StrictBase64.bytes(of: challenge) else {
                throw ValidationError(
                    "--challenge is \"\(challenge.printable)\"; expected base64 with padding, as the server gave it")
            }
            return bytes
        }
    }

    private static func certificate(_ path: String) throws -> Certificate {
        do throws(FileAccessError) {
            let bytes = try FileAccess.readNamed(path, maximumByteCount: maximumByteCount)
            if let certificate = Certificate(file: bytes) { return certificate }
        } catch {
            throw ValidationError("\(path.printable): \(error.message(naming: .fixed))")
        }
        throw ValidationError(
            "--root \(path.printable): found no certificate; expected one in DER or PEM; name another file")
    }
}
