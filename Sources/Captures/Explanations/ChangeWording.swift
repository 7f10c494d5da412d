internal import DepthAnalysis
internal import DepthFiles
internal import Support

// The sentences that describe the required changes to a capture.

extension CaptureChange {
    var sentence: String {
        instruction + (hidden.map { "; \($0) can only be checked after that and may have further faults" } ?? "")
    }

    /// Whether the boundaries are the reason why parts are missing or do not have the bytes that the sender meant.
    var isOfBoundaries: Bool { if case .parts = self { true } else { false } }

    func reason(_ fault: String) -> String {
        switch self {
        case .parts, .missingPart: finding.map { "\(fault): \($0)" } ?? fault
        default: finding ?? fault
        }
    }

    /// The cause in words; nil if only the kind of change is known.
    private var finding: String? {
        switch self {
        case .multipart(_, let cause): cause?.wording
        case .parts(let cause): cause.wording
        case .missingPart(let part, let misnamed): misnamed?.wording(of: part)
        case .metadataJSON(let error, let repair, let remark):
            repair?.metadataFinding ?? remark.map { "the metadata: \(error.wording(with: $0))" }
        case .payloadJSON(let error, let remark): remark.map { "the payload: \(error.wording(with: $0))" }
        case .photoHash(let mismatch): mismatch.finding
        case .depthContainer(_, let sign): sign?.wording(of: "the depth map")
        case .depthDamage(let damage): damage.finding
        default: nil
        }
    }

    private var hidden: String? {
        switch self {
        case .contentType(_, .full, _), .bodySize(_, _, photo: 0, _): "the contents of the body"
        case .multipart, .parts: "the rest of the body"
        case .metadataJSON: "the rest of the metadata, the hash of the photo and the assertion"
        case .payloadJSON: "the rest of the payload and the assertion"
        case .assertionForm(.signatureFormat, _, _): "the signed data"
        case .assertionForm, .assertionSubstitute, .payloadRule(.assertionBase64, _):
            "the app, the counter and the signed data"
        case .registration: "the signed data"
        case .depthContainer, .depthDamage: "the samples"
        default: nil
        }
    }

    private var instruction: String {
        switch self {
        case .contentType(let found, let endpoint, let boundary):
            "send the body as \(endpoint == .full ? "multipart/form-data with a boundary" : "application/json"); found "
                + (found.map { "\"\($0.printable)\"" } ?? "no content type")
                + (boundary.map { ", and the body has the boundary \($0.printable)" } ?? "")
        case .bodySize(let byteCount, let limit, let photo, let depthMap):
            "shorten the body by \(byteCount - limit) bytes: it has \(byteCount), and the server's framework accepts "
                + "\(limit)" + (photo > 0 ? " (photo \(photo), depth map \(depthMap))" : "")
        case .multipart(let fault, _): "write the body as multipart/form-data: \(reason(fault.description))"
        case .partContent(let part): "fill the part \(part.rawValue), which is empty\(part.consequence)"
        case .parts(let cause): "write the body as multipart/form-data: \(cause.wording)"
        case .missingPart(let part, _):
            "send the part \(part.rawValue)" + (finding.map { ": \($0)" } ?? part.consequence)
        case .nulCharacter(let member): "remove U+0000 from \(member): the database does not store it"
        case .mediaStored:
            "do not send it again: media with this hash is already stored, and every retry gets this 500; a new "
                + "photo needs a new hash and a new signature"
        case .photoHash(let mismatch): mismatch.instruction
        case .photoHashSpaces: "remove the white space around photo_hash"
        case .metadataJSON(let error, let repair, let remark):
            repair?.metadataInstruction ?? "correct the metadata: \(error.wording(with: remark))"
        case .payloadJSON(let error, let remark):
            "correct the payload: \(error.wording(with: remark))\(remark == nil ? error.hint : "")"
        case .metadataRule(let rule, let found): rule.remedy + Self.suffix(found)
        case .payloadRule(let rule, let found): rule.remedy + Self.suffix(found)
        case .noAssertion(let wanted): "send an assertion of \(wanted.name)/plain: \(wanted.definition)"
        case .assertionForm(let failure, _, let found): failure.remedy + Self.suffix(found)
        case .assertionSubstitute(let substitute, _): substitute.remedy
        case .assertionText(_, let found): AssertionFailure.invalidBase64.remedy + Self.suffix(found)
        case .application(let application):
            "make the assertion in the app \(application.teamIdentifier.printable)."
                + "\(application.bundleIdentifier.printable), or configure the server for the app"
        case .counter(let found, let stored):
            "sign with a counter above \(stored), found \(found): captures must arrive in the order they are "
                + "signed, and the counter of a signed request sent with a capture is stored too"
        case .registration(let isKeyStored):
            "register the device again: the server has \(isKeyStored ? "no valid" : "no") public key for it"
        case .binding(let signed, let wanted):
            "sign \(wanted.name) (\(wanted.definition)), not \(signed.map(\.binding.name).joined(separator: ", ")) "
                + "(\(signed.map(\.binding.definition).joined(separator: ", ")))"
        case .signedText(let text, let wanted): text.advice(wanted)
        case .unknownSignature(let wanted):
            "sign \(wanted.name)/plain with the registered key (\(wanted.definition)): with that key the "
                + "signature matches none of the known definitions, nor another text of the same values"
        case .signingForm:
            "verify the signature over the nonce, SHA-256 of authenticator data and hash: Apple's hardware applies "
                + "SHA-256 once more than this server, and phones cannot avoid it; only a software key can sign plain"
        case .numbers(let numbers):
            "write numbers with at most 15 digits, which are read exactly: "
                + numbers.map { "\($0.path) \($0.text) is read as \($0.read)" }.joined(separator: ", ")
        case .signAgain(let wanted):
            "make the assertion again after all other changes: \(wanted.name) covers the changed data"
        case .requestSignature:
            "sign the request too, with a counter below the capture's: otherwise the confidence of a full capture is "
                + "at most medium; the request is signed last, so only a software key can meet this order"
        case .depthContainer(let refusal, let sign):
            refusal == .notGzip(found: .uncompressed) && sign == nil
                ? "the depth map is not compressed; compress it with gzip"
                : "\(refusal.remedy(isDamaged: sign != nil)): \(finding.map { "\($0); " } ?? "")found \(refusal)"
        case .depthDamage(let damage): damage.instruction
        case .depthSamples(let reasons):
            "send samples that give a verdict" + (reasons.first.map { ": \($0.wording)" } ?? "")
        case .claimedScene: "take a capture with is_likely_real_scene true: the server trusts the phone"
        case .depthScene(let reasons):
            "take a capture of a real scene, whose photo needs a new hash and a new signature: "
                + reasons.map(\.wording).joined(separator: ", ")
        case .locationMember:
            "send metadata.location with latitude and longitude, or location_included false, and sign that: the server "
                + "records a location that does not exist"
        case .modelMember:
            "write the model as metadata.device_model, and sign that: no such member was read, so the model is "
                + "lost"
        case .modelName(let name):
            "name the model as in iPhone 15 Pro: the server does not list \"\(name.printable)\" as a model with LiDAR"
        }
    }

    private static func suffix(_ text: String?) -> String { text.map { "; found \($0)" } ?? "" }
}

extension SignedText {
    fileprivate func advice(_ wanted: AssertionBinding) -> String {
        switch source {
        case .member(let name, let sent, let signed, let form):
            "make the text of \(name) once, and sign and send that very text: it was signed \(form), as "
                + "\"\(signed.printable)\", and sent as \"\(sent.printable)\""
        case .json(let form): "sign \(wanted.name) (\(wanted.definition)), not \(form.wording)"
        case .definition(let definition): "sign \(wanted.name) (\(wanted.definition)), not \(definition)"
        }
    }
}

extension CapturePart {
    fileprivate var consequence: String {
        self == .photo ? "; a photo other than the hashed one needs a new hash and a new signature" : ""
    }
}

extension ServerRefusal {
    /// - Parameter isDamaged: Whether the part, which has no known format, shows a sign of damage.
    fileprivate func remedy(isDamaged: Bool) -> String {
        func samples(_ verb: String) -> String {
            "\(verb) the depth map to float32 samples first, then compress those with gzip"
        }
        let damaged = "send the depth map as it was compressed"
        return switch self {
        case .notGzip(.stored): samples("decode")
        case .damagedGzip: damaged
        case _ where isDamaged: damaged
        case .notGzip(.zlib), .notGzip(.deflate), .notGzip(.lzfse): samples("inflate")
        case .notGzip(.foreign): samples("decode")
        default: "compress the depth map with gzip"
        }
    }
}

extension AssertionFailure {
    fileprivate var remedy: String {
        switch self {
        case .invalidBase64: "write the assertion in base64 with the standard alphabet, padded, without white space"
        case .invalidCBOR(let fault):
            "write the assertion as a CBOR map of signature and authenticatorData: \(fault.wording)"
        case .missingMember(let member): "add \(member.rawValue) to the assertion, as a byte string"
        case .invalidAuthenticatorData(let byteCount):
            "make authenticatorData 37 bytes long (hash of the app, flags, counter); found \(byteCount)"
        case .signatureFormat:
            "write the signature as strict DER, or as 64 bytes r and s, each at least 1 and below the curve's order"
        case .rpIDMismatch, .counterNotIncreasing, .missingPublicKey, .invalidPublicKey, .signatureInvalid:
            "make another assertion"
        }
    }
}

extension ServerJSONError {
    fileprivate var hint: String {
        guard case .shape(.missingMember(let name), _) = self else { return "" }
        return switch name {
        case "latitude", "longitude": "; the server does not accept a city and a country as a location"
        case "depth_analysis": "; the server requires it for videos too"
        default: ""
        }
    }
}
