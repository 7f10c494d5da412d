package import Captures

/// A capture as it was found at a path.
///
///     let input = try CaptureInputReader().read("capture/")
///     print(input.form, input.name)
package struct CaptureInput: Sendable {
    /// In which form a capture stands in files.
    package enum Form: String, Sendable, CaseIterable {
        /// A multipart body from the wire.
        case multipart
        /// A folder with a file for each part.
        case folder
        /// The JSON of a hash-only capture.
        case hashOnly = "hash_only"
        /// Everything about one request in one JSON.
        case caseFile = "case"
        /// The JSON of a registration.
        case registration
        /// An attestation object, in base64 or as it is.
        case attestationObject = "attestation_object"
        /// A request of HTTP/1.1 as proxies export it.
        case httpRequest = "http_request"
    }

    /// What a capture says of itself: only a case file says for which device and at what time it is judged.
    package enum Contents: Sendable {
        case payload(CapturePayload)
        case request(CaptureRequest)
        /// A case of another kind.
        case requestCase(RequestCase.Contents)
        case registrationBody([UInt8])
        case attestationObject(LoneAttestation)
        case message(HTTPMessage)
    }

    /// As it was named.
    package let path: String
    package let form: Form
    /// By what expected answers name it: the identifier of a case, else the name without folders and extension.
    package let name: String
    package let contents: Contents

    /// The capture in it; nil where there is none.
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

/// What an answer depends on beside the capture itself, for captures that do not say it.
package struct CaptureCircumstances: Sendable {
    package var device: CaptureDevice?
    package var application: CaptureApplication
    package var now: CaptureTimestamp?
    package var isRequestVerified: Bool
    package var registration: RegistrationCircumstances
    /// Whether the server insists on a chain up to the root at registration.
    package var isAttestationStrict: Bool
    /// Whether it insists on verified devices in signed requests.
    package var requiresVerifiedDevices: Bool
    /// The options that were given of those that a case file says itself.
    package var given: [CircumstanceOption] = []
    /// Whether a case file is an error if any of them was given: none of the inputs depends on them.
    package var refusesCases = false

    package init(
        device: CaptureDevice? = nil, application: CaptureApplication = .standard, now: CaptureTimestamp? = nil,
        isRequestVerified: Bool = false, registration: RegistrationCircumstances = RegistrationCircumstances(),
        isAttestationStrict: Bool = false, requiresVerifiedDevices: Bool = false
    ) {
        self.device = device
        self.application = application
        self.now = now
        self.isRequestVerified = isRequestVerified
        self.registration = registration
        self.isAttestationStrict = isAttestationStrict
        self.requiresVerifiedDevices = requiresVerifiedDevices
    }
}

/// What the answer to a registration depends on beside what was sent.
package struct RegistrationCircumstances: Sendable {
    /// For an object alone.
    package var challenge: [UInt8]?
    /// For an object alone; nil for the one that its key has by Apple's documentation.
    package var keyID: String?
    package var root = AppleRoot.certificate
    package var challengeState = ChallengeState.issued
    package var isKeyRegistered = false

    package init() {}
}
