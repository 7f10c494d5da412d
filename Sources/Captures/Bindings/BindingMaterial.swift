internal import Support

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
    /// The bindings that a signature satisfies, in the order of the table.
    ///
    /// They are those of one message: the first that verifies is the last that is tried, for only who makes a key to
    /// that end finds a signature of two. One message can be that of two bindings, such as those of a photo alone and
    /// of a photo with an empty depth map. Empty without a key, without a valid one, and for a signature of no form
    /// that the server takes.
    ///
    /// - Parameter verified: the message that is known to verify, if any is.
    static func satisfied(
        by assertion: Assertion, _ material: BindingMaterial, publicKey: [UInt8]?, verified: [UInt8]?
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
