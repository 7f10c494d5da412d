internal import Crypto

// The one file of this module that knows swift-crypto.

/// A public key of a device.
///
/// Source: SEC 1 §2.3.
package struct P256PublicKey: Sendable {
    private let key: P256.Signing.PublicKey

    /// A point in SEC1 form, 65 bytes or 33; nil for anything else, and for what is no point of the curve.
    package init?(sec1 bytes: [UInt8]) {
        let key: P256.Signing.PublicKey? =
            switch (bytes.count, bytes.first) {
            case (65, 4): try? P256.Signing.PublicKey(x963Representation: bytes)
            case (33, 2), (33, 3): try? P256.Signing.PublicKey(compressedRepresentation: bytes)
            default: nil
            }
        guard let key else { return nil }
        self.key = key
    }

    /// Whether a signature is one of SHA-256 of `message` by this key.
    package func verifies(_ signature: P256Signature, of message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature.raw) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
