package import Captures
package import Support

package struct CaptureInput: Sendable {
    package enum Form: String, Sendable, CaseIterable {
        case multipart
        case folder
        case hashOnly = "hash_only"
        /// A case file, which describes a request and the server's state.
        case caseFile = "case"
        case registration
        case attestationObject = "attestation_object"
        /// An HTTP/1.1 request as exported by proxies.
        case httpRequest = "http_request"
    }

    /// The contents of an input. Only case files include the device and time.
    package enum Contents: Sendable {
        case payload(CapturePayload)
        case request(CaptureRequest)
        /// A case of a registration, of a signed request, or of a capture in a signed request.
        case requestCase(RequestCase.Contents)
        case registrationBody([UInt8])
        case attestationObject(StandaloneAttestation)
        case message(HTTPRequestMessage)
    }

    package let path: String
    package let form: Form
    /// The key in a file of expected answers: the id of a case, or the file name without folder and extension.
    package let name: String
    package let contents: Contents
    package var origin: InputOrigin?
    /// The files in a folder whose names are almost those of parts, each with the right name.
    var misnamedFiles: [MisnamedFile] = []

    package var payload: CapturePayload? {
        switch contents {
        case .payload(let payload): payload
        case .request(let request): request.payload
        case .requestCase(.chain(let chain)): chain.capture.payload
        case .requestCase, .registrationBody, .attestationObject: nil
        case .message(let message): RequestTarget(message).flatMap { $0.payload(of: message) }
        }
    }
}

/// A file in a folder that is not read because of its name, although it may be a part.
package struct MisnamedFile: Sendable, Hashable {
    let name: String
    let expected: String

    var wording: String { "\(name.printable) is not read: name it \(expected)" }

    static func list(_ files: [MisnamedFile]) -> String { files.map { "\($0.wording); " }.joined() }
}

/// The state that the response depends on, for inputs that do not include it.
package struct ServerState: Sendable {
    package var device: CaptureDevice?
    package var application: CaptureApplication
    package var now: CaptureTimestamp?
    package var isRequestVerified: Bool
    package var registration: RegistrationState
    /// Whether the server runs with STRICT_ATTESTATION.
    package var isAttestationStrict: Bool
    /// Whether the server runs with REQUIRE_VERIFIED_DEVICES.
    package var requiresVerifiedDevices: Bool
    /// The given options for which case files have members.
    package var given: [TaskOption] = []
    /// Whether options in ``given`` make a case file an error, because no other input uses them.
    package var refusesCases = false

    package init(
        device: CaptureDevice? = nil, application: CaptureApplication = .standard, now: CaptureTimestamp? = nil,
        isRequestVerified: Bool = false, registration: RegistrationState = RegistrationState(),
        isAttestationStrict: Bool = false, requiresVerifiedDevices: Bool = false
    ) {
        (self.device, self.application) = (device, application)
        (self.now, self.isRequestVerified) = (now, isRequestVerified)
        (self.registration, self.isAttestationStrict) = (registration, isAttestationStrict)
        self.requiresVerifiedDevices = requiresVerifiedDevices
    }
}

package struct RegistrationState: Sendable {
    package var challenge: [UInt8]?
    /// The key id for a separate attestation object; nil for the key id that Apple's documentation defines.
    package var keyID: String?
    package var root = AppleRoot.certificate
    package var challengeState = ChallengeState.issued
    package var isKeyRegistered = false

    package init() {}
}
