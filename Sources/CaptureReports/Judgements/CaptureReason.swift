package import Captures
package import DepthAnalysis
package import DepthFiles

/// A reason the server refuses a capture or its answer is unknown, or the server does not record the confidence `high`.
package enum CaptureReason: Sendable {
    case refusal(CaptureRefusal)
    case notModelled(NotModelled)
    /// The assertion of an accepted capture does not verify.
    case assertion(AssertionFailure)
    case noAssertion
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
        if let refusal = judgement.refusal { return [.refusal(refusal)] }
        if let reason = judgement.notModelled { return [.notModelled(reason)] }
        var reasons: [CaptureReason] = []
        switch judgement.assertion?.status {
        case .unavailable: reasons.append(.noAssertion)
        case .fail, .pass, nil: reasons += judgement.assertion?.failure.map { [.assertion($0)] } ?? []
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
    package var code: String {
        switch self {
        case .refusal(let refusal): refusal.answer.reason ?? refusal.answer.stage.rawValue
        case .notModelled(let reason): reason.code
        case .assertion(let failure): failure.code
        case .noAssertion: "no_assertion"
        case .depthRefused(let refusal): refusal.code
        case .depth(let status, let reasons): reasons.first?.rawValue ?? "depth_\(status.rawValue)"
        case .claimedNotReal: "claimed_not_real"
        case .requestNotVerified: "request_not_verified"
        }
    }
}
