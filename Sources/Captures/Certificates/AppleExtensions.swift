internal import SwiftASN1

/// The app and operating system that the leaf of an attestation names in clear text.
///
/// Genuine leaves hold octet strings with text inside context tags: the app identifier at 1204 in extension
/// 1.2.840.113635.100.8.5, and the system at 1400 (version), 1403 (build), 1026 (platform) and 1029 (kind) in
/// 100.8.7. Apple documents neither. Source: docs/CAPTURE.md.
public struct AppleExtensions: Sendable, Hashable {
    /// `team.bundle` of the app that made the key.
    public let applicationIdentifier: String?
    /// The version of the operating system, such as `18.2`.
    public let systemVersion: String?
    /// The build of the operating system, such as `22C5131e`.
    public let systemBuild: String?
    /// The platform, such as `iphoneos`.
    public let platform: String?
    /// The kind of release, such as `Beta`.
    public let kind: String?

    init(_ leaf: AttestationCertificate) {
        let application = Self.texts(in: leaf.extensionValue(.application))
        let system = Self.texts(in: leaf.extensionValue(.operatingSystem))
        applicationIdentifier = application[1204]
        (systemVersion, systemBuild) = (system[1400], system[1403])
        (platform, kind) = (system[1026], system[1029])
    }

    /// The first text below each context tag of an extension, by tag number.
    private static func texts(in value: [UInt8]?) -> [UInt: String] {
        guard let value, DERValueLimit.allows(value[...]), let root = try? BER.parse(value),
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
