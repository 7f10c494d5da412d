package import Captures
package import Conformance
package import Reports
package import Support

/// Judges captures, registrations and requests like the server.
///
///     let task = try VerifyTask(options)
///     let result = task.verifier(VerifyTask.Files()).verify("capture.json")
package struct VerifyTask: Sendable {
    package struct Options: Sendable {
        /// The boundary of multipart bodies; nil for the one in their first line.
        package var boundary: String?
        /// Whether a record of the device is given.
        package var hasDevice = false
        /// The server's clock; nil if it is not known.
        package var at: String?
        // The app that the server expects.
        package var team: String?
        package var bundle: String?
        /// Whether the signature of the request is assumed to be valid.
        package var requestVerified = false
        package var strictAttestation = false
        package var requireVerified = false
        /// The challenge of an attestation object without a registration, in base64.
        package var challenge: String?
        /// The key id of an attestation object without a registration; nil for the id of its key.
        package var keyID: String?
        package var hasRoot = false
        package var challengeState: ChallengeState?
        package var keyRegistered = false

        package init() {}
    }

    package struct Files: Sendable {
        package var device: CaptureDevice?
        package var root: AttestationCertificate?

        package init() {}
    }

    private let options: Options
    private let now: CaptureTimestamp?
    private let challenge: [UInt8]?

    package init(_ given: Options) throws(OptionError) {
        options = given
        try OptionError.requireBoundary(given.boundary)
        now = if let at = given.at { try CaptureTimestamp.of(.at, at) } else { nil }
        challenge = if let text = given.challenge { try StrictBase64.bytes(of: .challenge, text) } else { nil }
    }

    /// The given options for which a case file has members of its own.
    package var given: [TaskOption] {
        [
            (TaskOption.device, options.hasDevice), (.at, now != nil), (.team, options.team != nil),
            (.bundle, options.bundle != nil), (.requestVerified, options.requestVerified),
            (.challenge, challenge != nil), (.keyID, options.keyID != nil), (.root, options.hasRoot),
            (.challengeState, options.challengeState != nil), (.keyRegistered, options.keyRegistered),
        ].filter(\.1).map(\.0)
    }

    /// Whether an option implies that the input is an attestation object, whatever its contents.
    package var isForObject: Bool { challenge != nil || options.keyID != nil }

    package var reader: CaptureInputReader {
        CaptureInputReader(boundary: options.boundary, isAttestationExpected: isForObject)
    }

    /// - Parameter areCases: whether every input may be a case file, so that the options in ``given`` are an error.
    package func verifier(
        _ files: Files, areCases: Bool = true, expected: ExpectedAnswers? = nil, _ names: OptionNaming = .properties
    ) -> CaptureVerifier {
        precondition((files.device != nil) == options.hasDevice, "the options say whether there is a device")
        precondition((files.root != nil) == options.hasRoot, "the options say whether there is a root")
        let standard = CaptureApplication.standard
        var registration = RegistrationState()
        registration.challenge = challenge
        registration.keyID = options.keyID
        if let root = files.root { registration.root = root }
        registration.challengeState = options.challengeState ?? registration.challengeState
        registration.isKeyRegistered = options.keyRegistered
        var state = ServerState(
            device: files.device,
            application: CaptureApplication(
                teamIdentifier: options.team ?? standard.teamIdentifier,
                bundleIdentifier: options.bundle ?? standard.bundleIdentifier),
            now: now, isRequestVerified: options.requestVerified, registration: registration,
            isAttestationStrict: options.strictAttestation, requiresVerifiedDevices: options.requireVerified)
        state.given = given
        state.refusesCases = areCases && !given.isEmpty
        return CaptureVerifier(reader: reader, serverState: state, expected: expected, names)
    }
}

extension VerifyTask {
    package static func device(_ bytes: [UInt8]) throws(TaskFailure) -> CaptureDevice {
        do throws(DeviceFile.Fault) { return try DeviceFile.device(bytes) } catch {
            throw TaskFailure(
                TaskFailure.invalidArgument,
                "found \(error.finding); expected \(DeviceFile.example) as \(option: .device); correct it")
        }
    }

    package static func root(_ bytes: [UInt8]) throws(TaskFailure) -> AttestationCertificate {
        guard let certificate = AttestationCertificate(file: bytes) else {
            throw TaskFailure(
                TaskFailure.invalidArgument,
                "found no certificate; expected a \(option: .root) in DER or PEM")
        }
        return certificate
    }
}

extension OptionError {
    static func requireBoundary(_ boundary: String?) throws(OptionError) {
        guard boundary != "" else {
            throw OptionError(.boundary, text: "", expected: "the boundary in the request's Content-Type")
        }
    }
}

extension VerifyTask.Options {
    package static let members = [
        "boundary", "device", "at", "team", "bundle", "request_verified", "strict_attestation", "require_verified",
        "challenge", "key_id", "root", "challenge_state", "key_registered",
    ]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        boundary = try json.optional("boundary", .string)
        hasDevice = try json.optional("device", .object) != nil
        at = try json.optional("at", .string)
        team = try json.optional("team", .string)
        bundle = try json.optional("bundle", .string)
        requestVerified = try json.flag("request_verified")
        strictAttestation = try json.flag("strict_attestation")
        requireVerified = try json.flag("require_verified")
        challenge = try json.optional("challenge", .string)
        keyID = try json.optional("key_id", .string)
        hasRoot = try json.optional("root", .whole) != nil
        challengeState = try json.optional("challenge_state", .word(ChallengeState.self))
        keyRegistered = try json.flag("key_registered")
    }
}
