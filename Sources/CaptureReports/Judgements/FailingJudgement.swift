internal import Captures

/// A condition of `--fail-on`.
package enum FailingJudgement: String, Sendable, CaseIterable {
    case refused, suspicious, low, medium, unverified, unknown
    /// Any outcome except `high`; for a registration or a signed request, any except `verified`.
    case notHigh = "not-high"
    /// The assertion fails or is absent.
    case assertionFail = "assertion-fail"
    /// The depth map has no verdict.
    case depthUnavailable = "depth-unavailable"

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
