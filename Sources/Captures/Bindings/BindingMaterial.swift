internal import Support

/// The data of one capture from which bindings compute client data hashes. Each hash is computed once.
struct BindingMaterial: Sendable {
    /// `photo_hash|captured_at` of a full capture.
    var fullText: String?
    /// The server's serialisation of a hash-only payload.
    var signedJSON: [UInt8]?
    /// `milliseconds|hash` of a signed request.
    var requestText: String?
    var photoHash: [UInt8]?
    /// SHA-256 of the photo followed by the depth map as sent.
    var photoAndDepthHash: [UInt8]?
    /// SHA-256 of a hash-only body whose assertion is replaced by the empty string.
    var bodyWithoutAssertionHash: [UInt8]?
}

extension AssertionBinding {
    /// The bindings that a signature satisfies, in the order of the table.
    ///
    /// The search stops at the first message that verifies: only a key constructed for that purpose has a signature
    /// that is valid for two messages. One message can belong to two bindings, such as those of a photo alone and of
    /// a photo with an empty depth map. The result is empty if the key is missing or invalid, or if the server does
    /// not accept the form of the signature.
    ///
    /// - Parameter verified: The message already known to verify, if any.
    static func satisfied(
        by assertion: AppAttestAssertion, _ material: BindingMaterial, publicKey: [UInt8]?, verified: [UInt8]?
    ) -> [SatisfiedBinding] {
        guard let key = publicKey.flatMap(P256PublicKey.init(sec1:)),
            let signature = P256Signature(assertion.signature)
        else { return [] }
        let candidates = allCases.flatMap { binding in
            let hash = binding.entry.clientDataHash?(material)
            return hash.map { hash in
                SigningForm.allCases.map {
                    (SatisfiedBinding(binding, $0), message: $0.message(assertion.authenticatorData.bytes, hash))
                }
            } ?? []
        }
        let signed = verified ?? candidates.first { key.verifies(signature.raw, of: $0.message) }?.message
        return candidates.filter { $0.message == signed }.map(\.0)
    }
}
