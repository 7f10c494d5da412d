internal import Support

// The sentences about refused captures.

extension CaptureRefusal: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .contentType(let found, let endpoint):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected "
                + (endpoint == .full ? "multipart/form-data with a boundary" : "a JSON type")
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .multipart(let fault): fault.description
        case .emptyPart(let part): "the part \(part.rawValue) is empty"
        case .metadataJSON(let error): "the metadata: \(error.wording)"
        case .metadataRule(let rule): "the metadata: \(rule.fault)"
        case .missingPart(let part): "there is no part \(part.rawValue)"
        case .photoHashEncoding: "photo_hash has white space around it"
        case .photoHashMismatch(let claimed, let found):
            "photo_hash is \(Hexadecimal.text(of: claimed)), but the hash of the photo is "
                + Hexadecimal.text(of: found)
        case .payloadJSON(let error): "the payload: \(error.wording)"
        case .payloadRule(let rule): "the payload: \(rule.fault)"
        case .assertion(let failure): failure.description
        case .nulCharacter(let member): "\(member) contains U+0000, which the database does not store"
        case .mediaStored: "media with this hash is already stored"
        case .notModelled(let reason): reason.description
        }
    }
}

extension PartFault {
    package var wording: String {
        switch self {
        case .json(let error): error.wording
        case .notModelled(let reason): reason.description
        }
    }
}
