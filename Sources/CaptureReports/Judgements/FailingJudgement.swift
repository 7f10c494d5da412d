internal import Captures

/// A judgement that makes a script stop.
package enum FailingJudgement: String, Sendable, CaseIterable {
    case refused, suspicious, low, medium, unverified, unknown
    /// Anything but accepted with `high`; of a registration or a signed request, anything but verified.
    case notHigh = "not-high"
    /// The assertion does not verify, or there is none.
    case assertionFail = "assertion-fail"
    /// There is no verdict on the depth map.
    case depthUnavailable = "depth-unavailable"

    /// Whether a result is one of these.
    package func holds(for result: JudgedInput) -> Bool {
        switch self {
        case .refused: result.outcome == .refused
        case .suspicious: result.outcome == .suspicious
        case .low: result.outcome == .low
        case .medium: result.outcome == .medium
        case .unverified: result.outcome == .unverified
        case .unknown: result.outcome == .unknown
        case .notHigh: result.outcome != .high && result.outcome != .verified
        case .assertionFail: result.captureJudgement?.assertion.map { $0.status != .pass } ?? false
        case .depthUnavailable: result.captureJudgement?.depth?.status == .unavailable
        }
    }
}
