internal import Support

/// A capture in a signed request, the server's judgement of both, and the explanation that the server does not give.
///
///     let judged = JudgedChain(chain)
///     print(judged.outcome, judged.reasons.map(\.sentence), judged.changes.map(\.sentence))
public final class JudgedChain: Sendable {
    /// The signed request with its capture, and the server's state.
    public let chain: CaptureChain
    /// The server's answer in each of its modes.
    public let judgement: CaptureChainJudgement
    /// The request around the capture.
    public let request: JudgedRequest
    /// The capture in the selected mode; nil if the request is refused.
    public let capture: JudgedCapture?
    /// The capture judged by itself, if the request is refused and the server does not reach the capture.
    package let unreached: JudgedCapture?
    package let permissive: JudgedCapture?
    package let strict: JudgedCapture?

    /// Judges a request and its capture, by default with the server's constants, and explains the judgement.
    public convenience init(_ chain: CaptureChain, by judge: CaptureJudge = CaptureJudge()) {
        self.init(chain, CaptureChainJudge(judge).judge(chain), by: judge)
    }

    package init(_ chain: CaptureChain, _ judgement: CaptureChainJudgement, by judge: CaptureJudge = CaptureJudge()) {
        (self.chain, self.judgement) = (chain, judgement)
        request = JudgedRequest(chain.signedRequest, judgement.request)
        func judged(_ outcome: CaptureChainJudgement.Outcome) -> JudgedCapture? {
            outcome.capture.map { JudgedCapture($0.request, $0.judgement) }
        }
        permissive = judged(judgement.permissive)
        strict = judged(judgement.strict)
        capture = chain.isStrict ? strict : permissive
        unreached = capture == nil ? JudgedCapture(chain.capture, by: judge) : nil
    }

    package var examined: JudgedCapture? { capture ?? unreached }
    /// The outcome in one word.
    public var outcome: CaptureOutcome { capture.map { $0.outcome } ?? .refused }

    /// The reasons for the answer, or for a confidence below `high`.
    public var reasons: [AnswerReason] {
        let reasons = capture?.reasons ?? []
        // In default mode, the server does not refuse a request because its signature does not verify.
        return capture?.judgement.refusal == nil ? request.reasons + reasons : reasons + request.reasons
    }

    /// The consequences of the request and of the capture, apart from the answer.
    public var consequences: [AnswerReason] { request.consequences + (capture?.consequences ?? []) }

    /// The changes to the request, then those to the capture.
    public var changes: [RequiredChange] {
        var changes = request.changes
        if invalidatesCaptureCounter {
            changes.append(
                RequiredChange(
                    "counter_order", .server, .confidence,
                    "store the counter of the request after the capture's, or check the capture's first: the request "
                        + "covers the capture, so it is signed later and its counter is higher; only a software key "
                        + "can count the other way round"))
        }
        let codes = Set(changes.map(\.code))
        changes += (examined?.changes ?? []).filter { !codes.contains($0.code) && $0.code != "request_signature" }
        return changes
    }

    /// Whether the capture's counter is too low only because the server has already stored the request's counter.
    package var invalidatesCaptureCounter: Bool {
        guard case .counterNotIncreasing(let found, let stored)? = capture?.judgement.assertion?.failure
        else { return false }
        return judgement.request.outcome.isVerified && Int64(found) <= stored
            && chain.capture.device.map { Int64(found) > $0.counter } ?? false
    }
}
