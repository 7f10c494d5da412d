internal import Support

/// A check that Apple's documentation asks for and the server leaves out.
///
/// Source: Apple, "Validating apps that connect to your server"; docs/CAPTURE.md.
public enum AppleRequirement: String, Sendable, CaseIterable {
    /// The key id is SHA-256 of the key, in base64.
    case keyID = "key_id"
    /// The credential id is the same hash.
    case credentialID = "credential_id"
    /// The AAGUID is one of Apple's two.
    case aaguid
    /// The leaf certifies the key.
    case leafKey = "leaf_key"
    /// The key is a point of the curve.
    case point

    /// Those of Apple's requirements that fail.
    ///
    /// - Parameter keyID: as it was sent.
    /// - Returns: nil where the object cannot be read so far.
    static func failing(in object: AttestationObject, keyID: String) -> [AppleRequirement]? {
        guard let bytes = object.authenticatorData, let data = AttestedData(bytes),
            let coordinates = COSECoordinates(data.keyBytes), object.certificates != nil,
            object.isFirstElementBytes != false
        else { return nil }
        let point = [4] + coordinates.x + coordinates.y
        let hash = SHA256Digest.bytes(of: point)
        let leaf = object.certificates?.first.flatMap { Certificate($0) }
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
