/// What the server makes of a registration: its answer, the reasons it hides, and what it would store.
public struct RegistrationJudgement: Sendable {
    /// Why the server refuses it or does not store it; nil for one that it stores.
    public let refusal: RegistrationRefusal?
    /// Whether the rest of the server's way is known here: that of Android is not.
    public let isCovered: Bool
    /// Whether the strict verdict is the one that counts.
    public let isStrict: Bool
    /// Whether the challenge can be redeemed no more; nil where it did not come to that.
    public let isChallengeSpent: Bool?
    /// The verdict of the default mode; nil where it did not come to that.
    public let permissive: AttestationVerdict?
    /// That of STRICT_ATTESTATION.
    public let strict: AttestationVerdict?
    /// Those of Apple's requirements that fail and that the server does not check; nil where they cannot be told, or
    /// where a body was judged.
    public let uncheckedRequirements: [AppleRequirement]?
    /// What was sent, as far as it has the right shape.
    public let sent: RegistrationBody?
    /// The object, if it is base64.
    public let objectBytes: [UInt8]?
    /// The challenge, if there is one and it is base64.
    public let challenge: [UInt8]?
    /// Each check of the server, in order, in the mode that counts.
    public let checks: [CheckResult]

    /// The verdict that counts.
    public var verdict: AttestationVerdict? { isStrict ? strict : permissive }

    /// What the server answers; nil where that is not known here.
    public var answer: CaptureAnswer? {
        if let refusal { return refusal.answer }
        return isCovered ? CaptureAnswer(httpStatus: 201, errorCode: nil, stage: .registered, reason: nil) : nil
    }

    /// What is stored; nil for a registration that is not.
    public var stored: CaptureDevice? {
        guard refusal == nil, let verdict else { return nil }
        return CaptureDevice(attestationLevel: verdict.level, publicKey: verdict.publicKey, counter: 0)
    }
}
