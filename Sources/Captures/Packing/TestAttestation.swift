internal import Support

/// An attestation of a test key, in the form of genuine attestations.
///
///     let attestation = TestAttestation(key: key, challenge: challenge, madeAt: time)
///     let body = attestation.registration(by: TestChain(at: time)).json
///
/// The chain ends at a test root, not at Apple's.
public struct TestAttestation: Sendable {
    /// The key to register.
    public var key: TestKey
    /// The app that the attestation names.
    public var application: CaptureApplication
    /// The server's challenge.
    public var challenge: [UInt8]
    /// The creation time. The leaf is valid from one day before to three days after it.
    public var madeAt: CaptureTimestamp
    /// The App Attest environment that the attestation names.
    public var environment: AttestationEnvironment
    /// The map that iOS 27 appends to the key; nil to imitate earlier versions.
    public var extensionMap: AuthenticatorExtensions?
    /// Whether the flag for extension data is set beside the map. Phones leave it clear; see docs/CAPTURE.md.
    public var isExtensionFlagged = false

    /// Creates an attestation.
    public init(
        key: TestKey, application: CaptureApplication = .standard, challenge: [UInt8], madeAt: CaptureTimestamp,
        environment: AttestationEnvironment = .production, extensionMap: AuthenticatorExtensions? = nil
    ) {
        (self.key, self.application, self.challenge) = (key, application, challenge)
        (self.madeAt, self.environment, self.extensionMap) = (madeAt, environment, extensionMap)
    }

    /// The key id: base64 of SHA-256 of the key.
    public var keyID: String { StrictBase64.text(of: SHA256Digest.bytes(of: key.publicKey)) }

    /// The body of a registration, as the app sends it.
    public func registration(by chain: TestChain, model: String = "iPhone 15 Pro") -> RegistrationBody {
        RegistrationBody(
            model: model,
            attestation: RegistrationBody.Attestation(
                keyID: keyID, attestationObject: StrictBase64.text(of: object(by: chain)),
                challenge: StrictBase64.text(of: challenge)))
    }

    /// The attestation object in CBOR.
    public func object(by chain: TestChain) -> [UInt8] {
        let data = authenticatorData
        let clientDataHash = SHA256Digest.bytes(of: challenge)
        let leaf = leaf(nonce: SHA256Digest.bytes(of: data + clientDataHash), by: chain)
        let statement = CBORWriter.map([
            (
                CBORWriter.text("x5c"),
                CBORWriter.array([CBORWriter.bytes(leaf), CBORWriter.bytes(chain.intermediate)])
            ),
            (CBORWriter.text("receipt"), CBORWriter.bytes(receipt(clientDataHash))),
        ])
        return CBORWriter.map([
            (CBORWriter.text("fmt"), CBORWriter.text(AttestationObject.appleFormat)),
            (CBORWriter.text("attStmt"), statement),
            (CBORWriter.text("authData"), CBORWriter.bytes(data)),
        ])
    }

    private var authenticatorData: [UInt8] {
        let credential = SHA256Digest.bytes(of: key.publicKey)
        // 0x40 marks attested credential data. 0x80 marks extension data, but not in attestations of iOS 27.
        let flags: UInt8 = extensionMap != nil && isExtensionFlagged ? 0xC0 : 0x40
        let x = Array(key.publicKey[1..<33])
        let y = Array(key.publicKey[33...])
        let key = CBORWriter.map([
            (CBORWriter.integer(1), CBORWriter.integer(2)), (CBORWriter.integer(3), CBORWriter.integer(-7)),
            (CBORWriter.integer(-1), CBORWriter.integer(1)), (CBORWriter.integer(-2), CBORWriter.bytes(x)),
            (CBORWriter.integer(-3), CBORWriter.bytes(y)),
        ])
        let identifier = [0, UInt8(credential.count)] + credential
        return application.rpIDHash + [flags, 0, 0, 0, 0] + environment.aaguid + identifier + key
            + (extensionMap?.cbor ?? [])
    }

    private func leaf(nonce: [UInt8], by chain: TestChain) -> [UInt8] {
        let name = "\(application.teamIdentifier).\(application.bundleIdentifier)"
        func octets(_ text: String) -> [UInt8] { DERWriter.octets(Array(text.utf8)) }
        let version = extensionMap == nil ? "18.0" : "27.0"
        return chain.leaf(
            CertificateDraft(
                serial: 3, issuer: TestChain.intermediateName,
                subject: Hexadecimal.text(of: SHA256Digest.bytes(of: key.publicKey)), first: madeAt.adding(days: -1),
                last: madeAt.adding(days: 3), publicKey: key.publicKey,
                extensions: [
                    .init(
                        identifier: AttestationCertificate.ExtensionKind.basicConstraints.rawValue, isCritical: true,
                        value: DERWriter.sequence()),
                    .init(
                        identifier: AttestationCertificate.ExtensionKind.application.rawValue,
                        value: DERWriter.sequence(DERWriter.context(1204, octets(name)))),
                    .init(
                        identifier: AttestationCertificate.ExtensionKind.nonce.rawValue,
                        value: DERWriter.sequence(DERWriter.context(1, DERWriter.octets(nonce)))),
                    .init(
                        identifier: AttestationCertificate.ExtensionKind.operatingSystem.rawValue,
                        value: DERWriter.sequence(DERWriter.context(1400, octets(version)))),
                ]))
    }

    private func receipt(_ clientDataHash: [UInt8]) -> [UInt8] {
        func field(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
            DERWriter.sequence(DERWriter.integer(type), DERWriter.integer(1), DERWriter.octets(value))
        }
        let time = madeAt.millisecondText ?? madeAt.secondText
        let fields = DERWriter.set(
            field(2, Array("\(application.teamIdentifier).\(application.bundleIdentifier)".utf8)),
            field(4, clientDataHash), field(6, Array("ATTEST".utf8)),
            field(7, Array((environment == .production ? "production" : "sandbox").utf8)), field(12, Array(time.utf8)))
        // pkcs7-data in pkcs7-signedData.
        let content = DERWriter.sequence(
            DERWriter.identifier("1.2.840.113549.1.7.1"), DERWriter.context(0, DERWriter.octets(fields)))
        let signed = DERWriter.sequence(DERWriter.integer(1), DERWriter.set(), content, DERWriter.set())
        return DERWriter.sequence(DERWriter.identifier("1.2.840.113549.1.7.2"), DERWriter.context(0, signed))
    }
}
