internal import Support

/// The verdict on an attestation by a server that follows Apple's documentation.
///
///     let verdict = AppleVerdict(
///         diagnosis, challenge: challenge, keyID: keyID, application: app, now: now, root: root)
///     print(verdict.isAccepted, verdict.failures)
///
/// All steps are checked, even after a failure. Source: Apple, "Validating apps that connect to your server".
public struct AppleVerdict: Sendable, Hashable {
    /// The steps of Apple's documentation.
    public enum Step: String, Sendable, CaseIterable {
        /// The format is Apple's, and all members can be read.
        case format
        /// Each certificate is valid at the time of the check.
        case validity
        /// The chain ends at Apple's root, and each certificate is signed by the next.
        case chain
        /// All certificates except the leaf are CA certificates.
        case basicConstraints = "basic_constraints"
        /// The nonce in the leaf covers authenticator data and challenge.
        case nonce
        /// The public key of the leaf is the attested key.
        case leafKey = "leaf_key"
        /// The key id as sent is base64 of SHA-256 of the attested key.
        case keyID = "key_id"
        /// The attestation was made for the app.
        case application = "app_id"
        /// The counter is 0.
        case counter
        /// The AAGUID names an ``AttestationEnvironment``.
        case aaguid
        /// The credential id is SHA-256 of the attested key.
        case credentialID = "credential_id"
        /// The attested key is a point of P-256.
        case point
    }

    /// The failed steps, in Apple's order.
    public let failures: [Step]
    /// Whether no challenge was given. The nonce step then fails only if the leaf has no nonce of 32 bytes.
    public let isChallengeUnknown: Bool

    /// Whether all steps pass.
    public var isAccepted: Bool { failures.isEmpty }

    /// Checks every step.
    ///
    /// - Parameters:
    ///   - diagnosis: The decoded attestation object.
    ///   - challenge: The challenge that the nonce must cover, if known.
    ///   - keyID: The key id as sent. If it is nil, the key id step passes.
    ///   - application: The expected app.
    ///   - now: The time at which the certificates must be valid.
    ///   - root: The certificate at which the chain must end.
    public init(
        _ diagnosis: AttestationDiagnosis, challenge: [UInt8]?, keyID: String?, application: CaptureApplication,
        now: CaptureTimestamp, root: AttestationCertificate
    ) {
        isChallengeUnknown = challenge == nil
        let certificates = diagnosis.certificates.compactMap { $0 }
        let isChainRead = certificates.count == diagnosis.certificates.count && certificates.count >= 2
        let data = diagnosis.data
        let hash = diagnosis.point.map { SHA256Digest.bytes(of: $0) }
        func holds(_ step: Step) -> Bool {
            switch step {
            case .format:
                let format = (try? diagnosis.object.get())?.format
                return format == AttestationObject.appleFormat && data != nil && isChainRead
            case .validity: return isChainRead && certificates.allSatisfy { $0.isValid(at: now) }
            case .chain: return isChainRead && Self.isChain(certificates, root: root)
            case .basicConstraints:
                return isChainRead && certificates.dropFirst().allSatisfy(\.isAuthority) && !certificates[0].isAuthority
            case .nonce:
                guard challenge != nil else { return diagnosis.nonce?.count == 32 }
                return diagnosis.bindings.contains(.challenge)
            case .leafKey: return diagnosis.point != nil && certificates.first?.publicKey == diagnosis.point
            case .keyID: return keyID.map { $0 == diagnosis.keyID } ?? true
            case .application: return data?.rpIDHash == application.rpIDHash
            case .counter: return data?.counter == 0
            case .aaguid: return data?.environment != nil
            case .credentialID: return hash != nil && data?.credentialID == hash
            case .point: return diagnosis.isOnCurve
            }
        }
        failures = Step.allCases.filter { !holds($0) }
    }

    /// Whether each certificate is signed by the next, and the last either is the root or is signed by it.
    private static func isChain(_ certificates: [AttestationCertificate], root: AttestationCertificate) -> Bool {
        let signers = Array(certificates.dropFirst()) + (certificates.last == root ? [] : [root])
        return zip(certificates, signers).allSatisfy { $0.issuer == $1.subject && $0.isSigned(by: $1) }
    }
}
