internal import Support

/// Data that a client sends in place of an assertion.
package enum AssertionSubstitute: Sendable, Hashable {
    case attestationObject
    /// A map with the right value under another name.
    case otherMember(found: String, expected: AppAttestAssertion.Member)
    case signature(P256Signature.Form)
    case authenticatorData
    case hash

    private static let otherNames: [(AppAttestAssertion.Member, names: [String])] = [
        (.authenticatorData, ["authenticatordata", "authdata", "authenticator", "rawauthenticatordata"]),
        (.signature, ["signature", "sig", "assertionsignature"]),
    ]

    package init?(of text: String) {
        let readings = Base64Reading.all(of: text.utf8).map(\.bytes)
        if readings.contains(where: AppAttestAssertion.isAssertion) { return nil }
        guard let found = readings.lazy.compactMap({ Self(bytes: $0) }).first else { return nil }
        self = found
    }

    private init?(bytes: [UInt8]) {
        if let object = try? AttestationObject(cbor: bytes), object.format != nil || object.hasStatement {
            self = .attestationObject
        } else if let member = Self.otherMember(in: bytes) {
            self = member
        } else if let signature = P256Signature(bytes) {
            self = .signature(signature.form)
        } else if bytes.count == AuthenticatorData.minimumByteCount, [0, 0x40].contains(bytes[32]) {
            self = .authenticatorData
        } else if bytes.count == 32 {
            self = .hash
        } else {
            return nil
        }
    }

    private static func otherMember(in bytes: [UInt8]) -> AssertionSubstitute? {
        var (reader, found) = (CBORReader(bytes), [String]())
        try? reader.members { name, value in
            if value.byteString != nil, let name = name.string { found.append(name) }
        }
        for (member, names) in otherNames where !found.contains(member.rawValue) {
            if let name = found.first(where: { names.contains(Resemblance.folded($0)) }) {
                return .otherMember(found: name, expected: member)
            }
        }
        return nil
    }

    package var noun: String {
        switch self {
        case .attestationObject: "an attestation object of attestKey"
        case .otherMember(let found, let expected):
            "a CBOR map with the member \(found.printable) in place of \(expected.rawValue)"
        case .signature(.der): "the bare signature in DER, without authenticatorData and CBOR"
        case .signature(.raw): "64 bytes, such as a bare signature (r and s) without authenticatorData and CBOR"
        case .authenticatorData: "37 bytes, such as bare authenticator data without a signature and CBOR"
        case .hash: "32 bytes, such as a key id, a hash or a challenge"
        }
    }

    package var remedy: String {
        "send the result of generateAssertion(_:clientDataHash:), unchanged, in base64: found \(noun)"
    }
}
