internal import Support

/// Verifies attestations as the server does, in its order of checks.
///
///     let verifier = AttestationVerifier(application: application, now: now)
///     let verdict = verifier.verify(object, challenge: challenge, isStrict: true)
///     print(verdict.failure?.code ?? "verified")
///
/// Source: docs/CAPTURE.md, "The registration".
public struct AttestationVerifier: Sendable {
    /// The expected app.
    public let application: CaptureApplication
    /// The server's clock.
    public let now: CaptureTimestamp
    /// The certificate at which the chain must end in strict mode.
    public let root: Certificate

    /// Creates a verifier.
    public init(application: CaptureApplication, now: CaptureTimestamp, root: Certificate = AppleRoot.certificate) {
        (self.application, self.now, self.root) = (application, now, root)
    }

    /// Verifies an attestation object in CBOR.
    ///
    /// - Parameter isStrict: Whether the chain is checked up to the root.
    public func verify(_ object: [UInt8], challenge: [UInt8], isStrict: Bool) -> AttestationVerdict {
        do throws(AttestationFailure) {
            return AttestationVerdict(publicKey: try publicKey(object, challenge, isStrict: isStrict))
        } catch {
            return AttestationVerdict(failure: error)
        }
    }

    private func publicKey(
        _ bytes: [UInt8], _ challenge: [UInt8], isStrict: Bool
    ) throws(AttestationFailure) -> [UInt8] {
        let object: AttestationObject
        do throws(CBORFault) { object = try AttestationObject(cbor: bytes) } catch { throw .invalidCBOR(error) }
        let (data, chain) = try members(object)
        let certificates = try certificates(chain)
        try checkChain(certificates, isStrict: isStrict)
        try checkNonce(in: certificates[0], data, challenge)
        guard data.rpIDHash == application.rpIDHash else {
            throw .appIDMismatch(found: data.rpIDHash, expected: application.rpIDHash)
        }
        let key: COSEKey
        do throws(COSEKey.Fault) { key = try COSEKey(data.keyBytes) } catch { throw .invalidPublicKey(error) }
        guard data.counter == 0 else { throw .counterNotZero(data.counter) }
        return key.point
    }

    private func members(
        _ object: AttestationObject
    ) throws(AttestationFailure) -> (AttestedData, chain: [[UInt8]]) {
        guard let format = object.format else { throw .missingMember(.format) }
        guard format.utf8.elementsEqual(AttestationObject.appleFormat.utf8) else { throw .invalidFormat(found: format) }
        guard let bytes = object.authenticatorData else { throw .missingMember(.authenticatorData) }
        guard object.hasStatement else { throw .missingMember(.statement) }
        guard let chain = object.certificates else { throw .missingMember(.chain) }
        guard !chain.isEmpty else { throw .missingMember(.certificates) }
        guard let data = AttestedData(bytes) else { throw .invalidAuthenticatorData(byteCount: bytes.count) }
        return (data, chain)
    }

    /// Reads all certificates before it checks the validity of any.
    private func certificates(_ chain: [[UInt8]]) throws(AttestationFailure) -> [Certificate] {
        guard chain.count >= 2 else { throw .incompleteChain(count: chain.count) }
        let read = chain.map { Certificate($0) }
        if let failure = Self.failure(toRead: chain, as: read) { throw failure }
        let certificates = read.compactMap { $0 }
        for (index, certificate) in certificates.enumerated() where !certificate.isValid(at: now) {
            throw .certificateExpired(
                index: index, notBefore: certificate.notBefore, notAfter: certificate.notAfter)
        }
        return certificates
    }

    /// One that the server cannot read comes before one of which this is not known.
    static func failure(toRead chain: [[UInt8]], as certificates: [Certificate?]) -> AttestationFailure? {
        let unread = certificates.indices.filter { certificates[$0] == nil }
        if let index = unread.first(where: { Certificate.isUnreadable(chain[$0]) }) {
            return .invalidCertificate(index: index)
        }
        return unread.first.map { .notModelled(.certificate(index: $0)) }
    }

    /// Checks the first two certificates; the server ignores the others.
    private func checkChain(_ certificates: [Certificate], isStrict: Bool) throws(AttestationFailure) {
        let (leaf, intermediate) = (certificates[0], certificates[1])
        guard leaf.issuer == intermediate.subject else { throw .chain(.leafIssuer) }
        guard isStrict else { return }
        guard intermediate.issuer == root.subject else { throw .chain(.intermediateIssuer) }
        guard intermediate.isSigned(by: root) else { throw .chain(.intermediateSignature) }
        guard leaf.isSigned(by: intermediate) else { throw .chain(.leafSignature) }
    }

    private func checkNonce(
        in leaf: Certificate, _ data: AttestedData, _ challenge: [UInt8]
    ) throws(AttestationFailure) {
        guard let value = leaf.extensionValue(.nonce) else { throw .nonceMissing }
        guard let nonce = NonceExtension.nonce(in: value) else { throw .invalidNonceFormat }
        let expected = SHA256Digest.bytes(of: data.bytes + SHA256Digest.bytes(of: challenge))
        guard nonce == expected else { throw .nonceMismatch(found: nonce, expected: expected) }
    }
}

/// The server's verdict on an attestation.
public struct AttestationVerdict: Sendable, Hashable {
    /// The reason the device is unverified; nil for a verified device.
    public let failure: AttestationFailure?
    /// The public key that the server stores, 65 bytes; nil for an unverified device.
    public let publicKey: [UInt8]?

    init(failure: AttestationFailure) { (self.failure, publicKey) = (failure, nil) }
    init(publicKey: [UInt8]) { (failure, self.publicKey) = (nil, publicKey) }

    /// Whether the device is registered as `secure_enclave`.
    public var isVerified: Bool { failure == nil }
    /// The attestation level that the server stores.
    public var level: String { isVerified ? CaptureDevice.verifiedLevel : CaptureDevice.unverifiedLevel }
}

extension CaptureDevice {
    /// The level of a device whose attestation verified. Only requests of such devices can verify.
    public static let verifiedLevel = "secure_enclave"
    /// The level of a device whose attestation failed.
    public static let unverifiedLevel = "unverified"
}
