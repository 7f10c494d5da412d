internal import Support

/// The likely origin of a key id that is not the id of the attested key. The server stores any text as the key id.
package enum KeyIDOrigin: Sendable, Hashable {
    /// The id of the key, in a form other than base64.
    case otherForm(Base64Reading)
    /// The id of the key with capital and small letters exchanged.
    case otherCase
    case cut(byteCount: Int)
    /// The text that Foundation prints for bytes, such as "32 bytes".
    case description
    /// 32 bytes of unknown origin.
    case otherKey
    case unknown(Base64Reading?)

    /// Nil if the text is the id of the key, or if the object has no key.
    package init?(of text: String, in diagnosis: AttestationDiagnosis) {
        guard let point = diagnosis.point, let id = diagnosis.keyID, !text.utf8.elementsEqual(id.utf8)
        else { return nil }
        let hash = SHA256Digest.bytes(of: point)
        let readings = Base64Reading.all(of: text.utf8)
        if let reading = readings.first(where: { $0.bytes == hash }) {
            self = .otherForm(reading)
        } else if text.lowercased() == id.lowercased() {
            self = .otherCase
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

extension JudgedRegistration {
    /// Explains a sent key id that is not the id of the attested key; nil if it is.
    package var keyIDRemark: String? {
        guard let origin = keyIDOrigin, let id = diagnosis?.keyID else { return nil }
        let stored = "the server stores the text as sent"
        let again = "so the same key registers again in another spelling"
        return switch origin {
        case .otherForm(let reading):
            "key_id is the key's id in \(reading.name)\(reading.alphabetName); Apple's API gives standard base64, "
                + "\(id); \(stored), so the same key in the other \(reading.isOtherAlphabet ? "alphabet" : "form") "
                + "registers again"
        case .otherCase:
            "key_id is the key's id with capital and small letters changed; in base64 they differ, and Apple's API "
                + "gives \(id); \(stored), \(again)"
        case .cut(let byteCount):
            "key_id is only a part of the key's id, \(byteCount) of its 32 bytes; Apple's API gives \(id); \(stored), "
                + again
        case .otherKey:
            "key_id is 32 bytes that do not belong to this object, of another key or of other data: the key in the "
                + "attestation object has \(id); send the two that belong together; \(stored)"
        case .description:
            "key_id is the description of a Data value, which does not contain its bytes; Apple's API gives the id as "
                + "a text, \(id); \(stored)"
        case .unknown(let reading):
            "key_id is not the id of a key, which is base64 of 32 bytes"
                + (reading.map { ": it is \($0.name) of \(NumberText.count($0.bytes.count, "byte"))" } ?? "")
                + "; the key in the attestation object has \(id); \(stored)"
        }
    }
}

extension Base64Reading {
    fileprivate var isOtherAlphabet: Bool { differences.contains(.alphabet) }
    fileprivate var alphabetName: String { isOtherAlphabet ? " (the URL alphabet)" : "" }
}
