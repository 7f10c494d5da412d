internal import Captures
internal import DepthFiles

/// A request, its judgement, and everything else that can be read from the request, even if the server stopped early.
struct DecodedCapture {
    let request: CaptureRequest
    let judgement: CaptureJudgement
    /// The readable parts of a refused full capture; empty for an accepted one, whose judgement has the contents.
    let parts: [BodyPart]
    /// The payload of a hash-only capture; nil for a full capture and for a body above the limit.
    let payload: Result<HashOnlyPayload, ServerJSONError>?
    /// The decoded assertion; nil if there is none.
    let assertion: Result<Assertion, AssertionFailure>?

    init(request: CaptureRequest, judgement: CaptureJudgement) {
        self.request = request
        self.judgement = judgement
        if judgement.refusal != nil, case .full(let body) = request.payload {
            parts = body.readableParts.parts
        } else {
            parts = []
        }
        payload = Self.payload(of: request, judgement)
        let text = judgement.metadata?.presentAssertion ?? (try? payload?.get())?.assertion
        assertion = text.flatMap { $0.isEmpty ? nil : $0 }.map { text in
            Result { () throws(AssertionFailure) in try Assertion(base64: text) }
        }
    }

    private static func payload(
        of request: CaptureRequest, _ judgement: CaptureJudgement
    ) -> Result<HashOnlyPayload, ServerJSONError>? {
        if let payload = judgement.payload { return .success(payload) }
        guard case .hashOnly(let body, _) = request.payload, body.count <= CapturePayload.byteLimit else { return nil }
        return Result { () throws(ServerJSONError) in try HashOnlyPayload(json: body) }
    }

    /// The binding that the server checks at this endpoint.
    var wantedBinding: Binding { judgement.endpoint.binding }

    /// The last part of a kind, which is the effective one.
    func part(_ kind: CapturePart) -> BodyPart? { parts.last { $0.kind == kind } }

    /// Whether only the unverified request prevents the confidence `high`.
    var isCapped: Bool {
        judgement.endpoint == .full && judgement.confidence == .medium && judgement.assertion?.status == .pass
            && judgement.depth?.status == .pass && !request.isRequestVerified
    }

    /// The reason the server gets no depth map, even for a refused capture.
    var depthRefusal: ServerRefusal? {
        if let depth = judgement.depth { return depth.refusal }
        guard let part = part(.depthMap), !part.content.isEmpty else { return nil }
        guard case .unavailable(let refusal) = DepthFileReader().read(part.content).serverReading else { return nil }
        return refusal
    }
}
