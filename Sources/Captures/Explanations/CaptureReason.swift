internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// A reason why the server refuses a capture or does not record it as `high`, or why its answer is unknown.
enum CaptureReason: Sendable {
    case refusal(RuleFailure<CaptureRefusal>)
    case assertion(RuleFailure<AssertionFailure>)
    case noAssertion
    case unknownDevice
    case depthRefused(ServerRefusal)
    case depth(DepthJudgement.Status, [VerdictReason])
    case claimedNotReal
    /// The request's signature did not verify, which caps the confidence.
    case requestNotVerified

    static func all(in capture: DecodedCapture) -> [CaptureReason] {
        let judgement = capture.judgement
        if let failure = judgement.deciding { return [.refusal(failure)] }
        var reasons: [CaptureReason] = []
        switch judgement.assertion?.status {
        case .unavailable: reasons.append(.noAssertion)
        case .unknown: reasons.append(.unknownDevice)
        case .fail: reasons += judgement.assertionFailures.prefix(1).map { .assertion($0) }
        case .pass, nil: break
        }
        if let depth = judgement.depth { reasons += all(of: depth, judgement.endpoint) }
        if capture.isCapped { reasons.append(.requestNotVerified) }
        return reasons
    }

    private static func all(of depth: DepthJudgement, _ endpoint: CaptureEndpoint) -> [CaptureReason] {
        if let refusal = depth.refusal { return [.depthRefused(refusal)] }
        switch depth.status {
        case .pass: return []
        case .fail where endpoint == .hashOnly: return [.claimedNotReal]
        case .fail, .unavailable, .unknown: return [.depth(depth.status, depth.analysis?.reasons ?? [])]
        }
    }

    var code: String {
        switch self {
        case .refusal(let failure):
            if case .notModelled(let reason) = failure.fault { reason.code } else { failure.answer?.reason ?? "" }
        case .assertion(let failure): failure.fault.code
        case .noAssertion: "no_assertion"
        case .unknownDevice: "unknown_device"
        case .depthRefused(let refusal): refusal.code
        case .depth(let status, let reasons): reasons.first?.rawValue ?? "depth_\(status.rawValue)"
        case .claimedNotReal: "claimed_not_real"
        case .requestNotVerified: "request_not_verified"
        }
    }

    /// A clause about the form of the assertion's text; empty for strict base64, and for reasons of other kinds.
    func form(of assertionText: String?) -> String {
        let form = assertionText.flatMap { AppAttestAssertion.form(of: $0) }.map { "; it is \($0)" } ?? ""
        return switch self {
        case .assertion(let failure) where failure.fault.isOfForm: form
        case .refusal(let failure):
            switch failure.fault {
            case .payloadRule(.assertionBase64): form
            case .assertion(let failure) where failure.isOfForm: form
            default: ""
            }
        default: ""
        }
    }

    var rules: [String] {
        switch self {
        case .refusal(let failure): failure.rules
        case .assertion(let failure): failure.rules + ["CAP-084"]
        case .noAssertion: ["CAP-082"]
        case .unknownDevice: []
        case .depthRefused(let refusal): [refusal.rule, "CAP-083"]
        case .depth(.fail, _): ["CAP-076", "CAP-085"]
        case .depth(.pass, _), .depth(.unavailable, _), .depth(.unknown, _): ["CAP-076", "CAP-083"]
        case .claimedNotReal: ["CAP-170"]
        case .requestNotVerified: ["CAP-081"]
        }
    }
}

extension AssertionFailure {
    /// Whether the bytes are not an assertion, which the form of their text may explain.
    fileprivate var isOfForm: Bool {
        switch self {
        case .invalidBase64, .invalidCBOR, .missingMember, .invalidAuthenticatorData: true
        default: false
        }
    }
}

extension ServerRefusal {
    fileprivate var rule: String {
        switch self {
        case .notGzip: "CAP-071"
        case .damagedGzip, .headerTextTooLong: "CAP-072"
        case .notWholeSamples, .noSamples: "CAP-073"
        }
    }
}

extension CaptureReason {
    /// The reason, without a period, together with the cause that a required change names.
    func sentence(in capture: DecodedCapture, _ changes: [CaptureChange]) -> String {
        func cause(_ code: String, _ fault: String) -> String {
            // A fault without a change of its own is a consequence of wrong boundaries.
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
