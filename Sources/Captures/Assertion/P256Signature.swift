internal import Support

/// A signature in strict DER or 64 bytes, with r and s from 1 to n − 1. High s is accepted: genuine devices send it.
package struct P256Signature: Sendable, Hashable {
    package enum Form: String, Sendable {
        /// `SEQUENCE { INTEGER r, INTEGER s }`.
        case der
        case raw
    }

    /// r and s, 32 bytes each.
    package let raw: [UInt8]
    package let form: Form

    package init?(_ bytes: [UInt8]) {
        if let raw = Self.numbers(ofDER: bytes), Self.areInRange(raw) {
            self.raw = raw
            form = .der
        } else if bytes.count == 64, Self.areInRange(bytes) {
            raw = bytes
            form = .raw
        } else {
            return nil
        }
    }

    private static func areInRange(_ raw: [UInt8]) -> Bool {
        P256Curve.hasNumber(raw[..<32]) && P256Curve.hasNumber(raw[32...])
    }

    /// The content of a valid sequence has at most 70 bytes, so its length is a single byte.
    private static func numbers(ofDER bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2, bytes[0] == 0x30, bytes[1] < 0x80, Int(bytes[1]) == bytes.count - 2 else { return nil }
        var rest = bytes[2...]
        guard let r = consumeInteger(from: &rest), let s = consumeInteger(from: &rest), rest.isEmpty else { return nil }
        return r + s
    }

    /// Removes a positive DER integer in its shortest form and returns it in 32 bytes.
    private static func consumeInteger(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let count = rest.popFirst(), count > 0, count <= 33, rest.count >= Int(count)
        else { return nil }
        var digits = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        guard let first = digits.first, first < 0x80 else { return nil }
        if first == 0, digits.count > 1 {
            digits = digits.dropFirst()
            // A leading zero is allowed only if the number would be negative without it.
            guard let second = digits.first, second >= 0x80 else { return nil }
        }
        guard digits.count <= 32 else { return nil }
        return Array(repeating: 0, count: 32 - digits.count) + digits
    }
}
