internal import Support
internal import SwiftASN1

/// The fields of an X.509 certificate that attestations depend on.
///
///     guard let leaf = AttestationCertificate(bytes) else { throw .invalidCertificate(index: 0) }
///     print(leaf.notBefore, leaf.notAfter)
///
/// Like the server, it ignores bytes after the DER. Source: RFC 5280 §4.1; X.690.
public struct AttestationCertificate: Sendable, Hashable {
    /// The DER, without trailing bytes.
    public let bytes: [UInt8]
    /// TBSCertificate, as encoded.
    let signedBytes: [UInt8]
    let issuer: [UInt8]
    let subject: [UInt8]
    /// The last common name of the issuer.
    public let issuerName: String?
    /// The last common name of the subject.
    public let subjectName: String?
    /// The first second of validity.
    public let notBefore: CaptureTimestamp
    /// The last second of validity.
    public let notAfter: CaptureTimestamp
    /// Nil for a key that the server's library does not support.
    let key: CertificateKey?
    /// The algorithm of the issuer's signature; nil for one that the server's library does not support.
    let algorithm: CertificateKey.Algorithm?
    /// DER for ECDSA.
    let signature: [UInt8]
    let extensions: [Extension]

    struct Extension: Sendable, Hashable {
        let identifier: String
        let value: [UInt8]
    }

    /// Whether basic constraints mark this as a CA certificate; false if they are absent.
    public var isAuthority: Bool {
        guard let value = extensionValue(.basicConstraints), let node = try? DER.parse(value) else { return false }
        return
            (try? DER.sequence(node, identifier: .sequence) { nodes in
                let first = nodes.next()
                while nodes.next() != nil {}
                return try first.map { $0.identifier == .boolean ? try Bool(derEncoded: $0) : false } ?? false
            }) ?? false
    }

    /// The point of the public key in SEC1 form; nil for one that is not on P-256 or P-384.
    public var publicKey: [UInt8]? { key?.point }

    func extensionValue(_ kind: ExtensionKind) -> [UInt8]? {
        extensions.first { $0.identifier == kind.rawValue }?.value
    }

    enum ExtensionKind: String {
        case basicConstraints = "2.5.29.19"
        case nonce = "1.2.840.113635.100.8.2"
        case application = "1.2.840.113635.100.8.5"
        case operatingSystem = "1.2.840.113635.100.8.7"
    }

    func isSigned(by issuer: AttestationCertificate) -> Bool {
        guard let key = issuer.key, let algorithm else { return false }
        return key.verifies(signature, of: signedBytes, algorithm)
    }

    /// Compares whole seconds. The first and the last second are valid.
    func isValid(at time: CaptureTimestamp) -> Bool {
        (notBefore.utcSeconds...max(notBefore.utcSeconds, notAfter.utcSeconds)).contains(time.utcSeconds)
            && notBefore.utcSeconds <= notAfter.utcSeconds
    }

    /// Whether the bytes do not begin with a SEQUENCE in a SEQUENCE, so that the server certainly cannot read them.
    static func isUnreadable(_ bytes: [UInt8]) -> Bool {
        var content = bytes[...]
        for _ in 0..<2 {
            guard let header = DERHeader(content), header.tag == 16, let end = header.contentEnd else { return true }
            content = content[header.contentStart..<end]
        }
        return false
    }

    /// Decodes DER; nil unless the bytes begin with a certificate of exactly the form of RFC 5280.
    public init?(_ bytes: [UInt8]) {
        guard let header = DERHeader(bytes[...]), let end = header.contentEnd, DERValueLimit.allows(bytes[..<end]),
            let root = try? DER.parse(bytes[..<end]), let parts = try? CertificateParts(root)
        else { return nil }
        self.bytes = Array(bytes[..<end])
        (signedBytes, issuer, subject) = (parts.signedBytes, parts.issuer, parts.subject)
        (issuerName, subjectName) = (parts.issuerName, parts.subjectName)
        (notBefore, notAfter) = (parts.notBefore, parts.notAfter)
        (key, algorithm) = (parts.key, parts.algorithm)
        (signature, extensions) = (parts.signature, parts.extensions)
    }

    /// Decodes DER or PEM.
    public init?(file bytes: [UInt8]) { self.init(PEMText.content(of: bytes, label: "CERTIFICATE") ?? bytes) }

    package var validityText: String { "\(notBefore.secondText) to \(notAfter.secondText)" }
}

extension CaptureTimestamp {
    /// UTC with whole seconds; seconds since 1970 for years outside four digits.
    package var secondText: String {
        guard let text = millisecondText else { return "\(utcSeconds) s after 1970" }
        return text.dropLast(5) + "Z"
    }
}

extension DERWriter {
    /// UTCTime or GeneralizedTime, with whole seconds. Source: RFC 5280 §4.1.2.5.
    static func time(_ time: CaptureTimestamp) -> [UInt8] {
        let digits = Array(time.secondText.utf8.filter { (0x30...0x39).contains($0) }) + Array("Z".utf8)
        // Years from 1950 to 2049 use UTCTime, which has a two-digit year.
        let isShort = (-631_152_000..<2_524_608_000).contains(time.utcSeconds)
        return isShort ? value(0x17, Array(digits.dropFirst(2))) : value(0x18, digits)
    }
}
