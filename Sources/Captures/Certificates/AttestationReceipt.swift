internal import SwiftASN1

/// The receipt of an attestation, as far as it says anything here. The server reads none of it, and its own signature
/// is not checked: all but field 4, which the nonce proves, is what the client says.
///
///     if let receipt = object.receipt.flatMap(AttestationReceipt.init) { print(receipt.createdAt?.millisecondText) }
///
/// Source: docs/CAPTURE.md; RFC 5652 §5.1 for what it is packed in.
public struct AttestationReceipt: Sendable, Hashable {
    /// Field 2: `team.bundle`.
    public let applicationIdentifier: String?
    /// Field 4: the hash that the app really handed over, 32 bytes.
    public let clientDataHash: [UInt8]?
    /// Field 6: `ATTEST`.
    public let kind: String?
    /// Field 7, as it is written: genuine ones have `sandbox` or `production`.
    public let environmentName: String?
    /// Field 12: when the attestation was made, as it is written.
    public let createdAtText: String?
    /// Field 21: when the receipt ends, as it is written.
    public let expiresAtText: String?

    /// Field 7; nil for a name that is not known.
    public var environment: AttestationEnvironment? {
        switch environmentName {
        case "sandbox": .development
        case "production": .production
        default: nil
        }
    }

    /// Field 12.
    public var createdAt: CaptureTimestamp? { createdAtText.flatMap { CaptureTimestamp($0) } }

    /// Reads a receipt; nil for bytes in which no fields are found.
    public init?(_ bytes: [UInt8]) {
        guard DERWalk.isModest(bytes[...]), let root = try? BER.parse(bytes), let content = Self.content(root),
            DERWalk.isModest(content[...]), let set = try? BER.parse(content), let fields = Self.fields(set),
            !fields.isEmpty
        else { return nil }
        func text(_ type: Int) -> String? {
            fields[type].flatMap { String(validating: $0, as: UTF8.self) }
        }
        applicationIdentifier = text(2)
        clientDataHash = fields[4]
        kind = text(6)
        environmentName = text(7)
        createdAtText = text(12)
        expiresAtText = text(21)
    }

    /// The content that is signed: ContentInfo, [0], SignedData, its third element, [0], the chunks joined.
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

    /// The values by their types; of two the first.
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
