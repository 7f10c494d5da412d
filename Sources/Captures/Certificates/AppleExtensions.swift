internal import SwiftASN1

/// The app and system that a leaf names, as text inside context tags: the app identifier at 1204 in the extension
/// 1.2.840.113635.100.8.5; the system at 1400 to 1403, 1026 and 1029 in …100.8.7. Apple documents neither extension.
package struct AppleExtensions: Sendable, Hashable {
    /// `team.bundle` of the app that made the key.
    package let applicationIdentifier: String?
    package let systemVersion: String?
    /// The build of the operating system, such as `22C5131e`.
    package let systemBuild: String?
    package let platform: String?
    /// The kind of release, such as `Beta`.
    package let kind: String?

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
                guard case .primitive(let bytes) = node.content, let text = String(validating: bytes, as: UTF8.self)
                else { continue }
                texts[number] = text
                break
            }
        }
        return texts
    }
}

/// Finds the nonce in the extension 1.2.840.113635.100.8.2 as der-parser 9.0.0 does. Apple's form is `30 24 A1 22 04
/// 20` and 32 bytes; der-parser reads other forms too.
enum NonceExtension {
    /// The bytes that the server takes as the nonce, of any length; nil if there are none.
    static func nonce(in value: [UInt8]) -> [UInt8]? {
        guard let sequence = DERHeader(value[...]), sequence.tagClass == DERHeader.universal, sequence.tag == 16,
            sequence.isConstructed, let end = sequence.contentEnd
        else { return nil }
        var rest = value[sequence.contentStart..<end]
        var nonce: ArraySlice<UInt8>?
        while !rest.isEmpty {
            guard let element = BERElement(takenFrom: &rest), element.isReadable(depth: 1) else { return nil }
            nonce = nonce ?? self.nonce(in: element)
        }
        return nonce.map { Array($0) }
    }

    /// The bytes that the server takes as the nonce; nil if it skips this element.
    private static func nonce(in element: BERElement) -> ArraySlice<UInt8>? {
        let content = element.content
        switch element.tag {
        case nil: return octets(in: content) ?? content
        case .octetString: return content
        case .bitString: return content.count > 32 ? octets(in: content.dropFirst()) : nil
        case .integer, .objectDescriptor, .utf8String, .numericString, .printableString, .t61String, .videotexString,
            .asciiString, .graphicString, .visibleString, .generalString, .universalString, .bmpString:
            return content.count >= 32 ? octets(in: content) : nil
        default: return nil
        }
    }

    private static func octets(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let inner = DERHeader(bytes), inner.tagClass == DERHeader.universal, inner.tag == 4,
            let end = inner.contentEnd
        else { return nil }
        return bytes[inner.contentStart..<end]
    }
}
