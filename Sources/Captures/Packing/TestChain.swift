internal import Support

/// A generated root and intermediate certificate that certify test keys, in the form of Apple's chain.
///
///     let chain = TestChain(at: time)
///     let object = TestAttestation(key: key, challenge: challenge, madeAt: time).object(by: chain)
///
/// The name of the root marks it as a test root. A server in strict mode rejects the chain; a server in the default
/// mode only logs the mismatch. The private keys exist only in memory.
public struct TestChain: Sendable {
    /// The root certificate in DER, to pass as the trusted root.
    public let root: [UInt8]
    let intermediate: [UInt8]
    private let intermediateKey: P256PrivateKey

    /// The common name of the root.
    public static let rootName = "depthcheck test root, NOT APPLE"
    static let intermediateName = "depthcheck test CA, NOT APPLE"

    /// Generates keys and certificates, valid from one year before `time` to twenty years after it.
    public init(at time: CaptureTimestamp) {
        let rootKey = P256PrivateKey()
        intermediateKey = P256PrivateKey()
        let first = time.adding(days: -365)
        let last = time.adding(days: 7300)
        let authority = CertificateDraft.Extension(
            identifier: AttestationCertificate.ExtensionKind.basicConstraints.rawValue, isCritical: true,
            value: DERWriter.sequence(DERWriter.isTrue))
        root = CertificateDraft(
            serial: 1, issuer: Self.rootName, subject: Self.rootName, first: first, last: last,
            publicKey: rootKey.publicKey, extensions: [authority]
        ).signed(rootKey.signature)
        intermediate = CertificateDraft(
            serial: 2, issuer: Self.rootName, subject: Self.intermediateName, first: first, last: last,
            publicKey: intermediateKey.publicKey, extensions: [authority]
        ).signed(rootKey.signature)
    }

    func leaf(_ draft: CertificateDraft) -> [UInt8] { draft.signed(intermediateKey.signature) }
}

/// The fields of an unsigned certificate, each in DER.
struct CertificateDraft: Sendable {
    var version = DERWriter.context(0, DERWriter.integer(2))
    var serial: [UInt8]
    /// ecdsa-with-SHA256.
    var algorithm = DERWriter.sequence(DERWriter.identifier("1.2.840.10045.4.3.2"))
    var issuer: [UInt8]
    var validity: [UInt8]
    var subject: [UInt8]
    var keyInfo: [UInt8]
    /// Unique identifiers, which precede the extensions.
    var identifiers: [UInt8] = []
    var extensions: [Extension]

    struct Extension: Sendable {
        var identifier: String
        var isCritical = false
        var value: [UInt8]
    }

    init(
        serial: UInt8, issuer: String, subject: String, first: CaptureTimestamp, last: CaptureTimestamp,
        publicKey: [UInt8], extensions: [Extension]
    ) {
        self.serial = DERWriter.integer(serial)
        (self.issuer, self.subject) = (Self.name(issuer), Self.name(subject))
        validity = Self.validity(first, last)
        keyInfo = CertificateKey.info(p256: publicKey)
        self.extensions = extensions
    }

    func signed(_ sign: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let list = extensions.map { one in
            DERWriter.sequence(
                DERWriter.identifier(one.identifier), one.isCritical ? DERWriter.isTrue : [],
                DERWriter.octets(one.value))
        }
        let content = DERWriter.sequence(
            version, serial, algorithm, issuer, validity, subject, keyInfo, identifiers,
            DERWriter.context(3, DERWriter.sequence(Array(list.joined()))))
        return DERWriter.sequence(content, algorithm, DERWriter.bits(sign(content)))
    }

    static func validity(_ first: CaptureTimestamp, _ last: CaptureTimestamp) -> [UInt8] {
        DERWriter.sequence(DERWriter.time(first), DERWriter.time(last))
    }

    static func name(_ commonName: String) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.set(DERWriter.sequence(DERWriter.identifier("2.5.4.3"), DERWriter.text(commonName))))
    }
}

extension CaptureTimestamp {
    func adding(days: Int64) -> CaptureTimestamp {
        CaptureTimestamp(utcSeconds: adding(seconds: 86_400 * days).utcSeconds)
    }
}
