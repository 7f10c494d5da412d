// DeviceCheck exists only on Apple's platforms.
#if canImport(DeviceCheck)
    import DeviceCheck
    import Foundation

    /// Signs with a key in the Secure Enclave. The signing form is always `nonce`.
    ///
    ///     let signer = AppAttestSigner(keyIdentifier: identifier)
    public struct AppAttestSigner: CaptureSigner {
        /// The key identifier that DeviceCheck returned when it generated the key.
        public let keyIdentifier: String

        /// Creates a signer for an existing key.
        public init(keyIdentifier: String) { self.keyIdentifier = keyIdentifier }

        /// An assertion made by DeviceCheck.
        public func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8] {
            [UInt8](
                try await DCAppAttestService.shared.generateAssertion(
                    keyIdentifier, clientDataHash: Data(clientDataHash)))
        }
    }
#endif
