/// A public key of P-256 or P-384, as certificates have them.
///
///     guard root.key.verifies(certificate.signature, of: certificate.signedBytes, hash: .sha384) else { … }
///
/// Source: RFC 5480 §2; SEC 1 §2.3, §4.1.
package struct EllipticCurveKey: Sendable, Hashable {
    /// The curves that are known.
    package enum Curve: String, Sendable, CaseIterable {
        case p256 = "P-256"
        case p384 = "P-384"

        /// Bytes of a point in SEC1 form, not compressed.
        package var pointByteCount: Int {
            switch self {
            case .p256: 65
            case .p384: 97
            }
        }
    }

    /// How a message is hashed before it is signed.
    package enum Hash: String, Sendable, CaseIterable {
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
    }

    package let curve: Curve
    /// In SEC1 form, not compressed; whether it is a point of the curve shows when it is used.
    package let point: [UInt8]

    /// A key; nil for a point of another length, or of another form.
    package init?(_ curve: Curve, point: [UInt8]) {
        guard point.count == curve.pointByteCount, point.first == 4 else { return nil }
        self.curve = curve
        self.point = point
    }

    /// Whether a signature in DER is one of the message by this key.
    package func verifies(_ signature: [UInt8], of message: [UInt8], hash: Hash) -> Bool {
        CertificateVerification.verifies(der: signature, of: message, hash, by: self)
    }

    /// The key as a certificate has it, in DER.
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
