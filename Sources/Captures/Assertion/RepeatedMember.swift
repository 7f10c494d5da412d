internal import Support

/// A member that occurs more than once in a CBOR map. The server uses the first value (AST-005); many other libraries
/// use the last.
package struct RepeatedMember: Sendable, Hashable {
    package enum Map: String, Sendable, CaseIterable {
        case attestation
        case statement = "attestation_statement"
        /// The public key. The server rejects a key with a repeated member (REG-063).
        case key
        case assertion
        /// The map after an assertion's counter or an attestation's key. The server uses none of its members.
        case extensions
    }

    package let map: Map
    /// The name: a text, or the digits of a number.
    package let name: String
    package let count: Int
    package let isRead: Bool

    package static func all(inAssertion bytes: [UInt8]) -> [RepeatedMember] {
        let found = all(in: .assertion, bytes, read: AppAttestAssertion.Member.allCases.map(\.rawValue))
        let data = (try? AppAttestAssertion(cbor: bytes))?.authenticatorData
        return found + all(in: .extensions, data?.extensionBytes ?? [], read: [])
    }

    package static func all(inAttestation bytes: [UInt8]) -> [RepeatedMember] {
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

    private static func all(in map: Map, _ bytes: [UInt8], at start: Int = 0, read: [String]?) -> [RepeatedMember] {
        var names: [String] = []
        var counts: [String: Int] = [:]
        var reader = CBORReader(bytes, at: start)
        // If reading fails, the members before the fault still count.
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

    package var consequence: AnswerReason { AnswerReason(code: "repeated_member", sentence: sentence) }

    package var sentence: String {
        let times = count == 2 ? "twice" : "\(count) times"
        let place =
            switch map {
            case .attestation: ""
            case .statement: " in attStmt"
            case .key: " in the key"
            case .assertion: " in the assertion"
            case .extensions: " in the map of extensions"
            }
        let use =
            if map == .key {
                "the server rejects the key, some libraries use the first and others the last (REG-063)"
            } else if isRead {
                "the server uses the first (AST-005); another library, such as cbor2 of Python, reads the last"
            } else {
                "the server uses none"
            }
        return "\(name.printable) occurs \(times)\(place); \(use)"
    }
}
