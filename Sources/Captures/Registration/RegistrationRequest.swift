/// A registration as it arrives, and all else that the server's answer depends on.
///
///     let request = RegistrationRequest(content: .http(body, contentType: "application/json"), now: now)
///     print(RegistrationJudge().judge(request).answer?.httpStatus ?? 0)
public struct RegistrationRequest: Sendable {
    /// What was sent.
    public enum Content: Sendable, Hashable {
        /// The request as it is.
        case http([UInt8], contentType: String?)
        /// Its members.
        case members(RegistrationBody)
    }

    /// What was sent.
    public var content: Content
    /// The app that the server expects.
    public var application: CaptureApplication
    /// The server's clock.
    public var now: CaptureTimestamp
    /// The certificate that the chain must end at.
    public var root: Certificate
    /// What the server knows of the challenge.
    public var challengeState: ChallengeState
    /// Whether the key id is registered already.
    public var isKeyRegistered: Bool
    /// Whether the server insists on a chain up to the root: STRICT_ATTESTATION.
    public var isStrict: Bool

    /// Puts a request together.
    public init(
        content: Content, application: CaptureApplication = .standard, now: CaptureTimestamp,
        root: Certificate = AppleRoot.certificate, challengeState: ChallengeState = .issued,
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

    /// Where registrations are sent to, below `/api/v1/`.
    public static let endpoint = "devices/register"
}
