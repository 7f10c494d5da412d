// The sentences about assertions and CBOR that the server cannot read.

extension AssertionFailure: CustomStringConvertible {
    /// The failure in one sentence, without a period.
    public var description: String { "the assertion fails: \(wording)" }

    /// The failure as a clause about the assertion.
    package var wording: String {
        switch self {
        case .invalidBase64: "it is not strict base64"
        case .invalidCBOR(let fault): "it is not a CBOR map that the server can read (\(fault.wording))"
        case .missingMember(let member): "\(member.rawValue) is missing or not a byte string"
        case .invalidAuthenticatorData(let byteCount): "its authenticator data has \(byteCount) bytes, fewer than 37"
        case .rpIDMismatch: "it was made for a different app than the server expects"
        case .counterNotIncreasing(let found, let stored): "its counter is \(found), not above the stored \(stored)"
        case .missingPublicKey: "the device has no public key"
        case .invalidPublicKey: "the device's public key is not a point on P-256"
        case .signatureFormat: "its signature has neither of the formats that the server reads"
        case .signatureInvalid:
            "its signature covers a message other than the one the server checks, or was made with another key"
        }
    }
}

extension CBORFault: CustomStringConvertible {
    /// The fault in one line: "found …; expected …; …".
    public var description: String {
        "found CBOR that the server cannot read: \(wording); expected what the phone made; pass its bytes unchanged"
    }

    /// The fault as a clause about the bytes.
    package var wording: String {
        switch self {
        case .truncated: "it is cut off, or a length in it is too large"
        case .reservedForm: "it has a reserved form of a length or value"
        case .unknownSimpleValue: "it has an unknown simple value"
        case .unexpectedBreak: "it has a break outside an item of indefinite length"
        case .wrongChunk: "a string in it has a chunk of another type"
        case .notUTF8: "a text in it is not UTF-8"
        case .nestedTooDeep: "it has more than 256 levels"
        case .unreadableBignum: "it has a bignum that is too large or not a byte string"
        case .notMap: "its first item is not a map"
        case .notArray: "its first item is not an array"
        }
    }
}
