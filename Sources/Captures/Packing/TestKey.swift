internal import Support

/// A software key that signs captures in place of a device's hardware. A server accepts it only after registration.
///
///     let key = TestKey()
///     let device = CaptureDevice(publicKey: key.publicKey, counter: 0)
///     let signer = TestKeySigner(key: key, counter: 1)
///
/// Printing a key does not reveal it. Store ``pem`` only in a file that no other user can read.
public struct TestKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256PrivateKey

    /// Generates a key.
    public init() { key = P256PrivateKey() }

    /// Reads a P-256 key in PEM, as PKCS #8 or SEC 1; nil for anything else.
    public init?(pem text: String) {
        guard let key = P256PrivateKey(pem: text) else { return nil }
        self.key = key
    }

    /// Creates the key with this private number of 32 bytes, for reproducible tests.
    package init?(number: [UInt8]) {
        guard let key = P256PrivateKey(number: number) else { return nil }
        self.key = key
    }

    /// The public key in SEC1 form, 65 bytes.
    public var publicKey: [UInt8] { key.publicKey }

    /// The private key in PEM, as PKCS #8.
    ///
    /// Source: RFC 7468 §10.
    public var pem: String {
        let text = Array(StrictBase64.text(of: key.pkcs8))
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return (["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n")
    }

    /// A fixed text that does not reveal the key.
    public var description: String { "a test key" }
    /// An empty mirror, so that dumps do not reveal the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// A signature in DER of at least 70 bytes, so that the assertion in CBOR has 140 to 142. About one signature in
    /// 128 is shorter and is discarded.
    func signature(of message: [UInt8]) -> [UInt8] {
        while true {
            let signature = key.signature(of: message)
            if signature.count >= 70 { return signature }
        }
    }
}
