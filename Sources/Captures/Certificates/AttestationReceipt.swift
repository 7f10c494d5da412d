internal import SwiftASN1

/// The fields of an attestation receipt, without a check of its signature: the client can forge all but field 4, which
/// the nonce covers. The server ignores the receipt.
package struct AttestationReceipt: Sendable, Hashable {
    /// Field 2: `team.bundle`.
    package let applicationIdentifier: String?
    /// Field 4: the hash that the app passed to App Attest, 32 bytes.
    package let clientDataHash: [UInt8]?
    /// Field 6: `ATTEST`.
    package let kind: String?
    /// Field 7, verbatim: `sandbox` or `production` in genuine receipts.
    package let environmentName: String?
    /// Field 12, verbatim: the creation time of the attestation.
    package let createdAtText: String?
    /// Field 21, verbatim: the expiry time of the receipt.
    package let expiresAtText: String?

    package var environment: AttestationEnvironment? {
        switch environmentName {
        case "sandbox": .development
        case "production": .production
        default: nil
        }
    }

    package var createdAt: CaptureTimestamp? { createdAtText.flatMap { CaptureTimestamp($0) } }

    package init?(_ bytes: [UInt8]) {
        guard DERValueLimit.allows(bytes[...]), let root = try? BER.parse(bytes), let content = Self.content(root),
            DERValueLimit.allows(content[...]), let set = try? BER.parse(content), let fields = Self.fields(set),
            !fields.isEmpty
        else { return nil }
        func text(_ type: Int) -> String? { fields[type].flatMap { String(validating: $0, as: UTF8.self) } }
        applicationIdentifier = text(2)
        clientDataHash = fields[4]
        kind = text(6)
        environmentName = text(7)
        createdAtText = text(12)
        expiresAtText = text(21)
    }

    /// The signed content, at ContentInfo › [0] › SignedData › third element › [0], with its chunks joined.
    private static func content(_ root: ASN1Node) -> [UInt8]? {
        guard let signedData = children(root).dropFirst().first.flatMap({ children($0).first }),
            let content = children(signedData).first(where: { $0.identifier == .sequence }),
            let wrapper = children(content).dropFirst().first, let octets = children(wrapper).first
        else { return nil }
        return joined(octets)
    }

    private static func children(_ node: ASN1Node) -> [ASN1Node] {
        if case .constructed(let nodes) = node.content { Array(nodes) } else { [] }
    }

    private static func joined(_ node: ASN1Node) -> [UInt8] {
        switch node.content {
        case .primitive(let bytes): Array(bytes)
        case .constructed(let nodes): nodes.flatMap(joined)
        }
    }

    /// The values by field type. If a type occurs twice, the first value counts.
    private static func fields(_ set: ASN1Node) -> [Int: [UInt8]]? {
        guard case .constructed(let nodes) = set.content else { return nil }
        var fields: [Int: [UInt8]] = [:]
        for node in nodes {
            let parts = children(node)
            guard parts.count >= 3, let type = try? Int(berEncoded: parts[0]), fields[type] == nil else { continue }
            fields[type] = joined(parts[2])
        }
        return fields
    }
}
