/// A member that occurs more than once in a CBOR map.
///
///     for member in RepeatedMember.all(inAssertion: bytes) { print(member.map.rawValue, member.name, member.count) }
///
/// The server uses the first one (AST-005); cbor2 of Python and many other libraries use the last. Source:
/// docs/CAPTURE.md.
public struct RepeatedMember: Sendable, Hashable {
    /// A map that the server reads.
    public enum Map: String, Sendable, CaseIterable {
        /// The attestation object: `fmt`, `attStmt` and `authData`.
        case attestation
        /// `attStmt` of an attestation.
        case statement = "attestation_statement"
        /// The public key, which the server rejects with a repeated member (REG-063).
        case key
        /// The assertion: `signature` and `authenticatorData`.
        case assertion
        /// The map after the counter of an assertion or after the key of an attestation, which the server ignores.
        case extensions
    }

    /// The map with the member.
    public let map: Map
    /// A text, or the digits of a number.
    public let name: String
    /// The number of occurrences.
    public let count: Int
    /// Whether the server uses the member in any way.
    public let isRead: Bool

    /// The repeated members of an assertion, in order.
    public static func all(inAssertion bytes: [UInt8]) -> [RepeatedMember] {
        let found = all(in: .assertion, bytes, read: AppAttestAssertion.Member.allCases.map(\.rawValue))
        let data = (try? AppAttestAssertion(cbor: bytes))?.authenticatorData
        return found + all(in: .extensions, data?.extensionBytes ?? [], read: [])
    }

    /// The repeated members of an attestation object, of its statement and of its key, in order.
    public static func all(inAttestation bytes: [UInt8]) -> [RepeatedMember] {
        var found = all(in: .attestation, bytes, read: ["fmt", "authData", "attStmt"])
        var reader = CBORReader(bytes)
        guard let values = try? reader.values(named: ["attStmt", "authData"]) else { return found }
        if case .map(let start)? = values[0] {
            // The server ignores the receipt.
            found += all(in: .statement, bytes, at: start, read: ["x5c"])
        }
        if let data = values[1]?.byteString.flatMap({ AttestedData($0) }) {
            found += all(in: .key, data.keyBytes, read: nil)
            if let key = COSECoordinates(data.keyBytes) {
                found += all(in: .extensions, Array(data.keyBytes[key.end...]), read: [])
            }
        }
        return found
    }

    /// - Parameter read: The members that the server uses; nil for all.
    private static func all(
        in map: Map, _ bytes: [UInt8], at start: Int = 0, read: [String]?
    ) -> [RepeatedMember] {
        var names: [String] = []
        var counts: [String: Int] = [:]
        var reader = CBORReader(bytes, at: start)
        // Members before a fault count too.
        try? reader.members { label, _ in
            guard let name = label.string ?? label.signed?.description else { return }
            if counts[name] == nil { names.append(name) }
            counts[name, default: 0] += 1
        }
        return names.compactMap { name in
            guard let count = counts[name], count > 1 else { return nil }
            return RepeatedMember(map: map, name: name, count: count, isRead: read?.contains(name) ?? true)
        }
    }
}
