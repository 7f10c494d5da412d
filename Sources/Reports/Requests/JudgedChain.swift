package import Captures
internal import Support

package struct JudgedChain: Sendable {
    package let chain: CaptureChain
    package let judgement: CaptureChainJudgement
    package let request: JudgedRequest
    /// The capture in the selected mode; nil if the request is refused.
    package let capture: JudgedCapture?
    /// The capture by itself, if the request is refused; the server does not reach it.
    package let unreached: JudgedCapture?
    /// The capture in each mode, for JSON.
    package let permissive: JudgedCapture?
    package let strict: JudgedCapture?

    package init(_ chain: CaptureChain, by judge: CaptureJudge = CaptureJudge()) {
        self.init(chain, CaptureChainJudge(judge).judge(chain), by: judge)
    }

    /// Wraps an existing judgement.
    init(_ chain: CaptureChain, _ judgement: CaptureChainJudgement, by judge: CaptureJudge = CaptureJudge()) {
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

    /// The capture in the selected mode, or else by itself.
    var examined: JudgedCapture? { capture ?? unreached }

    package var outcome: CaptureOutcome { capture.map { CaptureOutcome($0.judgement) } ?? .refused }

    package var reasons: [JudgedInput.Reason] {
        let reasons = capture?.reasons ?? []
        // A request whose signature does not verify is not refused for it in default mode.
        return capture?.judgement.refusal == nil ? request.reasons + reasons : reasons + request.reasons
    }

    /// The consequences of the request and of the capture besides the answer.
    package var consequences: [JudgedInput.Reason] { request.consequences + (capture?.consequences ?? []) }

    /// The changes to the request, then those to the capture.
    package var changes: [RequestChange] {
        var changes = request.changes
        if invalidatesCaptureCounter {
            changes.append(
                RequestChange(
                    "counter_order", .server, .confidence,
                    "store the counter of the request after the capture's, or check the capture's first: the request "
                        + "covers the capture, so it is signed later and its counter is higher; only a software key "
                        + "can count the other way round"))
        }
        let codes = Set(changes.map(\.code))
        let endpoint = chain.capture.payload.endpoint
        changes += (examined?.changes ?? []).filter {
            !codes.contains($0.code) && $0.code != "request_signature"
        }.map { RequestChange($0, at: endpoint) }
        return changes
    }

    /// Whether the capture's counter is too low only because the server has already stored that of the request.
    var invalidatesCaptureCounter: Bool {
        guard case .counterNotIncreasing(let found, let stored)? = capture?.judgement.assertion?.failure else {
            return false
        }
        return judgement.request.outcome.isVerified && Int64(found) <= stored
            && chain.capture.device.map { Int64(found) > $0.counter } ?? false
    }
}
