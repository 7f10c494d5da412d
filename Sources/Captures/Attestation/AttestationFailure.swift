/// Why the server registers a device as unverified; the first failure counts, in this order. It tells nobody.
public enum AttestationFailure: Error, Hashable, Sendable {
    /// The flat form without a challenge: nothing of the object is looked at.
    case noChallenge
    /// The challenge is not one that the server can redeem.
    case challenge(ChallengeState)
    /// The bytes do not begin with a CBOR map that the server reads.
    case invalidCBOR(CBORFault)
    /// A member is absent or of another type.
    case missingMember(Member)
    /// `fmt` is another one.
    case invalidFormat(found: String)
    /// The authenticator data is too short, or its credential id leaves no key.
    case invalidAuthenticatorData(byteCount: Int)
    /// Fewer than two certificates.
    case incompleteChain(count: Int)
    /// A certificate that cannot be read.
    case invalidCertificate(index: Int)
    /// A certificate that is not valid at the server's time.
    case certificateExpired(index: Int, notBefore: CaptureTimestamp, notAfter: CaptureTimestamp)
    /// A certificate is not of the one above it.
    case chain(ChainLink)
    /// The leaf has no nonce.
    case nonceMissing
    /// No nonce can be read from the extension.
    case invalidNonceFormat
    /// The nonce is of something else.
    case nonceMismatch(found: [UInt8], expected: [UInt8])
    /// It was made for another app.
    case appIDMismatch(found: [UInt8], expected: [UInt8])
    /// What follows the credential id is no key to the server.
    case invalidPublicKey(COSEKey.Fault)
    /// The counter is not 0.
    case counterNotZero(UInt32)

    /// The members that may be missing.
    public enum Member: String, Sendable, CaseIterable {
        case format = "fmt"
        case authenticatorData = "authData"
        case statement = "attStmt"
        case chain = "x5c"
        /// No element of `x5c` is a byte string.
        case certificates = "x5c certificates"
    }

    /// The links of the chain that the server looks at, in its order. The last three only count in strict mode.
    public enum ChainLink: String, Sendable, CaseIterable {
        case leafIssuer = "leaf_issuer"
        case intermediateIssuer = "intermediate_issuer"
        case intermediateSignature = "intermediate_signature"
        case leafSignature = "leaf_signature"
    }

    /// The reason as the reference names it.
    public var code: String {
        switch self {
        case .noChallenge: "no_challenge"
        case .challenge(let state): "challenge_\(state.rawValue)"
        case .invalidCBOR: "invalid_cbor"
        case .missingMember(let member): "missing_field:\(member.rawValue)"
        case .invalidFormat: "invalid_format"
        case .invalidAuthenticatorData: "invalid_auth_data"
        case .incompleteChain: "incomplete_chain"
        case .invalidCertificate: "invalid_certificate"
        case .certificateExpired: "certificate_expired"
        case .chain: "chain"
        case .nonceMissing: "nonce_missing"
        case .invalidNonceFormat: "invalid_nonce_format"
        case .nonceMismatch: "nonce_mismatch"
        case .appIDMismatch: "app_id_mismatch"
        case .invalidPublicKey: "invalid_public_key"
        case .counterNotZero: "counter_not_zero"
        }
    }

    /// Which link of the chain it is about.
    public var detail: String? { if case .chain(let link) = self { link.rawValue } else { nil } }

    /// The step that fails.
    public var check: AttestationCheck {
        switch self {
        case .noChallenge: .challengePresent
        case .challenge: .challengeState
        case .invalidCBOR: .cbor
        case .missingMember(.format), .invalidFormat: .format
        case .missingMember(.authenticatorData): .authenticatorDataPresent
        case .missingMember(.statement): .statement
        case .missingMember(.chain), .missingMember(.certificates): .certificates
        case .invalidAuthenticatorData: .authenticatorData
        case .incompleteChain: .certificateCount
        case .invalidCertificate: .certificatesRead
        case .certificateExpired: .certificatesValid
        case .chain(.leafIssuer): .leafIssuer
        case .chain(.intermediateIssuer): .intermediateIssuer
        case .chain(.intermediateSignature): .intermediateSignature
        case .chain(.leafSignature): .leafSignature
        case .nonceMissing: .noncePresent
        case .invalidNonceFormat: .nonceForm
        case .nonceMismatch: .nonce
        case .appIDMismatch: .appID
        case .invalidPublicKey: .publicKey
        case .counterNotZero: .counter
        }
    }
}

/// The steps of the verification of an attestation, in the server's order.
public enum AttestationCheck: String, Sendable, CaseIterable {
    case challengePresent = "challenge_present"
    case challengeState = "challenge_state"
    case cbor
    case format
    case authenticatorDataPresent = "authenticator_data_present"
    case statement
    case certificates
    case authenticatorData = "authenticator_data"
    case certificateCount = "certificate_count"
    case certificatesRead = "certificates_read"
    case certificatesValid = "certificates_valid"
    case leafIssuer = "leaf_issuer"
    case intermediateIssuer = "intermediate_issuer"
    case intermediateSignature = "intermediate_signature"
    case leafSignature = "leaf_signature"
    case noncePresent = "nonce_present"
    case nonceForm = "nonce_form"
    case nonce
    case appID = "app_id"
    case publicKey = "public_key"
    case counter

    /// The links of the chain that are only logged unless the server is strict.
    public static let strictOnly: Set<AttestationCheck> = [.intermediateIssuer, .intermediateSignature, .leafSignature]
}

/// What the server knows of a challenge when it is redeemed.
public enum ChallengeState: String, Sendable, CaseIterable {
    /// It gave it out, and it is neither used nor over.
    case issued
    /// It never gave it out, or another process did, or it forgot it.
    case unknown
    /// It was redeemed before.
    case used
    /// It was given out more than 300 seconds ago.
    case expired
}
