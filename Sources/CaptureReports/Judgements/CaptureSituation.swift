internal import Captures
internal import DepthFiles

/// A request and its judgement, and what else can be read of the request, however early the server stopped.
struct CaptureSituation {
    let request: CaptureRequest
    let judgement: CaptureJudgement
    /// The parts that can be read of a full capture that is refused; of one that is accepted the judgement tells all.
    let parts: [BodyPart]
    /// Why they are not all of them.
    let fault: MultipartFault?
    /// The metadata of each part of that kind, or why it cannot be read; empty for a capture that is accepted.
    let metadataParts: [Result<CaptureMetadata, ServerJSONError>]
    /// A hash-only payload, or why it cannot be read; nil where nobody would look at it. The server looks at none that
    /// is sent as something else than JSON.
    let payload: Result<HashOnlyPayload, ServerJSONError>?
    /// The assertion, or why it cannot be read; nil where there is none.
    let assertion: Result<Assertion, AssertionFailure>?

    init(request: CaptureRequest, judgement: CaptureJudgement) {
        self.request = request
        self.judgement = judgement
        if judgement.refusal != nil, case .full(let body) = request.payload {
            (parts, fault) = body.readableParts
        } else {
            (parts, fault) = ([], nil)
        }
        metadataParts = parts.filter { $0.kind == .metadata }.map { part in
            Result { () throws(ServerJSONError) in try CaptureMetadata(json: PartText.utf8(of: part)) }
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

    /// Whether it is a full capture that the server refuses.
    var isRefusedFullCapture: Bool { judgement.refusal != nil && judgement.endpoint == .full }

    /// The last part of a kind, which is the one that counts.
    func part(_ kind: CapturePart) -> BodyPart? { parts.last { $0.kind == kind } }

    /// Whether nothing but the request's missing signature stands between the capture and `high`.
    var isCapped: Bool {
        judgement.endpoint == .full && judgement.confidence == .medium && judgement.assertion?.status == .pass
            && judgement.depth?.status == .pass && !request.isRequestVerified
    }

    /// Why the server gets no depth map, also of a capture that it refuses.
    var depthRefusal: ServerRefusal? {
        if let depth = judgement.depth { return depth.refusal }
        guard let part = part(.depthMap), !part.content.isEmpty else { return nil }
        guard case .unavailable(let refusal) = DepthFileReader().read(part.content).serverReading else { return nil }
        return refusal
    }
}

extension FullBody {
    /// The parts that can be read, and what ends them too early.
    var readableParts: (parts: [BodyPart], fault: MultipartFault?) {
        if case .parts(let parts) = self { return (parts, nil) }
        var parts: [BodyPart] = []
        do throws(MultipartFault) {
            var reader = try reader()
            while let part = try reader?.next() { parts.append(part) }
            return (parts, nil)
        } catch {
            return (parts, error)
        }
    }
}
