package struct CertificateKey: Sendable, Hashable {
    package enum Kind: Sendable, CaseIterable { case p256, p384, rsa, ed25519 }

    package enum Hash: Sendable, CaseIterable { case sha256, sha384, sha512 }

    package enum Algorithm: Sendable, Hashable {
        case ecdsa(Hash)
        /// PKCS #1 1.5.
        case rsa(Hash)
        case ed25519
    }

    package let kind: Kind
    /// An uncompressed point in SEC1 form, RSAPublicKey in DER, or 32 bytes of Ed25519; a point is not checked to be on
    /// the curve.
    package let bytes: [UInt8]
    package let info: [UInt8]

    package init?(_ kind: Kind, bytes: [UInt8], info: [UInt8]) {
        switch kind {
        case .p256, .p384: guard bytes.count == (kind == .p256 ? 65 : 97), bytes.first == 4 else { return nil }
        case .ed25519: guard bytes.count == 32 else { return nil }
        case .rsa: break
        }
        (self.kind, self.bytes, self.info) = (kind, bytes, info)
    }

    /// The point of a P-256 or P-384 key; nil for any other key.
    package var point: [UInt8]? { kind == .p256 || kind == .p384 ? bytes : nil }

    package func verifies(_ signature: [UInt8], of message: [UInt8], _ algorithm: Algorithm) -> Bool {
        switch (kind, algorithm) {
        case (.p256, .ecdsa), (.p384, .ecdsa), (.rsa, .rsa), (.ed25519, .ed25519):
            CertificateVerification.verifies(signature, of: message, algorithm, by: self)
        default: false
        }
    }

    /// id-ecPublicKey with prime256v1. Source: RFC 5480 §2.1.1.
    static let p256Algorithm = DERWriter.sequence(
        DERWriter.identifier("1.2.840.10045.2.1"), DERWriter.identifier("1.2.840.10045.3.1.7"))

    /// The SubjectPublicKeyInfo of a point of P-256 in uncompressed SEC1 form.
    package static func info(p256 point: [UInt8]) -> [UInt8] {
        DERWriter.sequence(p256Algorithm, DERWriter.bits(point))
    }
}
