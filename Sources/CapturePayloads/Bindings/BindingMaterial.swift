/// What bindings are made from, as far as a capture holds it. Each hash is made once.
struct BindingMaterial: Sendable {
    /// `photo_hash|captured_at` of a full capture.
    var fullText: String?
    /// A hash-only payload as the server writes it anew.
    var signedJSON: [UInt8]?
    /// `milliseconds|hash` of the signed request.
    var requestText: String?
    /// SHA-256 of the photo.
    var photoHash: [UInt8]?
    /// SHA-256 of the photo followed by the depth map as it was sent.
    var photoAndDepthHash: [UInt8]?
    /// SHA-256 of a hash-only body with the text of its assertion emptied.
    var bodyWithoutAssertionHash: [UInt8]?
}

extension Binding {
    /// The bindings that a signature satisfies, each in both forms, in the order of the table.
    ///
    /// Empty without a key, without a valid one, and for a signature of no form that the server takes.
    static func satisfied(
        by assertion: Assertion, _ material: BindingMaterial, publicKey: [UInt8]?
    ) -> [SatisfiedBinding] {
        guard let key = publicKey.flatMap(P256PublicKey.init(sec1:)),
            let signature = P256Signature(assertion.signature)
        else { return [] }
        return allCases.flatMap { binding -> [SatisfiedBinding] in
            guard let hash = binding.entry.clientDataHash?(material) else { return [] }
            return SigningForm.allCases.filter {
                key.verifies(signature, of: $0.message(assertion.authenticatorData.bytes, hash))
            }.map { SatisfiedBinding(binding, $0) }
        }
    }
}
