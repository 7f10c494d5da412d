internal import Support
internal import SwiftASN1

/// The fields of a certificate, read from its ASN.1 nodes.
///
/// Source: RFC 5280 §4.1; RFC 5480 §2.
struct CertificateParts {
    private(set) var signedBytes: [UInt8] = []
    private(set) var issuer: [UInt8] = []
    private(set) var subject: [UInt8] = []
    private(set) var issuerName: String?
    private(set) var subjectName: String?
    private(set) var notBefore = CaptureTimestamp(utcSeconds: 0)
    private(set) var notAfter = CaptureTimestamp(utcSeconds: 0)
    private(set) var key: EllipticCurveKey?
    private(set) var signatureHash: EllipticCurveKey.Hash?
    private(set) var signature: [UInt8] = []
    private(set) var extensions: [Certificate.Extension] = []

    init(_ root: ASN1Node) throws {
        var parts = Self.empty
        try DER.sequence(root, identifier: .sequence) { nodes in
            let signed = try Self.next(&nodes)
            parts.signedBytes = Array(signed.encodedBytes)
            try parts.readSigned(signed)
            parts.signatureHash = try Self.signatureHash(try Self.next(&nodes))
            parts.signature = Array(try ASN1BitString(derEncoded: &nodes).bytes)
        }
        self = parts
    }

    private init() {}

    private static let empty = CertificateParts()

    private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else {
            throw ASN1Error.invalidASN1Object(reason: "a certificate ends too early")
        }
        return node
    }

    private mutating func readSigned(_ node: ASN1Node) throws {
        var parts = self
        try DER.sequence(node, identifier: .sequence) { nodes in
            var node = try Self.next(&nodes)
            // The version is absent in v1 certificates.
            if node.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) {
                node = try Self.next(&nodes)
            }
            guard node.identifier == .integer else { throw ASN1Error.unexpectedFieldType(node.identifier) }
            _ = try Self.next(&nodes)
            (parts.issuer, parts.issuerName) = try Self.name(try Self.next(&nodes))
            (parts.notBefore, parts.notAfter) = try Self.validity(try Self.next(&nodes))
            (parts.subject, parts.subjectName) = try Self.name(try Self.next(&nodes))
            parts.key = try Self.key(try Self.next(&nodes))
            while let node = nodes.next() {
                if node.identifier == ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific) {
                    parts.extensions = try Self.extensions(node)
                }
            }
        }
        self = parts
    }

    private static func name(_ node: ASN1Node) throws -> (encoded: [UInt8], commonName: String?) {
        var commonName: String?
        try DER.sequence(node, identifier: .sequence) { sets in
            while let set = sets.next() {
                guard case .constructed(let attributes) = set.content else { continue }
                for attribute in attributes {
                    try DER.sequence(attribute, identifier: .sequence) { nodes in
                        let type = try ASN1ObjectIdentifier(derEncoded: &nodes)
                        let value = try next(&nodes)
                        if type == [2, 5, 4, 3], case .primitive(let text) = value.content {
                            commonName = String(decoding: text, as: UTF8.self)
                        }
                    }
                }
            }
        }
        return (Array(node.encodedBytes), commonName)
    }

    private static func validity(_ node: ASN1Node) throws -> (CaptureTimestamp, CaptureTimestamp) {
        try DER.sequence(node, identifier: .sequence) { nodes in
            (try time(try next(&nodes)), try time(try next(&nodes)))
        }
    }

    private static func time(_ node: ASN1Node) throws -> CaptureTimestamp {
        func time(_ numbers: [Int]) throws -> CaptureTimestamp {
            let texts = numbers.enumerated().map { index, number in
                let digits = String(number)
                return String(repeating: "0", count: max(0, (index == 0 ? 4 : 2) - digits.count)) + digits
            }
            let text = "\(texts[0])-\(texts[1])-\(texts[2])T\(texts[3]):\(texts[4]):\(texts[5])Z"
            guard let time = CaptureTimestamp(text) else {
                throw ASN1Error.invalidASN1Object(reason: "\(text) is not a time")
            }
            return time
        }
        if node.identifier == .utcTime {
            let utc = try UTCTime(derEncoded: node)
            return try time([utc.year, utc.month, utc.day, utc.hours, utc.minutes, utc.seconds])
        }
        let general = try GeneralizedTime(derEncoded: node)
        return try time([
            general.year, general.month, general.day, general.hours, general.minutes, general.seconds,
        ])
    }

    /// Nil for an unsupported curve.
    private static func key(_ node: ASN1Node) throws -> EllipticCurveKey? {
        try DER.sequence(node, identifier: .sequence) { nodes in
            let curve: EllipticCurveKey.Curve? = try DER.sequence(try next(&nodes), identifier: .sequence) {
                nodes in
                let type = try ASN1ObjectIdentifier(derEncoded: &nodes)
                let parameter = nodes.next()
                while nodes.next() != nil {}
                guard type == [1, 2, 840, 10045, 2, 1], let parameter, parameter.identifier == .objectIdentifier
                else { return nil }
                return switch try ASN1ObjectIdentifier(derEncoded: parameter) {
                case [1, 2, 840, 10045, 3, 1, 7]: .p256
                case [1, 3, 132, 0, 34]: .p384
                default: nil
                }
            }
            let bits = try ASN1BitString(derEncoded: &nodes)
            return curve.flatMap { EllipticCurveKey($0, point: Array(bits.bytes)) }
        }
    }

    /// Nil unless the algorithm is ECDSA with SHA-256 or SHA-384.
    private static func signatureHash(_ node: ASN1Node) throws -> EllipticCurveKey.Hash? {
        try DER.sequence(node, identifier: .sequence) { nodes in
            let type = try ASN1ObjectIdentifier(derEncoded: &nodes)
            while nodes.next() != nil {}
            return switch type {
            case [1, 2, 840, 10045, 4, 3, 2]: .sha256
            case [1, 2, 840, 10045, 4, 3, 3]: .sha384
            default: nil
            }
        }
    }

    private static func extensions(_ node: ASN1Node) throws -> [Certificate.Extension] {
        guard case .constructed(let lists) = node.content else { return [] }
        var extensions: [Certificate.Extension] = []
        for list in lists {
            try DER.sequence(list, identifier: .sequence) { nodes in
                while let node = nodes.next() {
                    try DER.sequence(node, identifier: .sequence) { nodes in
                        let type = try ASN1ObjectIdentifier(derEncoded: &nodes)
                        var value = try next(&nodes)
                        if value.identifier == .boolean { value = try next(&nodes) }
                        let content = try ASN1OctetString(derEncoded: value)
                        extensions.append(
                            Certificate.Extension(
                                identifier: type.oidComponents.map(\.description).joined(separator: "."),
                                value: Array(content.bytes)))
                    }
                }
            }
        }
        return extensions
    }
}
