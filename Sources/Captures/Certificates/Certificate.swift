internal import Support
internal import SwiftASN1

/// A certificate, as far as an attestation has to do with it.
///
///     guard let leaf = Certificate(bytes) else { throw .invalidCertificate(index: 0) }
///     print(leaf.notBefore, leaf.notAfter)
///
/// Bytes behind the DER are ignored, as by the server. Source: RFC 5280 §4.1; X.690.
public struct Certificate: Sendable, Hashable {
    /// The DER without what follows it.
    public let bytes: [UInt8]
    /// What is signed, as encoded.
    let signedBytes: [UInt8]
    /// As encoded.
    let issuer: [UInt8]
    /// As encoded.
    let subject: [UInt8]
    /// The common names, the most specific last.
    public let issuerName: String?
    /// The common name.
    public let subjectName: String?
    /// The first second at which it is valid.
    public let notBefore: CaptureTimestamp
    /// The last second at which it is valid.
    public let notAfter: CaptureTimestamp
    /// The key it is for; nil for a curve or an algorithm that is not known here.
    let key: EllipticCurveKey?
    /// The hash of its signature; nil for an algorithm that is not known here.
    let signatureHash: EllipticCurveKey.Hash?
    /// In DER.
    let signature: [UInt8]
    /// The extensions in order.
    let extensions: [Extension]

    struct Extension: Sendable, Hashable {
        let identifier: String
        let value: [UInt8]
    }

    /// Whether basic constraints say that it may certify others; false without them.
    public var isAuthority: Bool {
        guard let value = extensionValue(.basicConstraints), let node = try? DER.parse(value) else { return false }
        return
            (try? DER.sequence(node, identifier: .sequence) { nodes in
                let first = nodes.next()
                while nodes.next() != nil {}
                return try first.map { $0.identifier == .boolean ? try Bool(derEncoded: $0) : false } ?? false
            }) ?? false
    }

    /// The point of its key in SEC1 form, if its curve is known.
    public var publicKey: [UInt8]? { key?.point }

    /// The value of the first extension of a kind.
    func extensionValue(_ kind: ExtensionKind) -> [UInt8]? {
        extensions.first { $0.identifier == kind.rawValue }?.value
    }

    /// The extensions that are looked at.
    enum ExtensionKind: String {
        case basicConstraints = "2.5.29.19"
        /// The nonce.
        case nonce = "1.2.840.113635.100.8.2"
        /// The app that made the key.
        case application = "1.2.840.113635.100.8.5"
        /// The operating system.
        case operatingSystem = "1.2.840.113635.100.8.7"
    }

    /// Whether the signature is one by the key of `issuer`.
    func isSigned(by issuer: Certificate) -> Bool {
        guard let key = issuer.key, let hash = signatureHash else { return false }
        return key.verifies(signature, of: signedBytes, hash: hash)
    }

    /// Whether it is valid at a time, in whole seconds, both ends included.
    func isValid(at time: CaptureTimestamp) -> Bool {
        (notBefore.utcSeconds...max(notBefore.utcSeconds, notAfter.utcSeconds)).contains(time.utcSeconds)
            && notBefore.utcSeconds <= notAfter.utcSeconds
    }

    /// Reads a certificate in DER; nil for what is none.
    public init?(_ bytes: [UInt8]) {
        guard let header = DERHeader(bytes[...]), let end = header.contentEnd, DERWalk.isModest(bytes[..<end]),
            let root = try? DER.parse(bytes[..<end]), let parts = try? CertificateParts(root)
        else { return nil }
        self.bytes = Array(bytes[..<end])
        (signedBytes, issuer, subject) = (parts.signedBytes, parts.issuer, parts.subject)
        (issuerName, subjectName) = (parts.issuerName, parts.subjectName)
        (notBefore, notAfter) = (parts.notBefore, parts.notAfter)
        (key, signatureHash) = (parts.key, parts.signatureHash)
        (signature, extensions) = (parts.signature, parts.extensions)
    }

    /// Reads a certificate in DER, or in PEM.
    public init?(file bytes: [UInt8]) {
        self.init(PEMText.content(of: bytes, label: "CERTIFICATE") ?? bytes)
    }
}

extension Certificate {
    /// From when to when it is valid.
    package var validityText: String { "\(notBefore.secondText) to \(notAfter.secondText)" }
}

extension CaptureTimestamp {
    /// In UTC with whole seconds, `2025-12-01T10:00:00Z`; the seconds since 1970 for years without four digits.
    package var secondText: String {
        guard let text = millisecondText else { return "\(utcSeconds) s after 1970" }
        return text.dropLast(5) + "Z"
    }
}
