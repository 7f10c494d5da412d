/// A registration as the server receives it, with all state that the response depends on.
///
///     let request = RegistrationRequest(content: .http(body, contentType: "application/json"), now: now)
///     print(RegistrationJudge().judge(request).answer?.httpStatus ?? 0)
public struct RegistrationRequest: Sendable {
    /// The body of a registration.
    public enum Content: Sendable, Hashable {
        /// An HTTP body and its content type.
        case http([UInt8], contentType: String?)
        /// A decoded body, which skips the checks of content type, size and JSON.
        case members(RegistrationBody)
    }

    /// The body.
    public var content: Content
    /// The app that the server expects.
    public var application: CaptureApplication
    /// The server's clock.
    public var now: CaptureTimestamp
    /// The certificate at which the chain must end in strict mode.
    public var root: AttestationCertificate
    /// The server's record of the challenge.
    public var challengeState: ChallengeState
    /// Whether the key id is already registered.
    public var isKeyRegistered: Bool
    /// Whether the server runs with STRICT_ATTESTATION.
    public var isStrict: Bool

    /// Creates a request.
    public init(
        content: Content, application: CaptureApplication = .standard, now: CaptureTimestamp,
        root: AttestationCertificate = AppleRoot.certificate, challengeState: ChallengeState = .issued,
        isKeyRegistered: Bool = false, isStrict: Bool = false
    ) {
        self.content = content
        self.application = application
        self.now = now
        self.root = root
        self.challengeState = challengeState
        self.isKeyRegistered = isKeyRegistered
        self.isStrict = isStrict
    }

    /// The path of the endpoint below `/api/v1/`.
    public static let endpoint = "devices/register"
}

extension RegistrationRequest.Content {
    package var body: RegistrationBody? {
        switch self {
        case .members(let body): body
        case .http(let bytes, _): try? RegistrationBody(json: bytes)
        }
    }
}
