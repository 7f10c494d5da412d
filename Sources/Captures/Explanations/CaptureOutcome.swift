/// The outcome of a request in one word.
///
///     if JudgedCapture(request).outcome == .refused { … }
public enum CaptureOutcome: String, Sendable, CaseIterable {
    /// An accepted capture with this confidence.
    case high
    /// An accepted capture with this confidence.
    case medium
    /// An accepted capture with this confidence.
    case low
    /// An accepted capture with this confidence.
    case suspicious
    /// A registration or signed request that verifies.
    case verified
    /// A registration or signed request that the server accepts as unverified.
    case unverified
    /// Accepted with a confidence that could not be determined.
    case unknown
    /// The answer depends on behaviour of the server that is not modelled.
    case notModelled = "not_modelled"
    /// The server refuses the request.
    case refused
    /// The input could not be read or judged.
    case unreadable

    init(_ judgement: CaptureJudgement) {
        guard judgement.refusal == nil else {
            self = .refused
            return
        }
        guard judgement.notModelled == nil else {
            self = .notModelled
            return
        }
        self =
            switch judgement.confidence {
            case .high: .high
            case .medium: .medium
            case .low: .low
            case .suspicious: .suspicious
            case nil: .unknown
            }
    }
}
