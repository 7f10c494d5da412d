package import Captures
internal import Support

/// What came of one capture: the record every report is made from.
package struct JudgedCapture: Sendable {
    /// As it was named.
    package let path: String
    /// The judgement, or why there is none.
    package let result: Result<Judged, CaptureInputError>
    /// Where the answer is another than was expected; nil where nothing was.
    package var differences: [AnswerDifference]?

    /// A request and the server's judgement of it.
    package struct Judged: Sendable {
        package let request: CaptureRequest
        package let judgement: CaptureJudgement
        /// The assertion, or why it cannot be read; nil where there is none.
        package let assertion: Result<Assertion, AssertionFailure>?
        /// What the server answers or records, and tells nobody why.
        package let reasons: [HiddenReason]
        /// What would have to change, in order.
        package let changes: [CaptureChange]

        /// Judges a request.
        package init(_ request: CaptureRequest, by judge: CaptureJudge = CaptureJudge()) {
            self.init(request, judge.judge(request))
        }

        /// A request that was judged.
        init(_ request: CaptureRequest, _ judgement: CaptureJudgement) {
            let situation = CaptureSituation(request: request, judgement: judgement)
            self.request = request
            self.judgement = judgement
            assertion = situation.assertion
            reasons = HiddenReason.all(in: situation)
            changes = CaptureChange.all(in: situation)
        }
    }

    /// The judgement of a capture that could be read.
    package var judged: Judged? { try? result.get() }

    /// Why it could not.
    package var error: CaptureInputError? { if case .failure(let error) = result { error } else { nil } }

    /// What came of it in a word.
    package var outcome: CaptureOutcome { judged.map { CaptureOutcome($0.judgement) } ?? .unreadable }
}

/// What came of a capture in a word.
package enum CaptureOutcome: String, Sendable, CaseIterable {
    case high, medium, low, suspicious
    /// A registration or a signed request that verifies.
    case verified
    /// One that the server takes, and does not verify.
    case unverified
    /// Accepted; what the server records is not known here.
    case unknown
    case refused
    /// No capture that could be judged.
    case unreadable

    init(_ judgement: CaptureJudgement) {
        guard judgement.refusal == nil else {
            self = .refused
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
