internal import Support

/// A source of assertions: the hardware of a device, or a test key.
///
///     let capture = try await CapturePacker(signer: TestKeySigner(key: key, counter: 1)).packFull(data)
public protocol CaptureSigner: Sendable {
    /// Makes an assertion, in CBOR, for a client data hash of 32 bytes.
    func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8]
}

/// Signs with a test key.
///
///     let signer = TestKeySigner(key: key, counter: device.counter + 1)
///
/// A signer is a value and does not count. For each further assertion, create one with a higher counter.
public struct TestKeySigner: CaptureSigner {
    /// The key.
    public var key: TestKey
    /// The app that the assertion names.
    public var application: CaptureApplication
    /// The counter of the assertion. The server requires it to exceed the stored one.
    public var counter: UInt32
    /// The signed message. The server checks `plain`; Apple's hardware signs `nonce`.
    public var form: SigningForm

    /// Creates a signer. The defaults satisfy the server.
    public init(
        key: TestKey, application: CaptureApplication = .standard, counter: UInt32, form: SigningForm = .plain
    ) {
        (self.key, self.application, self.counter, self.form) = (key, application, counter, form)
    }

    /// Makes an assertion in CBOR. The signature differs on each call.
    public func assertion(of clientDataHash: [UInt8]) -> [UInt8] {
        let data = AuthenticatorData(rpIDHash: application.rpIDHash, counter: counter)
        let signature = key.signature(of: form.message(data.bytes, clientDataHash))
        return AppAttestAssertion(signature: signature, authenticatorData: data).cbor
    }
}
