internal import SwiftASN1

/// What the leaf of an attestation says in clear: the app and the operating system.
///
/// Genuine ones hold texts in octet strings below context tags: the app identifier below 1204 in the extension
/// 1.2.840.113635.100.8.5, the system below 1400 (version), 1403 (build), 1026 (platform) and 1029 (kind) in 100.8.7.
/// Source: docs/CAPTURE.md; Apple documents neither.
public struct AppleExtensions: Sendable, Hashable {
    /// `team.bundle` of the app that made the key.
    public let applicationIdentifier: String?
    /// Such as `18.2`.
    public let systemVersion: String?
    /// Such as `22C5131e`.
    public let systemBuild: String?
    /// Such as `iphoneos`.
    public let platform: String?
    /// Such as `Beta`.
    public let kind: String?

    init(_ leaf: Certificate) {
        let application = Self.texts(in: leaf.extensionValue(.application))
        let system = Self.texts(in: leaf.extensionValue(.operatingSystem))
        applicationIdentifier = application[1204]
        (systemVersion, systemBuild) = (system[1400], system[1403])
        (platform, kind) = (system[1026], system[1029])
    }

    /// The texts in an extension by the context tags around them.
    private static func texts(in value: [UInt8]?) -> [UInt: String] {
        guard let value, DERWalk.isModest(value[...]), let root = try? BER.parse(value),
            case .constructed(let nodes) = root.content
        else { return [:] }
        var texts: [UInt: String] = [:]
        for node in nodes where node.identifier.tagClass == .contextSpecific {
            let number = node.identifier.tagNumber
            guard texts[number] == nil, case .constructed(let inner) = node.content else { continue }
            for node in inner where node.identifier == .octetString {
                guard case .primitive(let bytes) = node.content,
                    let text = String(validating: bytes, as: UTF8.self)
                else { continue }
                texts[number] = text
                break
            }
        }
        return texts
    }
}
