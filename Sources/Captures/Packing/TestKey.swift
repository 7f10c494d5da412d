internal import Support

/// A key to sign captures with where there is no phone. It is no device: servers know it only if somebody registers it.
///
///     let key = TestKey()
///     let device = CaptureDevice(publicKey: key.publicKey, counter: 0)
///     let signer = TestKeySigner(key: key, counter: 1)
///
/// Printing it tells nothing; ``pem`` is for a file that nobody else can read.
public struct TestKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256PrivateKey

    /// Makes a new key.
    public init() { key = P256PrivateKey() }

    /// Reads a key of P-256 in PEM, PKCS #8 or SEC 1; nil for anything else.
    public init?(pem text: String) {
        guard let key = P256PrivateKey(pem: text) else { return nil }
        self.key = key
    }

    /// The key whose private number these 32 bytes are, so that it is the same every time.
    package init?(number: [UInt8]) {
        guard let key = P256PrivateKey(number: number) else { return nil }
        self.key = key
    }

    /// The public key in SEC1 form, 65 bytes, as a server stores it.
    public var publicKey: [UInt8] { key.publicKey }

    /// The private key, PKCS #8 in PEM.
    ///
    /// Source: RFC 7468 §10.
    public var pem: String {
        let text = Array(StrictBase64.text(of: key.pkcs8))
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return (["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n")
    }

    /// What it is, and nothing of what it is made of.
    public var description: String { "a test key" }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// A signature of SHA-256 of `message` in DER, of a length that most genuine ones have, so that the CBOR of an
    /// assertion has 140 to 142 bytes. One signature in 128 is shorter.
    func signature(of message: [UInt8]) -> [UInt8] {
        while true {
            let signature = key.signature(of: message)
            if signature.count >= 70 { return signature }
        }
    }
}
