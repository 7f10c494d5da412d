/// A public key on P-256 or P-384, as found in certificates.
///
///     guard root.key.verifies(certificate.signature, of: certificate.signedBytes, hash: .sha384) else { … }
///
/// Source: RFC 5480 §2; SEC 1 §2.3, §4.1.
package struct EllipticCurveKey: Sendable, Hashable {
    package enum Curve: String, Sendable, CaseIterable {
        case p256 = "P-256"
        case p384 = "P-384"

        /// The length of an uncompressed point in SEC1 form.
        package var pointByteCount: Int {
            switch self {
            case .p256: 65
            case .p384: 97
            }
        }
    }

    package enum Hash: String, Sendable, CaseIterable {
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
    }

    package let curve: Curve
    /// The point in uncompressed SEC1 form. Verification fails if it is not on the curve.
    package let point: [UInt8]

    /// Returns nil for a point of another length or form.
    package init?(_ curve: Curve, point: [UInt8]) {
        guard point.count == curve.pointByteCount, point.first == 4 else { return nil }
        self.curve = curve
        self.point = point
    }

    /// Whether a DER signature of the message was made with this key.
    package func verifies(_ signature: [UInt8], of message: [UInt8], hash: Hash) -> Bool {
        CertificateVerification.verifies(der: signature, of: message, hash, by: self)
    }

    /// The SubjectPublicKeyInfo in DER, as in certificates.
    package var subjectPublicKeyInfo: [UInt8] {
        // id-ecPublicKey, then prime256v1 or secp384r1.
        let keys: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let name: [UInt8] =
            switch curve {
            case .p256: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
            case .p384: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
            }
        let algorithm = [0x30, UInt8(keys.count + name.count)] + keys + name
        let bits = [0x03, UInt8(point.count + 1), 0x00] + point
        return [0x30, UInt8(algorithm.count + bits.count)] + algorithm + bits
    }
}
