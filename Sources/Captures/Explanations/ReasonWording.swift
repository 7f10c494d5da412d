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
        case .refusal(let failure): cause(failure.check.name, failure.fault.description)
        case .assertion(let failure) where failure.fault == .signatureInvalid:
            "the assertion fails: \(capture.signatureWording)"
        case .assertion(let failure): failure.fault.description
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
