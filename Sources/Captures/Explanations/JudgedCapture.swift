package import DepthAnalysis

/// A capture, the server's judgement of it, and the explanation that the server does not give.
///
///     let judged = JudgedCapture(request)
///     print(judged.outcome, judged.reasons.map(\.sentence))
///     for change in judged.changes { print(change.party, change.sentence) }
///
/// The explanation covers every failure, although the server stops at the first.
public final class JudgedCapture: Sendable {
    /// The request, and the state of the server when it arrived.
    public let request: CaptureRequest
    /// The server's answer, its checks and the evidence that it records.
    public let judgement: CaptureJudgement
    /// The assertion, decoded from its text in any form; nil if there is none.
    package let assertion: Result<AppAttestAssertion, AssertionFailure>?
    /// The text that the signature covers, if it has the value of the sent text in another form; nil if none is known.
    package let signedText: SignedText?
    /// The reasons for the answer, or for a confidence below `high`. The server does not disclose most of them.
    public let reasons: [AnswerReason]
    /// The required changes, in order.
    public let changes: [RequiredChange]
    /// The consequences of the capture, apart from the answer.
    public let consequences: [AnswerReason]

    /// Judges a capture, by default with the server's constants, and explains the judgement.
    public convenience init(_ request: CaptureRequest, by judge: CaptureJudge = CaptureJudge()) {
        self.init(request, judge.judge(request))
    }

    package init(_ request: CaptureRequest, _ judgement: CaptureJudgement, remarks: [AnswerReason] = []) {
        let capture = DecodedCapture(request: request, judgement: judgement)
        (self.request, self.judgement) = (request, judgement)
        assertion = capture.assertion
        signedText = capture.signedText
        let changes = CaptureChange.all(in: capture)
        self.changes = changes.map { RequiredChange($0, at: judgement.endpoint) }
        reasons = CaptureReason.all(in: capture).map {
            AnswerReason(
                code: $0.code, sentence: $0.sentence(in: capture, changes) + $0.form(of: capture.assertionText),
                rules: $0.rules)
        }
        let repeated = capture.assertionBytes.map { RepeatedMember.all(inAssertion: $0) } ?? []
        consequences = remarks + repeated.map(\.consequence)
    }

    /// The depth map that the server analyses, with its analysis; nil if it analyses none.
    package var analyzedMap: (map: DepthMap, analysis: SceneAnalysis)? {
        guard let metadata = judgement.metadata, let analysis = judgement.depth?.analysis,
            analysis.status != .unavailable, let part = DecodedCapture(request: request, judgement: judgement).depthMap,
            let map = CaptureJudge.serverMap(part, metadata, byteLimit: CaptureJudge.standardByteLimit).map
        else { return nil }
        return (map, analysis)
    }

    /// The outcome in one word.
    public var outcome: CaptureOutcome { CaptureOutcome(judgement) }
}
