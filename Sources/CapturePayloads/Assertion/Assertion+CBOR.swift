extension Assertion {
    /// The CBOR of an assertion as a phone writes it: 140 to 142 bytes, if its signature is DER and nothing follows the
    /// counter.
    public var cbor: [UInt8] {
        var bytes = Self.head(type: 5, count: 2)
        for (member, value) in [(Member.signature, signature), (.authenticatorData, authenticatorData.bytes)] {
            bytes += Self.head(type: 3, count: member.rawValue.utf8.count) + Array(member.rawValue.utf8)
            bytes += Self.head(type: 2, count: value.count) + value
        }
        return bytes
    }

    /// The assertion as it is sent: CBOR in base64.
    public var base64: String { StrictBase64.text(of: cbor) }

    /// The first bytes of an item, its length in the shortest form.
    private static func head(type: UInt8, count: Int) -> [UInt8] {
        func bytes(_ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: count >> (8 * (byteCount - 1 - $0))) }
        }
        return switch count {
        case ..<24: [type << 5 | UInt8(count)]
        case ..<0x100: [type << 5 | 24] + bytes(1)
        case ..<0x1_0000: [type << 5 | 25] + bytes(2)
        default: [type << 5 | 27] + bytes(8)
        }
    }
}
