package import Captures
package import DepthAnalysis
package import DepthFiles

/// Why the server answers or records what it does, and not the best there is.
package enum HiddenReason: Sendable {
    /// It refuses the capture.
    case refusal(CaptureRefusal)
    /// The assertion of a capture that is accepted does not verify.
    case assertion(AssertionFailure)
    /// The capture has no assertion.
    case noAssertion
    /// The server gets no map of the depth.
    case depthRefused(ServerRefusal)
    /// The analysis of the map gives no verdict, or says that it is no real scene.
    case depth(DepthJudgement.Status, [VerdictReason])
    /// The phone itself says that the scene is not real.
    case claimedNotReal
    /// The signature of the request did not verify, which caps the confidence.
    case requestNotVerified

    /// All reasons, those of the answer first.
    static func all(in situation: CaptureSituation) -> [HiddenReason] {
        let judgement = situation.judgement
        if let refusal = judgement.refusal { return [.refusal(refusal)] }
        var reasons: [HiddenReason] = []
        switch judgement.assertion?.status {
        case .unavailable: reasons.append(.noAssertion)
        case .fail, .pass, nil: reasons += judgement.assertion?.failure.map { [.assertion($0)] } ?? []
        }
        if let depth = judgement.depth { reasons += all(of: depth, judgement.endpoint) }
        if situation.isCapped { reasons.append(.requestNotVerified) }
        return reasons
    }

    private static func all(of depth: DepthJudgement, _ endpoint: CaptureEndpoint) -> [HiddenReason] {
        if let refusal = depth.refusal { return [.depthRefused(refusal)] }
        switch depth.status {
        case .pass: return []
        case .fail where endpoint == .hashOnly: return [.claimedNotReal]
        case .fail, .unavailable, .unknown: return [.depth(depth.status, depth.analysis?.reasons ?? [])]
        }
    }

    /// What kind of reason it is, for programs: of a refusal or an assertion the reference's word.
    package var code: String {
        switch self {
        case .refusal(let refusal): refusal.answer.reason ?? refusal.answer.stage.rawValue
        case .assertion(let failure): failure.code
        case .noAssertion: "no_assertion"
        case .depthRefused(let refusal): refusal.code
        case .depth(let status, let reasons): reasons.first?.rawValue ?? "depth_\(status.rawValue)"
        case .claimedNotReal: "claimed_not_real"
        case .requestNotVerified: "request_not_verified"
        }
    }
}
