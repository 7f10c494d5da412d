internal import Support
internal import SwiftASN1

/// The fields of a certificate in the forms of RFC 5280. The server also reads other forms: docs/CAPTURE.md, REG-057.
struct CertificateParts {
    private(set) var signedBytes: [UInt8] = []
    private(set) var issuer: [UInt8] = []
    private(set) var subject: [UInt8] = []
    private(set) var issuerName: String?
    private(set) var subjectName: String?
    private(set) var notBefore = CaptureTimestamp(utcSeconds: 0)
    private(set) var notAfter = CaptureTimestamp(utcSeconds: 0)
    private(set) var key: CertificateKey?
    private(set) var algorithm: CertificateKey.Algorithm?
    private(set) var signature: [UInt8] = []
    private(set) var extensions: [AttestationCertificate.Extension] = []

    init(_ root: ASN1Node) throws {
        var parts = Self.empty
        try DER.sequence(root, identifier: .sequence) { nodes in
            let signed = try Self.next(&nodes)
            parts.signedBytes = Array(signed.encodedBytes)
            try parts.readSigned(signed)
            parts.algorithm = try Self.signatureAlgorithm(try Self.next(&nodes))
            parts.signature = Array(try ASN1BitString(derEncoded: &nodes).bytes)
        }
        self = parts
    }

    private init() {}

    private static let empty = CertificateParts()

    private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else { throw error("a certificate ends too early") }
        return node
    }

    private static func error(_ reason: String) -> ASN1Error { .invalidASN1Object(reason: reason) }

    private mutating func readSigned(_ node: ASN1Node) throws {
        var parts = self
        try DER.sequence(node, identifier: .sequence) { nodes in
            var node = try Self.next(&nodes)
            // The version is absent in v1 certificates.
            if node.identifier == Self.context(0) {
                guard [[0xA0, 3, 2, 1, 1], [0xA0, 3, 2, 1, 2]].contains(Array(node.encodedBytes))
                else { throw Self.error("another version") }
                node = try Self.next(&nodes)
            }
            _ = try ArraySlice<UInt8>(derEncoded: node)
            _ = try Self.signatureAlgorithm(try Self.next(&nodes))
            (parts.issuer, parts.issuerName) = try Self.name(try Self.next(&nodes))
            (parts.notBefore, parts.notAfter) = try Self.validity(try Self.next(&nodes))
            (parts.subject, parts.subjectName) = try Self.name(try Self.next(&nodes))
            parts.key = try Self.key(try Self.next(&nodes))
            var last: UInt = 0
            while let node = nodes.next() {
                guard let tag = (last + 1..<4).first(where: { node.identifier == Self.context($0) })
                else { throw Self.error("an element after the key") }
                last = tag
                if tag == 3 {
                    parts.extensions = try Self.extensions(node)
                } else if case .primitive(let identifier) = node.content, identifier.first == 0 {
                    // A unique identifier, a BIT STRING.
                } else {
                    throw Self.error("a unique identifier")
                }
            }
        }
        self = parts
    }

    private static func context(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }

    private static let strings: [ASN1Identifier] = [
        .utf8String, .printableString, .teletexString, .ia5String, .universalString, .bmpString,
    ]

    private static func name(_ node: ASN1Node) throws -> (encoded: [UInt8], commonName: String?) {
        var commonName: String?
        try DER.sequence(node, identifier: .sequence) { sets in
            while let set = sets.next() {
                guard set.identifier == .set, case .constructed(let attributes) = set.content,
                    attributes.contains(where: { _ in true })
                else { throw error("a name") }
                for attribute in attributes {
                    try DER.sequence(attribute, identifier: .sequence) { nodes in
                        let type = try identifier(try next(&nodes))
                        let value = try next(&nodes)
                        guard strings.contains(value.identifier), case .primitive(let text) = value.content
                        else { throw error("the value of a name") }
                        if type == [2, 5, 4, 3] { commonName = String(decoding: text, as: UTF8.self) }
                    }
                }
            }
        }
        return (Array(node.encodedBytes), commonName)
    }

    /// Accepts only the shortest form, because the server compares identifiers byte by byte.
    private static func identifier(_ node: ASN1Node) throws -> ASN1ObjectIdentifier {
        let identifier = try ASN1ObjectIdentifier(derEncoded: node)
        var writer = DER.Serializer()
        try writer.serialize(identifier)
        guard writer.serializedBytes.elementsEqual(node.encodedBytes) else { throw error("a padded identifier") }
        return identifier
    }

    private static func validity(_ node: ASN1Node) throws -> (CaptureTimestamp, CaptureTimestamp) {
        try DER.sequence(node, identifier: .sequence) { nodes in
            (try time(try next(&nodes)), try time(try next(&nodes)))
        }
    }

    /// A UTCTime or GeneralizedTime with seconds and the zone `Z`, without a fraction.
    private static func time(_ node: ASN1Node) throws -> CaptureTimestamp {
        guard node.identifier == .utcTime || node.identifier == .generalizedTime,
            case .primitive(let content) = node.content
        else { throw error("a time") }
        var digits = String(decoding: content, as: UTF8.self)
        if node.identifier == .utcTime { digits = (digits < "5" ? "20" : "19") + digits }
        let fields = [4, 2, 2, 2, 2, 2].reduce(into: (texts: [Substring](), rest: digits[...])) { fields, count in
            fields.texts.append(fields.rest.prefix(count))
            fields.rest = fields.rest.dropFirst(count)
        }
        let texts = fields.texts
        let text = "\(texts[0])-\(texts[1])-\(texts[2])T\(texts[3]):\(texts[4]):\(texts[5])\(fields.rest)"
        guard fields.rest.utf8.elementsEqual("Z".utf8), texts[5] != "60", let time = CaptureTimestamp(text)
        else { throw error("\(text) is not a time") }
        return time
    }

    private static func algorithm(_ node: ASN1Node) throws -> (type: ASN1ObjectIdentifier, parameter: ASN1Node?) {
        try DER.sequence(node, identifier: .sequence) { nodes in (try identifier(try next(&nodes)), nodes.next()) }
    }

    /// Nil for a curve that the server's library does not support.
    private static func key(_ node: ASN1Node) throws -> CertificateKey? {
        try DER.sequence(node, identifier: .sequence) { nodes in
            let (type, parameter) = try algorithm(try next(&nodes))
            let bytes = Array(try ASN1BitString(derEncoded: &nodes).bytes)
            let kind: CertificateKey.Kind
            switch type {
            case [1, 2, 840, 10045, 2, 1]:
                guard let parameter else { throw error("a key without a curve") }
                switch try identifier(parameter) {
                case [1, 2, 840, 10045, 3, 1, 7]: kind = .p256
                case [1, 3, 132, 0, 34]: kind = .p384
                default: return nil
                }
            case [1, 2, 840, 113549, 1, 1, 1]:
                guard try isSupported(rsa: bytes) else { return nil }
                kind = .rsa
            case [1, 3, 101, 112]: kind = .ed25519
            default: throw error("a key of another kind, which the server's library may use")
            }
            return CertificateKey(kind, bytes: bytes, info: Array(node.encodedBytes))
        }
    }

    /// Whether the server's library supports the key: a modulus of 2048 to 8192 bits and an odd exponent in its range.
    private static func isSupported(rsa bytes: [UInt8]) throws -> Bool {
        try DER.sequence(try DER.parse(bytes), identifier: .sequence) { nodes in
            let modulus = try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 }
            let exponent = try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 }
            let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
            let number = exponent.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return modulus.count >= 256 && bitCount <= 8192 && exponent.count <= 5 && number & 1 == 1
                && (3..<1 << 33).contains(number)
        }
    }

    /// Nil for an algorithm that the server's library does not support.
    private static func signatureAlgorithm(_ node: ASN1Node) throws -> CertificateKey.Algorithm? {
        switch try algorithm(node).type {
        case [1, 2, 840, 10045, 4, 3, 2]: .ecdsa(.sha256)
        case [1, 2, 840, 10045, 4, 3, 3]: .ecdsa(.sha384)
        case [1, 2, 840, 113549, 1, 1, 11]: .rsa(.sha256)
        case [1, 2, 840, 113549, 1, 1, 12]: .rsa(.sha384)
        case [1, 2, 840, 113549, 1, 1, 13]: .rsa(.sha512)
        case [1, 3, 101, 112]: .ed25519
        case [1, 2, 840, 113549, 1, 1, 5], [1, 2, 840, 113549, 1, 1, 10]:
            throw error("RSA with SHA-1 or PSS, which the server's library supports")
        default: nil
        }
    }

    private static func extensions(_ node: ASN1Node) throws -> [AttestationCertificate.Extension] {
        guard case .constructed(let lists) = node.content else { throw error("extensions") }
        var extensions: [AttestationCertificate.Extension] = []
        for (index, list) in lists.enumerated() {
            guard index == 0 else { throw error("two lists of extensions") }
            try DER.sequence(list, identifier: .sequence) { nodes in
                while let node = nodes.next() {
                    try DER.sequence(node, identifier: .sequence) { nodes in
                        let type = try identifier(try next(&nodes))
                        var value = try next(&nodes)
                        if value.identifier == .boolean {
                            _ = try Bool(derEncoded: value)
                            value = try next(&nodes)
                        }
                        let content = try ASN1OctetString(derEncoded: value)
                        extensions.append(
                            AttestationCertificate.Extension(
                                identifier: type.oidComponents.map(\.description).joined(separator: "."),
                                value: Array(content.bytes)))
                    }
                }
            }
        }
        guard !extensions.isEmpty else { throw error("no extension") }
        return extensions
    }
}
