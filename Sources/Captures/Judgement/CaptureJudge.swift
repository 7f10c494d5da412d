public import DepthAnalysis
internal import DepthFiles
internal import Support

/// Judges captures as the server does, in its order of checks.
///
///     let judgement = CaptureJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.confidence?.rawValue ?? "-", judgement.bindings.map(\.name))
///
/// A judge is a value and can be shared by concurrent tasks. It accepts any bytes. Source: docs/CAPTURE.md.
public struct CaptureJudge: Sendable {
    private let analyzer: DepthAnalyzer
    private let byteLimit: Int

    /// Creates a judge with the server's constants.
    ///
    /// - Parameters:
    ///   - exponential: The rounding of the server's `exp`.
    ///   - byteLimit: The largest decompressed depth map to analyse, in bytes. The verdict on a larger one is
    ///     `unknown`.
    public init(exponential: DepthAnalyzer.Exponential = .fused, byteLimit: Int = 256 << 20) {
        analyzer = DepthAnalyzer(profile: .server, exponential: exponential)
        self.byteLimit = byteLimit
    }

    /// Judges a capture.
    public func judge(_ request: CaptureRequest) -> CaptureJudgement {
        switch request.payload {
        case .full(let body): judgeFull(body, request)
        case .hashOnly(let body, let contentType): judgeHashOnly(body, contentType: contentType, request)
        }
    }

    /// The server's verdict on the depth map of a full capture.
    ///
    /// - Parameter metadata: Provides the dimensions, which apply if they match the number of samples.
    func judgeDepth(_ part: [UInt8], _ metadata: CaptureMetadata) -> DepthJudgement {
        let dimensions = MapDimensions(width: Int(metadata.width), height: Int(metadata.height))
        let options = ReadingOptions(dimensions: dimensions, maximumByteCount: byteLimit)
        let file = DepthFileReader(options: options).open(part, path: CapturePart.depthMap.rawValue)
        let map: DepthMap?
        switch file.serverReading {
        case .sameMap: map = try? file.decoded().map
        case .otherMap(let other): map = other
        case .unavailable(let refusal):
            return DepthJudgement(status: .unavailable, refusal: refusal, analysis: nil)
        case .unknown, nil: map = nil
        }
        let analysis = map.map { map in
            file.reserving([analyzer], for: map) { analyzer.analyze(map) }
        }
        let status: DepthJudgement.Status =
            switch analysis?.status {
            case .pass: .pass
            case .fail: .fail
            case .unavailable: .unavailable
            case nil: .unknown
            }
        return DepthJudgement(status: status, refusal: nil, analysis: analysis)
    }
}

/// The intermediate state of a judgement.
struct JudgementDraft {
    let request: CaptureRequest
    var trail: CheckTrail
    var assertion: AssertionJudgement?
    var depth: DepthJudgement?
    var notModelled: NotModelled?
    var metadataEvidence: MetadataEvidence?
    var confidence: CaptureConfidence?
    var clientData: [UInt8]?
    var metadata: CaptureMetadata?
    var payload: HashOnlyPayload?

    init(_ request: CaptureRequest) {
        self.request = request
        trail = CheckTrail(CaptureCheck.all(of: request.payload.endpoint))
    }

    var verifier: AssertionVerifier { AssertionVerifier(device: request.device, application: request.application) }

    /// Completes the judgement.
    ///
    /// - Parameters:
    ///   - assertionText: The assertion to test against all bindings.
    ///   - material: Computes the data of the bindings, if there is an assertion.
    func judgement(
        _ refusal: CaptureRefusal?, assertionText: String?, _ material: () -> BindingMaterial
    ) -> CaptureJudgement {
        let assertion = assertion?.assertion ?? assertionText.flatMap { try? Assertion(base64: $0) }
        let clientDataHash = clientData.map { SHA256Digest.bytes(of: $0) }
        let bindings = assertion.map { assertion in
            let isVerified = self.assertion?.status == .pass
            let message = clientDataHash.map { SigningForm.plain.message(assertion.authenticatorData.bytes, $0) }
            return Binding.satisfied(
                by: assertion, material(), publicKey: request.device.publicKey, verified: isVerified ? message : nil)
        }
        return CaptureJudgement(
            endpoint: request.payload.endpoint, refusal: refusal, notModelled: notModelled, assertion: self.assertion,
            depth: depth, metadataEvidence: metadataEvidence, confidence: confidence, clientData: clientData,
            clientDataHash: clientDataHash, bindings: bindings ?? [],
            checks: trail.results, metadata: metadata, payload: payload)
    }

    /// The final checks, made by the database. It rejects U+0000 before it compares the hash.
    ///
    /// - Parameter member: The name of a text that contains U+0000, if any.
    mutating func requireStorable(nulIn member: String?) throws(CaptureRefusal) {
        try trail.require(
            .textIsStorable, member == nil, member.map { .text($0) }, or: .nulCharacter(member: member ?? ""))
        try trail.require(.mediaIsNew, !request.isMediaStored, or: .mediaStored)
    }
}
