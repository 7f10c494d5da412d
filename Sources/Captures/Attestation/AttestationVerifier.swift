internal import Support

/// Verifies attestations as the server does, in its order of checks.
///
///     let verifier = AttestationVerifier(application: application, now: now)
///     let verdict = verifier.verify(object, challenge: challenge, isStrict: true)
///     print(verdict.failure?.code ?? "verified")
public struct AttestationVerifier: Sendable {
    /// The expected app.
    public let application: CaptureApplication
    /// The server's clock.
    public let now: CaptureTimestamp
    /// The certificate at which the chain must end in strict mode.
    public let root: AttestationCertificate

    /// Creates a verifier.
    public init(
        application: CaptureApplication, now: CaptureTimestamp, root: AttestationCertificate = AppleRoot.certificate
    ) {
        (self.application, self.now, self.root) = (application, now, root)
    }

    /// Verifies an attestation object in CBOR; in strict mode, including the chain up to the root.
    public func verify(_ object: [UInt8], challenge: [UInt8], isStrict: Bool) -> AttestationVerdict {
        let attestation = AttestationSubject(
            contents: AttestationDiagnosis(object: object, challenge: challenge), challenge: challenge,
            challengeState: .issued, verifier: self)
        return AttestationVerdict(AttestationRules.all.findings(in: attestation), of: attestation, isStrict: isStrict)
    }
}

/// The server's verdict on an attestation.
///
///     let verdict = AttestationVerifier(application: application, now: now)
///         .verify(object, challenge: challenge, isStrict: true)
///     print(verdict.level, verdict.failure?.code ?? "-")
public struct AttestationVerdict: Sendable, Hashable {
    /// The reason the device is unverified; nil for a verified device.
    public let failure: AttestationFailure?
    /// The ids of the rules that the attestation violates, such as `REG-051`; empty for a verified device.
    public let rules: [String]
    /// The public key that the server stores, 65 bytes; nil for an unverified device.
    public let publicKey: [UInt8]?

    /// The verdict in one mode: the first failure counts. The default mode only logs ``AttestationCheck/strictOnly``.
    init(_ findings: [RuleFinding<AttestationFailure>], of attestation: AttestationSubject, isStrict: Bool) {
        let failed = findings.lazy.filter { isStrict || !$0.check.isStrictOnly }.flatMap(\.failures).first
        failure = failed?.fault
        rules = failed?.rules ?? []
        publicKey = failed == nil ? (try? attestation.contents?.key?.get())?.point : nil
    }

    /// Whether the device is registered as `secure_enclave`.
    public var isVerified: Bool { failure == nil }
    /// The attestation level that the server stores.
    public var level: String { isVerified ? CaptureDevice.verifiedLevel : CaptureDevice.unverifiedLevel }
}

extension CaptureDevice {
    /// The level of a device whose attestation verified. Only requests of such devices can verify.
    public static let verifiedLevel = "secure_enclave"
    /// The level of a device whose attestation failed.
    public static let unverifiedLevel = "unverified"
}
