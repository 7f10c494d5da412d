public import ArgumentParser
public import Captures
import DepthFiles
import Reports
import Support
import Tasks

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

    var named: [NamedPath] { root.map { [NamedPath(option: "--root", path: $0)] } ?? [] }

    func apply(to options: inout VerifyTask.Options) {
        (options.challenge, options.keyID, options.hasRoot) = (challenge, keyId, root != nil)
        (options.challengeState, options.keyRegistered) = (challengeState, keyRegistered)
    }

    /// The root certificate; nil for Apple's.
    func readRoot() throws -> AttestationCertificate? {
        guard let root else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(root, maximumByteCount: ArgumentFile.maximumByteCount)
        } catch {
            throw ExitCode.usageError(error, at: root, .none)
        }
        do throws(TaskFailure) { return try VerifyTask.root(bytes) } catch {
            throw ValidationError("\(root.printable): \(error.text(.command)); name another file")
        }
    }
}
