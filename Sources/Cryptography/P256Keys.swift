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

/// A private key. What it is made of is never printed.
struct P256PrivateKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A new key.
    init() { key = P256.Signing.PrivateKey() }

    /// A key in PEM, PKCS #8 or SEC 1; nil for anything else.
    init?(pem text: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else { return nil }
        self.key = key
    }

    /// A key from its number, 32 bytes; nil for 0 and for what is not below the order of the curve.
    init?(number: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: number) else { return nil }
        self.key = key
    }

    /// PKCS #8 in PEM.
    var pem: String { key.pemRepresentation }

    /// The point in SEC1 form, 65 bytes.
    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// A signature of SHA-256 of `message`, in DER; another one each time.
    func signature(of message: [UInt8]) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else {
            preconditionFailure("a key that is there does not sign")
        }
        return Array(signature.derRepresentation)
    }
}
