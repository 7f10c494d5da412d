public import ArgumentParser
public import Captures
import DepthFiles
import Reports
import Support

extension ChallengeState: ExpressibleByArgument {}

/// The state of the server for judging a registration. A case file contains its own.
struct RegistrationArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The challenge of an attestation object without a registration, in base64. [default: none; the nonce is \
            explained but not checked]
            """, valueName: "base64"))
    var challenge: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The key id of an attestation object without a registration. [default: the id of its key]",
            valueName: "text"))
    var keyId: String?

    @Option(
        help: ArgumentHelp(
            "The root certificate to trust, in DER or PEM. [default: Apple's root]", valueName: "file"),
        completion: .file(extensions: ["der", "cer", "pem"]))
    var root: String?

    @Option(help: "The server's state of the challenge. [default: \(ChallengeState.issued.rawValue)]")
    var challengeState: ChallengeState?

    @Flag(help: "Assume that the key id is already registered.")
    var keyRegistered = false

    func validate() throws { _ = try challengeBytes }

    var named: [NamedPath] { root.map { [NamedPath(option: "--root", path: $0)] } ?? [] }

    var given: [TaskOption] {
        [
            (TaskOption.challenge, challenge != nil), (.keyID, keyId != nil), (.root, root != nil),
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
                    "--challenge is \"\(challenge.printable)\"; expected padded base64, as the server sent it")
            }
            return bytes
        }
    }

    private static func certificate(_ path: String) throws -> Certificate {
        do throws(FileAccessError) {
            let bytes = try FileAccess.readNamed(path, maximumByteCount: ArgumentFile.maximumByteCount)
            if let certificate = Certificate(file: bytes) { return certificate }
        } catch {
            throw ExitCode.usageError(error, at: path, .none)
        }
        throw ValidationError(
            "\(path.printable): found no certificate; expected a --root in DER or PEM; name another file")
    }
}
