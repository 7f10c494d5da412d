internal import Support

struct AttestationSubject: Sendable {
    /// Nil if the object is absent or cannot be read in any form.
    let contents: AttestationDiagnosis?
    /// Nil if the challenge is absent or cannot be read in any form.
    let challenge: [UInt8]?
    let challengeState: ChallengeState?
    let verifier: AttestationVerifier

    fileprivate var object: AttestationObject? { try? contents?.object.get() }
    fileprivate var leaf: AttestationCertificate? { contents?.certificates.first ?? nil }
    fileprivate var nonceValue: [UInt8]? { leaf?.extensionValue(.nonce) }
    /// The index of the first certificate that the server cannot read.
    fileprivate var unreadableCertificate: Int? {
        guard let chain = object?.certificates, let read = contents?.certificates else { return nil }
        return read.indices.first { read[$0] == nil && AttestationCertificate.isUnreadable(chain[$0]) }
    }

    fileprivate var link: (leaf: AttestationCertificate, issuer: AttestationCertificate)? {
        guard let certificates = contents?.certificates, certificates.count >= 2, let leaf = certificates[0],
            let issuer = certificates[1]
        else { return nil }
        return (leaf, issuer)
    }
}

/// The checks of an attestation, in the server's order.
enum AttestationRules {
    typealias Rule = ServerRule<AttestationSubject, AttestationFailure>
    typealias Outcome = RuleOutcome<AttestationFailure>

    static let all = challenge + members + chain + nonceAndKey

    private static func rule(
        _ ids: String, _ check: AttestationCheck, examine: @escaping @Sendable (AttestationSubject) -> Outcome
    ) -> Rule {
        Rule(ids, check: .attestation(check), examine: examine)
    }

    private static let challenge =
        [rule("REG-014", .challengePresent) { Outcome($0.challengeState != nil, or: .noChallenge) }]
        + [("REG-015", ChallengeState.unknown), ("REG-016", .used), ("REG-017", .expired)].map { id, state in
            rule(id, .challengeState) { attestation in
                guard let found = attestation.challengeState else { return .needs }
                return Outcome(found != state, .text(found.rawValue), or: .challenge(state))
            }
        }

    private static let members = [
        rule("REG-030", .cbor) { attestation in
            switch attestation.contents?.object {
            case nil: .needs
            case .success?: .passed()
            case .failure(let fault)?: .failed([.invalidCBOR(fault)])
            }
        },
        rule("REG-031", .format) { attestation in
            guard let object = attestation.object else { return .needs }
            return Outcome(object.format != nil, object.format.map { .text($0) }, or: .missingMember(.format))
        },
        rule("REG-032", .format) { attestation in
            guard let format = attestation.object?.format else { return .needs }
            let isApple = format.utf8.elementsEqual(AttestationObject.appleFormat.utf8)
            return Outcome(isApple, .text(format), or: .invalidFormat(found: format))
        },
        rule("REG-033", .authenticatorDataPresent) { attestation in
            guard let object = attestation.object else { return .needs }
            let count = object.authenticatorData.map { CaptureCheckValue.integer(Int64($0.count)) }
            return Outcome(count != nil, count, or: .missingMember(.authenticatorData))
        },
        rule("REG-034", .statement) { attestation in
            guard let object = attestation.object else { return .needs }
            return Outcome(object.hasStatement, or: .missingMember(.statement))
        },
        rule("REG-035", .certificates) { attestation in
            guard let object = attestation.object, object.hasStatement else { return .needs }
            return Outcome(object.certificates != nil, or: .missingMember(.chain))
        },
        rule("REG-036", .certificates) { attestation in
            guard let count = attestation.object?.certificates?.count else { return .needs }
            return Outcome(count > 0, .integer(Int64(count)), or: .missingMember(.certificates))
        },
        rule("REG-038", .authenticatorData) { attestation in
            guard let count = attestation.object?.authenticatorData?.count else { return .needs }
            let isRead = attestation.contents?.data != nil
            return Outcome(isRead, .integer(Int64(count)), or: .invalidAuthenticatorData(byteCount: count))
        },
    ]

    private static let chain = [
        rule("REG-039", .certificateCount) { attestation in
            guard let count = attestation.object?.certificates?.count, count > 0 else { return .needs }
            return Outcome(count >= 2, .integer(Int64(count)), or: .incompleteChain(count: count))
        },
        // A certificate that the server certainly cannot read takes precedence over one whose reading is not modelled.
        rule("REG-040", .certificatesRead) { attestation in
            guard attestation.contents?.certificates.isEmpty == false else { return .needs }
            guard let index = attestation.unreadableCertificate else { return .passed() }
            return .failed([.invalidCertificate(index: index)], .text("certificate \(index + 1)"))
        },
        rule("REG-057", .certificatesRead) { attestation in
            guard let certificates = attestation.contents?.certificates, !certificates.isEmpty,
                attestation.unreadableCertificate == nil
            else { return .needs }
            return certificates.firstIndex { $0 == nil }.map { .notModelled(.notModelled(.certificate(index: $0))) }
                ?? .passed()
        },
        rule("REG-041", .certificatesValid) { attestation in
            guard let certificates = attestation.contents?.certificates, !certificates.isEmpty else { return .needs }
            let expired = certificates.enumerated().compactMap { index, certificate in
                certificate.flatMap { $0.isValid(at: attestation.verifier.now) ? nil : (index, $0) }
            }
            guard let first = expired.first else { return .passed() }
            return .failed(
                expired.map { .certificateExpired(index: $0, notBefore: $1.notBefore, notAfter: $1.notAfter) },
                .text(first.1.validityText))
        },
        rule("REG-042", .leafIssuer) { attestation in
            guard let (leaf, issuer) = attestation.link else { return .needs }
            return Outcome(leaf.issuer == issuer.subject, leaf.issuerName.map { .text($0) }, or: .chain(.leafIssuer))
        },
        rule("REG-043", .intermediateIssuer) { attestation in
            guard let issuer = attestation.link?.issuer else { return .needs }
            let isOfRoot = issuer.issuer == attestation.verifier.root.subject
            return Outcome(isOfRoot, issuer.issuerName.map { .text($0) }, or: .chain(.intermediateIssuer))
        },
        rule("REG-044", .intermediateSignature) { attestation in
            guard let issuer = attestation.link?.issuer else { return .needs }
            return Outcome(issuer.isSigned(by: attestation.verifier.root), or: .chain(.intermediateSignature))
        },
        rule("REG-045", .leafSignature) { attestation in
            guard let (leaf, issuer) = attestation.link else { return .needs }
            return Outcome(leaf.isSigned(by: issuer), or: .chain(.leafSignature))
        },
    ]

    private static let nonceAndKey = [
        rule("REG-048", .noncePresent) { attestation in
            guard attestation.leaf != nil else { return .needs }
            let value = attestation.nonceValue
            return Outcome(value != nil, value.map { .bytes($0) }, or: .nonceMissing)
        },
        rule("REG-050", .nonceForm) { attestation in
            guard attestation.nonceValue != nil else { return .needs }
            let nonce = attestation.contents?.nonce
            return Outcome(nonce != nil, nonce.map { .bytes($0) }, or: .invalidNonceFormat)
        },
        rule("REG-051", .nonce) { attestation in
            guard let nonce = attestation.contents?.nonce, let data = attestation.contents?.data,
                let challenge = attestation.challenge
            else { return .needs }
            let expected = SHA256Digest.bytes(of: data.bytes + SHA256Digest.bytes(of: challenge))
            return Outcome(nonce == expected, .bytes(nonce), or: .nonceMismatch(found: nonce, expected: expected))
        },
        rule("REG-052", .appID) { attestation in
            guard let found = attestation.contents?.data?.rpIDHash else { return .needs }
            let expected = attestation.verifier.application.rpIDHash
            return Outcome(found == expected, .bytes(found), or: .appIDMismatch(found: found, expected: expected))
        },
        rule("REG-053", .publicKey) { attestation in
            guard let data = attestation.contents?.data, let key = attestation.contents?.key else { return .needs }
            switch key {
            case .success: return .passed(.bytes(data.keyBytes))
            case .failure(let fault): return .failed([.invalidPublicKey(fault)], .bytes(data.keyBytes))
            }
        },
        rule("REG-054", .counter) { attestation in
            guard let counter = attestation.contents?.data?.counter else { return .needs }
            return Outcome(counter == 0, .integer(Int64(counter)), or: .counterNotZero(counter))
        },
    ]
}
