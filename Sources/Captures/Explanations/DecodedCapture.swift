internal import DepthFiles

/// A request, its judgement, and everything else that can be read from the request, even if the server stopped early.
final class DecodedCapture {
    let request: CaptureRequest
    let judgement: CaptureJudgement
    /// The readable parts of a refused full capture; empty for an accepted one, whose contents are in ``judgement``.
    let parts: [BodyPart]
    /// The payload of a hash-only capture; nil for a full capture and for a body above the limit.
    let payload: Result<HashOnlyPayload, ServerJSONError>?
    let assertionText: String?
    /// The assertion, decoded from its text in any form; nil if there is none.
    let assertion: Result<AppAttestAssertion, AssertionFailure>?
    /// The CBOR of the assertion; nil if there is none or it cannot be read in any form.
    let assertionBytes: [UInt8]?
    let signedText: SignedText?
    /// The known damage of the depth map of a full capture; nil if there is none, and for a map that passes.
    let depthMapRepair: DepthMapRepair?

    init(request: CaptureRequest, judgement: CaptureJudgement) {
        (self.request, self.judgement) = (request, judgement)
        if judgement.refusal != nil, case .full(let body) = request.payload {
            parts = body.readableParts.parts
        } else {
            parts = []
        }
        payload = Self.payload(of: request, judgement)
        let text = judgement.metadata?.presentAssertion ?? (try? payload?.get())?.assertion
        assertionText = text.flatMap { $0.isEmpty ? nil : $0 }
        assertionBytes = assertionText.flatMap { AppAttestAssertion.reading(of: $0)?.bytes }
        assertion = assertionText.map { text in
            Result { () throws(AssertionFailure) in try AppAttestAssertion(readable: text) }
        }
        let isSearched =
            judgement.readableBindings.isEmpty
            && judgement.assertionFailures.contains { $0.fault == .signatureInvalid }
        signedText = isSearched ? SignedText.matching(request, judgement) : nil
        let isSuspect = judgement.depth?.status != .pass && judgement.endpoint == .full
        let depthMap = isSuspect ? Self.depthMap(of: request, parts) : nil
        depthMapRepair = depthMap.flatMap { depthMap in
            let (width, height) = judgement.metadata.map { (Int($0.width), Int($0.height)) } ?? (0, 0)
            return DepthMapRepair(of: depthMap, width: width, height: height)
        }
    }

    private static func depthMap(of request: CaptureRequest, _ parts: [BodyPart]) -> [UInt8]? {
        guard case .full(let body) = request.payload else { return nil }
        let parts = parts.isEmpty ? body.readableParts.parts : parts
        return parts.last { $0.kind == .depthMap }?.content
    }

    private static func payload(
        of request: CaptureRequest, _ judgement: CaptureJudgement
    ) -> Result<HashOnlyPayload, ServerJSONError>? {
        if let payload = judgement.payload { return .success(payload) }
        guard case .hashOnly(let body, _) = request.payload, body.count <= CapturePayload.byteLimit else { return nil }
        return Result { () throws(ServerJSONError) in try HashOnlyPayload(json: body) }
    }

    var wantedBinding: AssertionBinding { judgement.endpoint.binding }
    var fullBody: FullCaptureBody? { if case .full(let body) = request.payload { body } else { nil } }
    /// The depth map of a full capture as it was sent, whether the capture is refused or accepted.
    var depthMap: [UInt8]? { Self.depthMap(of: request, parts) }

    func cause(of fault: MultipartFault) -> MultipartCause? { fullBody.flatMap { MultipartCause(of: fault, in: $0) } }

    /// The cause of a fault that changes the parts of the body without the server's notice.
    var unnoticedCause: MultipartCause? {
        judgement.refusal == nil ? nil : fullBody.flatMap { MultipartCause(unnoticedIn: $0) }
    }

    func misnamed(_ part: CapturePart) -> MisnamedPart? { fullBody.flatMap { MisnamedPart(for: part, in: $0) } }

    var metadataRepair: PartRepair? {
        part(.metadata).flatMap { part in PartRepair(of: part.content) { (try? CaptureMetadata(json: $0)) != nil } }
    }

    /// The last part of a kind, which is the effective one.
    func part(_ kind: CapturePart) -> BodyPart? { parts.last { $0.kind == kind } }

    var isCapped: Bool {
        judgement.endpoint == .full && judgement.confidence == .medium && judgement.assertion?.status == .pass
            && judgement.depth?.status == .pass && !request.isRequestVerified
    }

    /// The reason why the server cannot read the depth map, even if it refuses the capture for another reason.
    var depthRefusal: ServerRefusal? {
        if let depth = judgement.depth { return depth.refusal }
        guard let part = part(.depthMap), !part.content.isEmpty else { return nil }
        guard case .unavailable(let refusal) = DepthFileReader().read(part.content).serverReading else { return nil }
        return refusal
    }
}
