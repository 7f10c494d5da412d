internal import Support

/// The contents of an attestation object, decoded without judging them. A member that cannot be read is nil.
package struct AttestationDiagnosis: Sendable {
    package let object: Result<AttestationObject, CBORFault>
    package let data: AttestedData?
    package let certificates: [AttestationCertificate?]
    /// The app and system that Apple's extensions of the leaf name.
    package let leafNames: AppleExtensions?
    package let receipt: AttestationReceipt?
    /// The nonce in the leaf, read with the server's rules.
    package let nonce: [UInt8]?
    /// The key, or the reason the server rejects it.
    package let key: Result<COSEKey, COSEKey.Fault>?
    /// The point of the key in SEC1 form, even if the server rejects the key.
    package let point: [UInt8]?
    /// The map that iOS 27 appends to the key.
    package let extensionMap: AuthenticatorExtensions?
    package let byteCountAfterKey: Int
    /// The definitions that give the nonce of the leaf.
    package let bindings: [ChallengeBinding]
    package let repeatedMembers: [RepeatedMember]

    package init(object bytes: [UInt8], challenge: [UInt8]? = nil) {
        repeatedMembers = RepeatedMember.all(inAttestation: bytes)
        object = Result { () throws(CBORFault) in try AttestationObject(cbor: bytes) }
        let read = try? object.get()
        let data = read?.authenticatorData.flatMap { AttestedData($0) }
        self.data = data
        certificates = read?.certificates?.map { AttestationCertificate($0) } ?? []
        let leaf = certificates.first ?? nil
        leafNames = leaf.map { AppleExtensions($0) }
        receipt = read?.receipt.flatMap { AttestationReceipt($0) }
        nonce = leaf?.extensionValue(.nonce).flatMap(NonceExtension.nonce)
        key = data.map { data in Result { () throws(COSEKey.Fault) in try COSEKey(data.keyBytes) } }
        let coordinates = data.flatMap { COSECoordinates($0.keyBytes) }
        point = coordinates?.point
        byteCountAfterKey = coordinates.flatMap { key in data.map { $0.keyBytes.count - key.end } } ?? 0
        extensionMap = data.flatMap { AuthenticatorExtensions(afterKeyIn: $0.keyBytes) }
        if let nonce, let data {
            bindings = ChallengeBinding.satisfied(by: nonce, data, challenge: challenge, receipt)
        } else {
            bindings = []
        }
    }

    /// The key id that Apple's documentation defines: base64 of SHA-256 of the key.
    package var keyID: String? { point.map { StrictBase64.text(of: SHA256Digest.bytes(of: $0)) } }

    package var isOnCurve: Bool { point.map { P256PublicKey(sec1: $0) != nil } ?? false }

    /// Whether the app identifier in the leaf matches the hash in the authenticator data; nil if either is missing.
    package var matchesNamedApplication: Bool? {
        guard let name = leafNames?.applicationIdentifier, let data else { return nil }
        return SHA256Digest.bytes(of: Array(name.utf8)) == data.rpIDHash
    }

    /// The receipt's time if all certificates are valid then; otherwise the first second at which they all are.
    package var usableTime: AttestationTime? {
        let certificates = certificates.compactMap { $0 }
        func works(_ time: CaptureTimestamp) -> Bool { certificates.allSatisfy { $0.isValid(at: time) } }
        guard let latest = certificates.map(\.notBefore).max(by: { $0.utcSeconds < $1.utcSeconds }) else { return nil }
        if let text = receipt?.createdAtText, let time = CaptureTimestamp(text), works(time) {
            return AttestationTime(text: text.contains(" ") ? time.secondText : text, isReceiptTime: true)
        }
        // Times with a year outside four digits have no text form.
        guard works(latest), CaptureTimestamp(latest.secondText) != nil else { return nil }
        return AttestationTime(text: latest.secondText, isReceiptTime: false)
    }
}

package struct AttestationTime: Sendable, Hashable {
    /// The form that `--at` and case files accept, such as `2025-12-01T10:00:00Z`.
    package let text: String
    package let isReceiptTime: Bool
}
