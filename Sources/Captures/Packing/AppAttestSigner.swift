// Only on Apple's systems, where the hardware is.
#if canImport(DeviceCheck)
    import DeviceCheck
    import Foundation

    /// Signs with a key in a phone's hardware, over `nonce` whatever is asked for.
    ///
    ///     let signer = AppAttestSigner(keyIdentifier: identifier)
    public struct AppAttestSigner: CaptureSigner {
        /// The identifier that the service gave the key when it was made.
        public let keyIdentifier: String

        /// A signer with a key that is there already.
        public init(keyIdentifier: String) {
            self.keyIdentifier = keyIdentifier
        }

        /// An assertion by the service.
        public func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8] {
            [UInt8](
                try await DCAppAttestService.shared.generateAssertion(
                    keyIdentifier, clientDataHash: Data(clientDataHash)))
        }
    }
#endif
