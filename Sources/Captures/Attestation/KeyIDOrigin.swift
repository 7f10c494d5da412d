internal import Support

/// The origin of a key id that is not the id of the attested key.
///
///     let origin = KeyIDOrigin(of: sentText, in: diagnosis, challenge: challenge)
///
/// The server stores the text of a key id without a check.
package enum KeyIDOrigin: Sendable, Hashable {
    /// The id of the key, in a form other than base64.
    case otherForm(Base64Reading)
    /// The id of the key with capital and small letters exchanged.
    case otherCase
    /// The start or the end of the id.
    case cut(byteCount: Int)
    /// Other data of this attestation.
    case otherData(Source, Base64Reading)
    case uuid
    /// The text that Foundation prints for bytes, such as "32 bytes".
    case description
    /// 32 bytes of unknown origin.
    case otherKey
    /// Not 32 bytes in any form.
    case unknown(Base64Reading?)

    /// Data that is sent in place of the hash of the key.
    package enum Source: String, Sendable, CaseIterable {
        case credentialID = "the credential id, which is not SHA-256 of the key in this object"
        case leafKey = "the id of the key in the leaf, which is not the key in the authenticator data"
        case subjectPublicKeyInfo = "SHA-256 of the key in DER (SubjectPublicKeyInfo)"
        case coordinates = "SHA-256 of the 64 bytes x and y, without the 04 in front of them"
        case compressedPoint = "SHA-256 of the compressed key"
        case coseKey = "SHA-256 of the key in CBOR (COSE)"
        case hashedTwice = "SHA-256 of the id"
        case point = "the key itself, not SHA-256 of it"
        case derKey = "the key itself in DER, not SHA-256 of it"
        case coordinatesThemselves = "the 64 bytes x and y themselves, not SHA-256 of the key"
        case certificate = "SHA-256 of the leaf certificate"
        case application = "SHA-256 of the app identifier"
        case challenge = "the challenge"
        case challengeHash = "SHA-256 of the challenge"

        fileprivate func bytes(
            _ point: [UInt8], in diagnosis: AttestationDiagnosis, _ challenge: [UInt8]?
        ) -> [UInt8]? {
            func hash(_ bytes: [UInt8]?) -> [UInt8]? { bytes.map { SHA256Digest.bytes(of: $0) } }
            let coordinates = Array(point[1...])
            let der = CertificateKey.info(p256: point)
            return switch self {
            case .credentialID: diagnosis.data?.credentialID
            case .leafKey: hash(diagnosis.certificates.first??.publicKey)
            case .subjectPublicKeyInfo: hash(der)
            case .coordinates: hash(coordinates)
            case .compressedPoint: hash([2 | point[64] & 1] + coordinates.prefix(32))
            case .coseKey: hash(diagnosis.data?.keyBytes.dropLast(diagnosis.byteCountAfterKey))
            case .hashedTwice: hash(hash(point))
            case .point: point
            case .derKey: der
            case .coordinatesThemselves: coordinates
            case .certificate: hash((try? diagnosis.object.get())?.certificates?.first)
            case .application: diagnosis.data?.rpIDHash
            case .challenge: challenge
            case .challengeHash: hash(challenge)
            }
        }
    }

    /// Nil for the id of the key, and for an object without a key.
    package init?(of text: String, in diagnosis: AttestationDiagnosis, challenge: [UInt8]?) {
        guard let point = diagnosis.point, let id = diagnosis.keyID, !text.utf8.elementsEqual(id.utf8) else {
            return nil
        }
        let hash = SHA256Digest.bytes(of: point)
        let readings = Base64Reading.all(of: text.utf8)
        let source = Source.allCases.lazy.compactMap { source in
            source.bytes(point, in: diagnosis, challenge).flatMap { bytes in
                readings.first { $0.bytes == bytes }.map { (source, $0) }
            }
        }
        if let reading = readings.first(where: { $0.bytes == hash }) {
            self = .otherForm(reading)
        } else if text.lowercased() == id.lowercased() {
            self = .otherCase
        } else if let (source, reading) = source.first {
            self = .otherData(source, reading)
        } else if DeviceIdentifier.isValid(text) {
            self = .uuid
        } else if Base64Reading.isDescription(text) {
            self = .description
        } else if let part = readings.first(where: { hash.starts(with: $0.bytes) || hash.isSuffixed(by: $0.bytes) }) {
            self = .cut(byteCount: part.bytes.count)
        } else if readings.contains(where: { $0.bytes.count == hash.count }) {
            self = .otherKey
        } else {
            self = .unknown(readings.first)
        }
    }
}

extension [UInt8] {
    fileprivate func isSuffixed(by bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
