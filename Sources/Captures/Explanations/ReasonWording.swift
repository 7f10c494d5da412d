internal import DepthAnalysis
internal import DepthFiles
internal import Support

// The sentences that describe reasons.

extension CaptureReason {
    /// The reason, without a period, with the cause that a required change names.
    func sentence(in capture: DecodedCapture, _ changes: [CaptureChange]) -> String {
        func cause(_ code: String, _ fault: String) -> String {
            // A fault that needs no change of its own follows from that of the parts.
            (changes.first { $0.code == code } ?? changes.first(where: \.isOfBoundaries))?.reason(fault) ?? fault
        }
        return switch self {
        case .refusal(let failure) where failure.fault == .assertion(.signatureInvalid):
            "the assertion fails: \(capture.signatureWording)"
        case .refusal(let failure): cause(failure.check.name, failure.fault.wording)
        case .assertion(let failure) where failure.fault == .signatureInvalid:
            "the assertion fails: \(capture.signatureWording)"
        case .assertion(let failure): "the assertion fails: \(failure.fault.wording)"
        case .noAssertion: "there is no assertion"
        case .unknownDevice: "the assertion was not checked, because the server's record of the device was not given"
        case .depthRefused(let refusal): cause("depth_container", "the server finds no depth map: \(refusal)")
        case .depth(.unknown, _): "the depth map inflates beyond the limit of this program"
        case .depth(.unavailable, let reasons):
            cause(
                "depth_container",
                "the depth map has no verdict: \(reasons.map(\.wording).joined(separator: ", "))")
        case .depth(_, let reasons):
            cause(
                "depth_container",
                "the depth map is likely not a real scene: \(reasons.map(\.wording).joined(separator: ", "))")
        case .claimedNotReal: "the phone itself reports that the scene is not real"
        case .requestNotVerified: "the signature of the request did not verify, which limits the confidence to medium"
        }
    }
}

extension DecodedCapture {
    /// The message that an invalid signature covers, as far as it is known.
    fileprivate var signatureWording: String {
        if let signedText { return "its signature covers \(signedText.wording(wantedBinding))" }
        let signed = judgement.readableBindings.map(\.name).joined(separator: " and ")
        guard !signed.isEmpty else { return AssertionFailure.signatureInvalid.wording }
        return "its signature covers \(signed), where the server checks \(wantedBinding.name)/plain"
    }
}

extension VerdictReason {
    package var wording: String {
        switch self {
        case .mapTooSmall: "a side is below 3 samples"
        case .unreadable: "no depth map could be read"
        default: description
        }
    }
}

extension CaptureRefusal {
    package var wording: String {
        switch self {
        case .contentType(let found, let endpoint):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected "
                + (endpoint == .full ? "multipart/form-data with a boundary" : "a JSON type")
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .multipart(let fault): fault.wording
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
        case .assertion(let failure): "the assertion fails: \(failure.wording)"
        case .nulCharacter(let member): "\(member) contains U+0000, which the database does not store"
        case .mediaStored: "media with this hash is already stored"
        case .notModelled(let reason): reason.wording
        }
    }
}

extension UnmodelledBehaviour {
    package var wording: String { "not modelled: \(description)" }
}

extension PartFault {
    package var wording: String {
        switch self {
        case .json(let error): error.wording
        case .notModelled(let reason): reason.wording
        }
    }
}
