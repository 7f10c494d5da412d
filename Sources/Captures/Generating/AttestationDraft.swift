internal import Support

/// An attestation object with its certificates before they are signed and encoded.
struct AttestationDraft: Sendable {
    var application: String
    var challenge: [UInt8]
    var flags: UInt8 = 0x40
    var counter: UInt32 = 0
    var aaguid = AttestationEnvironment.production.aaguid
    var credential: [UInt8]
    /// The stated length of the credential id; nil for the right length.
    var credentialLength: Int?
    var key: CBORDraft
    /// Changes to the authenticator data. The nonce covers the changed data.
    var dataEdits: [@Sendable (inout [UInt8]) -> Void] = []
    var covered: @Sendable (_ data: [UInt8], _ challenge: [UInt8]) -> [UInt8] = { $0 + SHA256Digest.bytes(of: $1) }
    var nonceValues: @Sendable (_ nonce: [UInt8]) -> [[UInt8]] = { [Self.nonceValue($0)] }
    var leaf: CertificateDraft
    var leafSigner = TestKeys.intermediate
    var intermediate: CertificateDraft
    var intermediateSigner = TestKeys.root
    var chainEdits: [@Sendable (inout [[UInt8]]) -> Void] = []
    var itemEdits: [@Sendable (inout [[UInt8]]) -> Void] = []
    var statementEdits: [@Sendable (inout CBORDraft) -> Void] = []
    var objectEdits: [@Sendable (inout CBORDraft) -> Void] = []
    var textEdits: [@Sendable (inout String) -> Void] = []

    static let rootCertificate = CertificateDraft(
        serial: 1, issuer: TestChain.rootName, subject: TestChain.rootName, first: start, last: end,
        publicKey: TestKeys.root.publicKey, extensions: [authority]
    ).signed(TestKeys.root.reproducibleSignature)

    private static let start = InputDraft.clock.adding(days: -365)
    private static let end = InputDraft.clock.adding(days: 7300)
    private static let authority = CertificateDraft.Extension(
        identifier: AttestationCertificate.ExtensionKind.basicConstraints.rawValue, isCritical: true,
        value: DERWriter.sequence(DERWriter.isTrue))

    static let usual = AttestationDraft()

    private init() {
        application = InputDraft.applicationName
        challenge = SHA256Digest.bytes(of: Array("depthcheck test challenge".utf8))
        let point = TestKeys.device.publicKey
        credential = SHA256Digest.bytes(of: point)
        key = CBORDraft(
            [(1, CBORWriter.integer(2)), (3, CBORWriter.integer(-7)), (-1, CBORWriter.integer(1))].map {
                (CBORWriter.integer($0.0), $0.1)
            } + [
                (CBORWriter.integer(-2), CBORWriter.bytes(Array(point[1...32]))),
                (CBORWriter.integer(-3), CBORWriter.bytes(Array(point[33...]))),
            ])
        leaf = CertificateDraft(
            serial: 3, issuer: TestChain.intermediateName, subject: Hexadecimal.text(of: credential),
            first: InputDraft.clock.adding(days: -1), last: InputDraft.clock.adding(days: 3), publicKey: point,
            extensions: [
                .init(
                    identifier: AttestationCertificate.ExtensionKind.basicConstraints.rawValue, isCritical: true,
                    value: DERWriter.sequence())
            ])
        intermediate = CertificateDraft(
            serial: 2, issuer: TestChain.rootName, subject: TestChain.intermediateName, first: Self.start,
            last: Self.end, publicKey: TestKeys.intermediate.publicKey, extensions: [Self.authority])
    }

    /// The form that Apple writes.
    static func nonceValue(_ nonce: [UInt8]) -> [UInt8] {
        DERWriter.sequence(DERWriter.context(1, DERWriter.octets(nonce)))
    }

    private var data: [UInt8] {
        let length = credentialLength ?? credential.count
        var data = SHA256Digest.bytes(of: Array(application.utf8)) + [flags] + CBORDraft.bigEndian(counter) + aaguid
        data += [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + credential + key.bytes
        for edit in dataEdits { edit(&data) }
        return data
    }

    var text: String {
        let data = data
        var leaf = leaf
        leaf.extensions += nonceValues(SHA256Digest.bytes(of: covered(data, challenge))).map {
            .init(identifier: AttestationCertificate.ExtensionKind.nonce.rawValue, value: $0)
        }
        var chain = [
            leaf.signed(leafSigner.reproducibleSignature),
            intermediate.signed(intermediateSigner.reproducibleSignature),
        ]
        for edit in chainEdits { edit(&chain) }
        var items = chain.map(CBORWriter.bytes)
        for edit in itemEdits { edit(&items) }
        var statement = CBORDraft([
            (CBORWriter.text("x5c"), CBORWriter.array(items)), (CBORWriter.text("receipt"), CBORWriter.bytes([])),
        ])
        for edit in statementEdits { edit(&statement) }
        var object = CBORDraft([
            (CBORWriter.text("fmt"), CBORWriter.text(AttestationObject.appleFormat)),
            (CBORWriter.text("attStmt"), statement.bytes), (CBORWriter.text("authData"), CBORWriter.bytes(data)),
        ])
        for edit in objectEdits { edit(&object) }
        var text = StrictBase64.text(of: object.bytes)
        for edit in textEdits { edit(&text) }
        return text
    }
}
