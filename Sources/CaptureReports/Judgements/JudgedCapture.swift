package import Captures

/// A capture, the server's judgement of it, and what follows from it.
package struct JudgedCapture: Sendable {
    package let request: CaptureRequest
    package let judgement: CaptureJudgement
    /// The decoded assertion; nil if there is none.
    package let assertion: Result<Assertion, AssertionFailure>?
    /// The reasons, most of which the server does not disclose.
    package let reasons: [JudgedInput.Reason]
    /// The required changes, in order.
    package let changes: [CaptureChange]

    package init(_ request: CaptureRequest, by judge: CaptureJudge = CaptureJudge()) {
        self.init(request, judge.judge(request))
    }

    init(_ request: CaptureRequest, _ judgement: CaptureJudgement) {
        let capture = DecodedCapture(request: request, judgement: judgement)
        self.request = request
        self.judgement = judgement
        assertion = capture.assertion
        reasons = CaptureReason.all(in: capture).map {
            JudgedInput.Reason(code: $0.code, sentence: $0.sentence, rules: $0.rules)
        }
        changes = CaptureChange.all(in: capture)
    }
}

/// The summary of a result.
package enum CaptureOutcome: String, Sendable, CaseIterable {
    case high, medium, low, suspicious
    /// A registration or signed request that verifies.
    case verified
    /// A registration or signed request that the server accepts as unverified.
    case unverified
    /// Accepted with a confidence that could not be determined.
    case unknown
    /// The answer depends on behaviour of the server that is not modelled.
    case notModelled = "not_modelled"
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
