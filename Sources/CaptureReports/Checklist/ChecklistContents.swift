internal import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// The contents of a capture, as far as they can be read. The server may refuse the body before it reads them.
struct ChecklistContents {
    /// The metadata of a full capture; nil if they are absent or cannot be decoded.
    let metadata: CaptureMetadata?
    /// The payload of a hash-only capture; nil if it cannot be decoded.
    let payload: HashOnlyPayload?
    /// The assertion in base64; nil if there is none.
    let assertionText: String?
    let assertion: Result<Assertion, AssertionFailure>?
    /// The depth map as the server reads it; nil if it reads none.
    let map: DepthMap?
    /// Whether it is unknown if there is an assertion, because the metadata or the payload cannot be decoded.
    let isUnreadable: Bool
    private let parts: [BodyPart]
    private let fault: MultipartFault?

    init(of judged: JudgedCapture) {
        switch judged.request.payload {
        case .full(let body):
            (parts, fault) = body.readableParts
            payload = nil
            let part = parts.last { $0.kind == .metadata }
            metadata = part.flatMap { try? $0.metadata.get() }
            isUnreadable = metadata == nil && (part != nil || parts.isEmpty || fault != nil)
        case .hashOnly(let body, _):
            (parts, fault, metadata) = ([], nil, nil)
            payload = judged.judgement.payload ?? (try? HashOnlyPayload(json: body))
            isUnreadable = payload == nil
        }
        let text = metadata?.presentAssertion ?? payload?.assertion
        assertionText = text.flatMap { $0.isEmpty ? nil : $0 }
        assertion = assertionText.map { text in
            Result { () throws(AssertionFailure) in try Assertion(base64: text) }
        }
        let depthMap = parts.last { $0.kind == .depthMap }
        map = if let depthMap, let metadata { Self.map(depthMap.content, metadata) } else { nil }
    }

    /// The content of the part that counts; nil if there is none, and for a multipart body that cannot be read to its
    /// end, in which any part could follow.
    func part(_ part: CapturePart) -> [UInt8]? {
        fault == nil ? parts.last { $0.kind == part }?.content : nil
    }

    /// Why a full capture has no such part.
    func absence(of part: CapturePart, _ refusal: CaptureRefusal?) -> String {
        if let fault { return "the parts cannot be read: \(fault.wording)" }
        if parts.isEmpty, let refusal { return "the parts cannot be read: \(refusal.wording)" }
        return "no part \(part.rawValue)"
    }

    private static func map(_ part: [UInt8], _ metadata: CaptureMetadata) -> DepthMap? {
        let dimensions = MapDimensions(width: Int(metadata.width), height: Int(metadata.height))
        let file = DepthFileReader(options: ReadingOptions(dimensions: dimensions)).read(part)
        return switch file.serverReading {
        case .sameMap: try? file.result.get().map
        case .otherMap(let map): map
        case .unavailable, .unknown: nil
        }
    }
}
