internal import Support

/// A check that Apple requires and the server omits.
///
/// Source: Apple, "Validating apps that connect to your server"; docs/CAPTURE.md.
public enum AppleRequirement: String, Sendable, CaseIterable {
    /// The key id is base64 of SHA-256 of the key.
    case keyID = "key_id"
    /// The credential id is SHA-256 of the key.
    case credentialID = "credential_id"
    /// The AAGUID is one of Apple's two.
    case aaguid
    /// The leaf certifies the key.
    case leafKey = "leaf_key"
    /// The key is a point of the curve.
    case point

    /// The requirements that the attestation fails.
    ///
    /// - Parameter keyID: The key id, as sent.
    /// - Returns: nil if the object cannot be decoded up to the key and the first certificate.
    static func failing(in object: AttestationObject, keyID: String) -> [AppleRequirement]? {
        guard let bytes = object.authenticatorData, let data = AttestedData(bytes),
            let coordinates = COSECoordinates(data.keyBytes), object.certificates != nil,
            object.isFirstElementBytes != false
        else { return nil }
        let point = [4] + coordinates.x + coordinates.y
        let hash = SHA256Digest.bytes(of: point)
        let leaf = object.certificates?.first.flatMap { AttestationCertificate($0) }
        return allCases.filter { requirement in
            let holds =
                switch requirement {
                case .keyID: keyID.utf8.elementsEqual(StrictBase64.text(of: hash).utf8)
                case .credentialID: data.credentialID == hash
                case .aaguid: data.environment != nil
                case .leafKey: leaf?.publicKey == point
                case .point: coordinates.point.flatMap { P256PublicKey(sec1: $0) } != nil
                }
            return !holds
        }
    }
}
