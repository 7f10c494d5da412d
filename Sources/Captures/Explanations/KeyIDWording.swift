internal import Support

// The message about a key id that is not the id of the attested key.

extension JudgedRegistration {
    /// The remark about the key id that was sent; nil if it is the key's.
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
        case .otherData(let source, let reading):
            "key_id is \(source.rawValue)\(reading.isStrict ? "" : ", as \(reading.name)"); the id that Apple's API "
                + "gives is base64 of SHA-256 of the 65 bytes of the key, \(id); \(stored)"
        case .uuid:
            "key_id is a UUID, such as the server's id of a device; expected the id of the key, \(id); \(stored)"
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
