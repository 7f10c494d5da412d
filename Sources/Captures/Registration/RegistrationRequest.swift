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
        (self.content, self.application, self.now, self.root) = (content, application, now, root)
        (self.challengeState, self.isKeyRegistered, self.isStrict) = (challengeState, isKeyRegistered, isStrict)
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

/// The server's verdict on a registration: its answer, the reasons it does not disclose, and the record it stores.
///
///     let judgement = RegistrationJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.verdict?.failure?.code ?? "-")
public struct RegistrationJudgement: Sendable {
    /// The check for which the server refuses the registration; nil if it stores a device.
    public let refused: RuleFailure<RegistrationRefusal>?
    /// Whether this package covers the rest of the processing. It does not for Android.
    public let isCovered: Bool
    /// Whether the server runs in strict mode.
    public let isStrict: Bool
    /// Whether the challenge was redeemed; nil if the judgement ended before the challenge was checked.
    public let isChallengeSpent: Bool?
    /// The behaviour that the verdicts depend on and that is not modelled; nil if they are known.
    public let notModelled: UnmodelledBehaviour?
    /// The verdict in the default mode; nil if the server did not verify the attestation, or if this is not modelled.
    public let permissive: AttestationVerdict?
    /// The verdict with STRICT_ATTESTATION; nil in the same cases as ``permissive``.
    public let strict: AttestationVerdict?
    /// The ids of the rules that describe ``notModelled``.
    public let notModelledRules: [String]
    /// Apple's requirements that fail and that the server does not check. Nil for a registration given as HTTP, for
    /// one that the server did not verify, and for an object that cannot be decoded.
    public let uncheckedRequirements: [AppleRequirement]?
    /// The decoded body; nil if it has another shape.
    public let sent: RegistrationBody?
    /// The attestation object as the server reads it; nil if it is absent or not base64.
    public let objectBytes: [UInt8]?
    /// The challenge as the server reads it; nil if it is absent or not base64.
    public let challenge: [UInt8]?
    /// The checks in the mode of the request, in the server's order.
    public let checks: [CaptureCheckResult]
    /// Every failure in the mode of the request. The server itself stops at the first refusal.
    package let failures: Failures

    package struct Failures: Sendable {
        package let early: [RuleFailure<RegistrationRefusal>]
        package let attestation: [RuleFailure<AttestationFailure>]
        package let storage: [RuleFailure<RegistrationRefusal>]
    }

    /// The reason the server refuses the registration; nil if it stores a device.
    public var refusal: RegistrationRefusal? { refused?.fault }
    /// The verdict in the mode of the request.
    public var verdict: AttestationVerdict? { isStrict ? strict : permissive }

    /// The server's response; nil if this package does not cover or model it.
    public var answer: CaptureAnswer? {
        if let refused { return refused.answer }
        guard isCovered, notModelled == nil else { return nil }
        return CaptureAnswer(201, nil, .registered)
    }

    /// The stored device record; nil if the server stores none.
    public var stored: CaptureDevice? {
        guard refusal == nil, let verdict else { return nil }
        return CaptureDevice(attestationLevel: verdict.level, publicKey: verdict.publicKey, counter: 0)
    }
}
