internal import CapturePayloads
internal import DepthFiles

/// A request and its judgement, and what else can be read of the request, however early the server stopped.
struct CaptureSituation {
    let request: CaptureRequest
    let judgement: CaptureJudgement
    /// The parts that can be read of a full capture that is refused; of one that is accepted the judgement tells all.
    let parts: [BodyPart]
    /// The assertion, or why it cannot be read; nil where there is none.
    let assertion: Result<Assertion, AssertionFailure>?

    init(request: CaptureRequest, judgement: CaptureJudgement) {
        self.request = request
        self.judgement = judgement
        parts =
            if judgement.refusal != nil, case .full(let body) = request.payload { body.readableParts } else { [] }
        let text = judgement.metadata?.presentAssertion ?? judgement.payload?.assertion
        assertion = text.flatMap { $0.isEmpty ? nil : $0 }.map { text in
            Result { () throws(AssertionFailure) in try Assertion(base64: text) }
        }
    }

    /// The binding that the server checks at this endpoint.
    var wantedBinding: Binding { Self.wantedBinding(at: judgement.endpoint) }

    static func wantedBinding(at endpoint: CaptureEndpoint) -> Binding {
        switch endpoint {
        case .full: .serverFull
        case .hashOnly: .serverHashOnly
        }
    }

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
    /// The parts that can be read, up to where the body breaks off.
    var readableParts: [BodyPart] {
        switch self {
        case .parts(let parts): return parts
        case .multipart(let bytes, let boundary):
            guard var reader = try? MultipartReader(bytes, boundary: boundary) else { return [] }
            var parts: [BodyPart] = []
            while let part = try? reader.next() { parts.append(part) }
            return parts
        }
    }
}
