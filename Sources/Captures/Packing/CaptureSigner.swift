internal import Support

/// Something that makes assertions: a phone, or a test key in its place.
///
///     let capture = try await CapturePacker(signer: TestKeySigner(key: key, counter: 1)).packFull(data)
public protocol CaptureSigner: Sendable {
    /// An assertion of the hash of what a capture is bound to, in CBOR.
    ///
    /// - Parameter clientDataHash: 32 bytes.
    func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8]
}

/// Signs with a test key.
///
///     let signer = TestKeySigner(key: key, counter: device.counter + 1)
///
/// A signer is a value and keeps no count: whoever makes another assertion makes another signer, with a higher counter.
public struct TestKeySigner: CaptureSigner {
    /// The key.
    public var key: TestKey
    /// The app that the assertion says it comes from.
    public var application: CaptureApplication
    /// The counter in the assertion. The server wants it above the one it has stored.
    public var counter: UInt32
    /// What is signed. The server checks `plain`; Apple's hardware signs `nonce`.
    public var form: SigningForm

    /// A signer that satisfies the server, unless something else is asked for.
    public init(
        key: TestKey, application: CaptureApplication = .standard, counter: UInt32, form: SigningForm = .plain
    ) {
        self.key = key
        self.application = application
        self.counter = counter
        self.form = form
    }

    /// An assertion by the test key, in CBOR; it has another signature each time.
    public func assertion(of clientDataHash: [UInt8]) -> [UInt8] {
        let data = AuthenticatorData(rpIDHash: application.rpIDHash, counter: counter)
        let signature = key.signature(of: form.message(data.bytes, clientDataHash))
        return Assertion(signature: signature, authenticatorData: data).cbor
    }
}
