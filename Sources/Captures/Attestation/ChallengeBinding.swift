internal import Support

/// A definition, found in public code, of the data that an attestation's nonce covers after the authenticator data.
///
///     print(AttestationDiagnosis(object: bytes, challenge: challenge).bindings.map(\.definition))
public enum ChallengeBinding: String, Sendable, CaseIterable {
    /// The definition of this server and of Apple's documentation.
    case challenge
    /// The challenge, not hashed.
    case challengeItself = "challenge-itself"
    /// The base64 text of the challenge, hashed.
    case base64Hashed = "challenge-base64"
    /// The base64 text of the challenge, not hashed.
    case base64Itself = "challenge-base64-itself"
    /// The challenge in hexadecimal digits, hashed.
    case hexadecimalHashed = "challenge-hexadecimal"
    /// The challenge in hexadecimal digits in upper case, hashed.
    case upperHexadecimalHashed = "challenge-upper-hexadecimal"
    /// The challenge in hexadecimal digits, not hashed.
    case hexadecimalItself = "challenge-hexadecimal-itself"
    /// The hash of the challenge, hashed again.
    case hashedTwice = "challenge-twice"
    /// The hash in hexadecimal digits, hashed again.
    case hashHexadecimalHashed = "challenge-hash-hexadecimal"
    /// The hash of no bytes.
    case nothingHashed = "nothing-hashed"
    /// No bytes: the nonce is the hash of the authenticator data alone.
    case nothing
    /// The client data hash in the receipt, whatever the app made it from.
    case receipt

    /// The definition as a formula; H is SHA-256.
    public var definition: String {
        switch self {
        case .challenge: "H(challenge)"
        case .challengeItself: "the challenge itself, not hashed"
        case .base64Hashed: "H(base64 text of the challenge)"
        case .base64Itself: "the base64 text of the challenge, not hashed"
        case .hexadecimalHashed: "H(hexadecimal text of the challenge)"
        case .upperHexadecimalHashed: "H(hexadecimal text of the challenge, in upper case)"
        case .hexadecimalItself: "the hexadecimal text of the challenge, not hashed"
        case .hashedTwice: "H(H(challenge))"
        case .hashHexadecimalHashed: "H(hexadecimal text of H(challenge))"
        case .nothingHashed: "H(no bytes)"
        case .nothing: "nothing: no hash after the authenticator data"
        case .receipt: "field 4 of the receipt, the hash that the app passed"
        }
    }

    /// The bytes after the authenticator data; nil if the challenge or receipt they depend on is missing.
    func clientDataHash(of challenge: [UInt8]?, _ receipt: AttestationReceipt?) -> [UInt8]? {
        func hash(_ text: String) -> [UInt8] { SHA256Digest.bytes(of: Array(text.utf8)) }
        switch self {
        case .nothingHashed: return SHA256Digest.bytes(of: [])
        case .nothing: return []
        case .receipt: return receipt?.clientDataHash
        default: break
        }
        guard let challenge else { return nil }
        let hexadecimal = Hexadecimal.text(of: challenge)
        return switch self {
        case .challenge: SHA256Digest.bytes(of: challenge)
        case .challengeItself: challenge
        case .base64Hashed: hash(StrictBase64.text(of: challenge))
        case .base64Itself: Array(StrictBase64.text(of: challenge).utf8)
        case .hexadecimalHashed: hash(hexadecimal)
        case .upperHexadecimalHashed: hash(hexadecimal.uppercased())
        case .hexadecimalItself: Array(hexadecimal.utf8)
        case .hashedTwice: SHA256Digest.bytes(of: SHA256Digest.bytes(of: challenge))
        case .hashHexadecimalHashed: hash(Hexadecimal.text(of: SHA256Digest.bytes(of: challenge)))
        case .nothingHashed, .nothing, .receipt: nil
        }
    }

    /// The definitions that match the nonce.
    static func satisfied(
        by nonce: [UInt8], _ data: AttestedData, challenge: [UInt8]?, _ receipt: AttestationReceipt?
    ) -> [ChallengeBinding] {
        allCases.filter { binding in
            binding.clientDataHash(of: challenge, receipt)
                .map { SHA256Digest.bytes(of: data.bytes + $0) == nonce } ?? false
        }
    }
}
