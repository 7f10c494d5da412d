internal import Support

// The sentences about failed attestations.

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
        case .invalidFormat(let found):
            "the format is \"\(found.printable)\", not \"\(AttestationObject.appleFormat)\""
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
    /// The fault of the link as a sentence.
    ///
    /// - Parameters:
    ///   - issuer: The issuer of the certificate, in parentheses after a space.
    ///   - subject: The subject that it should be, likewise.
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
