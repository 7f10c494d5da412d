internal import Support

/// The reason the server registers a device as unverified. If several cases apply, the first in this order counts. The
/// server's response does not contain the reason.
public enum AttestationFailure: Hashable, Sendable {
    /// A request in the flat form has no challenge; the server does not read the object.
    case noChallenge
    /// The challenge cannot be redeemed.
    case challenge(ChallengeState)
    /// The bytes do not begin with a CBOR map that the server can read.
    case invalidCBOR(CBORFault)
    /// A member is absent or of another type.
    case missingMember(Member)
    /// `fmt` is not `apple-appattest`.
    case invalidFormat(found: String)
    /// The authenticator data is too short, or no key follows the credential id.
    case invalidAuthenticatorData(byteCount: Int)
    /// The chain has fewer than two certificates.
    case incompleteChain(count: Int)
    /// A certificate cannot be read.
    case invalidCertificate(index: Int)
    /// Whether the server can read a certificate, and so whether it continues its checks, is not modelled.
    case notModelled(UnmodelledBehaviour)
    /// A certificate is not valid at the server's time.
    case certificateExpired(index: Int, notBefore: CaptureTimestamp, notAfter: CaptureTimestamp)
    /// A link of the chain is invalid.
    case chain(ChainLink)
    /// The leaf has no nonce extension.
    case nonceMissing
    /// The nonce extension contains no nonce that the server can read.
    case invalidNonceFormat
    /// The nonce covers other data.
    case nonceMismatch(found: [UInt8], expected: [UInt8])
    /// The attestation was made for another app.
    case appIDMismatch(found: [UInt8], expected: [UInt8])
    /// The bytes after the credential id are not a key that the server accepts.
    case invalidPublicKey(COSEKey.Fault)
    /// The counter is not 0.
    case counterNotZero(UInt32)

    /// The members whose absence is a failure.
    public enum Member: String, Sendable, CaseIterable {
        /// The format, a text string.
        case format = "fmt"
        /// The authenticator data, a byte string.
        case authenticatorData = "authData"
        /// The attestation statement, a map.
        case statement = "attStmt"
        /// The certificates in the statement, an array.
        case chain = "x5c"
        /// `x5c` contains no byte string.
        case certificates = "x5c certificates"
    }

    /// The links of the chain, in the server's order. Only strict mode enforces the last three.
    public enum ChainLink: String, Sendable, CaseIterable {
        /// The issuer of the leaf is the subject of the second certificate.
        case leafIssuer = "leaf_issuer"
        /// The issuer of the second certificate is the subject of the root.
        case intermediateIssuer = "intermediate_issuer"
        /// The root signed the second certificate.
        case intermediateSignature = "intermediate_signature"
        /// The second certificate signed the leaf.
        case leafSignature = "leaf_signature"
    }

    /// The server's code for this failure.
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
        case .notModelled(let reason): reason.code
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

    /// The failing link of the chain.
    public var detail: String? { if case .chain(let link) = self { link.rawValue } else { nil } }
    /// The behaviour that the verdict depends on and that is not modelled; nil if the verdict is known.
    public var notModelled: UnmodelledBehaviour? { if case .notModelled(let reason) = self { reason } else { nil } }
}

/// The steps of the verification of an attestation, in the server's order.
public enum AttestationCheck: String, Sendable, CaseIterable {
    /// The request has a challenge.
    case challengePresent = "challenge_present"
    /// The challenge is known, unused and not expired.
    case challengeState = "challenge_state"
    /// The object begins with a CBOR map that the server can read.
    case cbor
    /// `fmt` is `apple-appattest`.
    case format
    /// `authData` is a byte string.
    case authenticatorDataPresent = "authenticator_data_present"
    /// `attStmt` is a map.
    case statement
    /// `x5c` is an array with at least one byte string.
    case certificates
    /// The authenticator data is complete up to the key.
    case authenticatorData = "authenticator_data"
    /// The chain has at least two certificates.
    case certificateCount = "certificate_count"
    /// The server can read each certificate.
    case certificatesRead = "certificates_read"
    /// Each certificate is valid at the server's time.
    case certificatesValid = "certificates_valid"
    /// See ``AttestationFailure/ChainLink/leafIssuer``.
    case leafIssuer = "leaf_issuer"
    /// See ``AttestationFailure/ChainLink/intermediateIssuer``.
    case intermediateIssuer = "intermediate_issuer"
    /// See ``AttestationFailure/ChainLink/intermediateSignature``.
    case intermediateSignature = "intermediate_signature"
    /// See ``AttestationFailure/ChainLink/leafSignature``.
    case leafSignature = "leaf_signature"
    /// The leaf has a nonce extension.
    case noncePresent = "nonce_present"
    /// The nonce extension contains a nonce that the server can read.
    case nonceForm = "nonce_form"
    /// The nonce is SHA-256 of the authenticator data followed by SHA-256 of the challenge.
    case nonce
    /// The attestation was made for the expected app.
    case appID = "app_id"
    /// The bytes after the credential id are a key that the server accepts.
    case publicKey = "public_key"
    /// The counter is 0.
    case counter

    /// The steps that the server enforces only in strict mode. In the default mode, it only logs their failure.
    public static let strictOnly: Set<AttestationCheck> = [.intermediateIssuer, .intermediateSignature, .leafSignature]
}

/// The server's record of a challenge when a request redeems it.
public enum ChallengeState: String, Sendable, CaseIterable {
    /// Issued, unused and not expired.
    case issued
    /// Never issued by this server process, or already forgotten by it.
    case unknown
    /// Redeemed before.
    case used
    /// Issued more than 300 seconds ago.
    case expired
}

extension AttestationFailure: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .noChallenge: "there is no challenge, so the attestation object is not checked"
        case .challenge(.unknown):
            "the challenge is unknown: never issued, issued by another process, or dropped a minute after it "
                + "expired"
        case .challenge(let state): "the challenge is \(state.rawValue)"
        case .invalidCBOR(let fault): "the object is not a CBOR map that the server can read (\(fault.wording))"
        case .missingMember(.certificates): "no element of x5c is a byte string"
        case .missingMember(let member): "\(member.rawValue) is missing or has the wrong type"
        case .invalidFormat(let found): "the format is \"\(found.printable)\", not \"\(AttestationObject.appleFormat)\""
        case .invalidAuthenticatorData(let byteCount):
            "the authenticator data (\(byteCount) bytes) is shorter than \(AttestedData.minimumByteCount), or its "
                + "credential id leaves no room for a key"
        case .incompleteChain(let count): "\(count) certificate, where the server requires two"
        case .invalidCertificate(let index): "certificate \(index + 1) cannot be read"
        case .notModelled(let reason): reason.description
        case .certificateExpired(let index, let notBefore, let notAfter):
            "certificate \(index + 1) is not valid at the server's time, only from \(notBefore.secondText) to "
                + notAfter.secondText
        case .chain(let link): link.wording()
        case .nonceMissing: "the leaf has no nonce extension (1.2.840.113635.100.8.2)"
        case .invalidNonceFormat: "no nonce can be read from the extension in the leaf"
        case .nonceMismatch: "the nonce does not cover SHA-256 of the challenge"
        case .appIDMismatch: "the attestation was made for another app than the server expects"
        case .invalidPublicKey(let fault): "the server cannot read the key: \(fault.wording)"
        case .counterNotZero(let counter): "the counter is \(counter), not 0"
        }
    }
}

extension AttestationFailure.ChainLink {
    /// - Parameter issuer: A name in parentheses after a space, or empty; so is `subject`.
    package func wording(issuer: String = "", subject: String = "") -> String {
        switch self {
        case .leafIssuer:
            "the leaf's issuer\(issuer) is not the subject of the second certificate\(subject), compared as encoded"
        case .intermediateIssuer: "the second certificate's issuer\(issuer) is not the root\(subject)"
        case .intermediateSignature: "the second certificate is not signed by the root's key"
        case .leafSignature: "the leaf is not signed by the second certificate's key"
        }
    }
}
