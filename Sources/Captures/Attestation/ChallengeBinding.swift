internal import Support

/// A definition, found in public code, of the data that an attestation's nonce covers after the authenticator data.
package enum ChallengeBinding: String, Sendable, CaseIterable {
    case challenge
    case challengeItself = "challenge-itself"
    case base64Hashed = "challenge-base64"
    case base64Itself = "challenge-base64-itself"
    case hexadecimalHashed = "challenge-hexadecimal"
    case upperHexadecimalHashed = "challenge-upper-hexadecimal"
    case hexadecimalItself = "challenge-hexadecimal-itself"
    case hashedTwice = "challenge-twice"
    case hashHexadecimalHashed = "challenge-hash-hexadecimal"
    case nothingHashed = "nothing-hashed"
    case nothing
    /// The client data hash in the receipt, whatever the app made it from.
    case receipt

    package var definition: String {
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

    static func satisfied(
        by nonce: [UInt8], _ data: AttestedData, challenge: [UInt8]?, _ receipt: AttestationReceipt?
    ) -> [ChallengeBinding] {
        allCases.filter { binding in
            binding.clientDataHash(of: challenge, receipt)
                .map { SHA256Digest.bytes(of: data.bytes + $0) == nonce } ?? false
        }
    }
}
