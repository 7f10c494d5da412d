internal import DepthAnalysis
internal import DepthFiles

/// A reason the server refuses a capture or its answer is unknown, or the server does not record the confidence `high`.
enum CaptureReason: Sendable {
    case refusal(RuleFailure<CaptureRefusal>)
    /// The assertion of an accepted capture does not verify.
    case assertion(RuleFailure<AssertionFailure>)
    case noAssertion
    /// The assertion was not checked, because the device is not known.
    case unknownDevice
    /// The server gets no depth map.
    case depthRefused(ServerRefusal)
    /// The depth analysis has no verdict or fails.
    case depth(DepthJudgement.Status, [VerdictReason])
    /// The device reports that the scene is not real.
    case claimedNotReal
    /// The request's signature did not verify, which caps the confidence.
    case requestNotVerified

    /// The reasons in the order of the answer.
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

    /// A stable code for this reason; the server's code if it has one.
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

    /// The form of the assertion's text, after the sentence; empty for other reasons, and for strict base64.
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

    /// The ids of the rules in docs/CAPTURE.md that give this reason.
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
    /// Whether the bytes are no assertion, possibly because of the form of their text.
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
