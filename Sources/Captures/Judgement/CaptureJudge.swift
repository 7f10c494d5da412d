public import DepthAnalysis
internal import DepthFiles
internal import Support

/// Judges captures as the server does, in its order of checks.
///
///     let judgement = CaptureJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.confidence?.rawValue ?? "-", judgement.bindings.map(\.name))
///
/// A judge is a value and can be shared by concurrent tasks. It accepts any bytes.
public struct CaptureJudge: Sendable {
    private let analyzer: DepthAnalyzer
    private let byteLimit: Int
    /// The largest decompressed depth map that is analysed, in bytes.
    public static let standardByteLimit = 256 << 20

    /// Creates a judge with the server's constants.
    ///
    /// - Parameters:
    ///   - exponential: The rounding of the server's `exp`.
    ///   - byteLimit: The largest decompressed depth map to analyse, in bytes. The verdict on a larger one is
    ///     `unknown`.
    public init(exponential: DepthAnalyzer.Exponential = .fused, byteLimit: Int = standardByteLimit) {
        analyzer = DepthAnalyzer(profile: .server, exponential: exponential)
        self.byteLimit = byteLimit
    }

    /// Judges a capture.
    public func judge(_ request: CaptureRequest) -> CaptureJudgement {
        switch request.payload {
        case .full(let body): judge(FullSubject(body, request))
        case .hashOnly(let body, let contentType): judge(HashOnlySubject(body, contentType: contentType, request))
        }
    }

    private func judge(_ sent: FullSubject) -> CaptureJudgement {
        let findings = CaptureFindings(
            of: .full,
            body: FullRules.body.findings(in: sent) + FullRules.parts(sent) + FullRules.complete.findings(in: sent),
            assertion: sent.assertion, storage: FullRules.storage.findings(in: sent))
        var judgement = CaptureJudgement(.full, findings)
        // After metadata in an encoding that is not modelled, it is unknown whether the server reads further parts.
        let isRead = findings.isBodyAccepted || judgement.notModelled == nil
        guard isRead, let metadata = sent.metadata else { return judgement }
        judgement.metadata = metadata
        judgement.clientData = Array(metadata.clientText.utf8)
        judgement.record(bindings(sent.assertion, findings, sent.bindingMaterial), of: sent.assertion)
        guard findings.deciding == nil, let depthMap = sent.part(.depthMap)?.content else { return judgement }
        judgement.metadataEvidence = MetadataEvidence(metadata, now: sent.request.now)
        judgement.record(judgeDepth(depthMap, metadata), isCapped: !sent.request.isRequestVerified)
        return judgement
    }

    private func judge(_ sent: HashOnlySubject) -> CaptureJudgement {
        let reading = HashOnlyRules.reading.findings(in: sent)
        let findings = CaptureFindings(
            of: .hashOnly, body: reading + HashOnlyRules.payload.findings(in: sent), assertion: sent.assertion,
            storage: HashOnlyRules.storage.findings(in: sent))
        var judgement = CaptureJudgement(.hashOnly, findings)
        guard reading.failures().isEmpty, let payload = try? sent.payload?.get() else { return judgement }
        judgement.payload = payload
        judgement.clientData = payload.signedJSON
        judgement.record(bindings(sent.assertion, findings, sent.bindingMaterial), of: sent.assertion)
        guard findings.deciding == nil else { return judgement }
        judgement.metadataEvidence = MetadataEvidence(payload)
        // The server records the device's own verdict.
        let status: DepthJudgement.Status = payload.depthAnalysis.isLikelyRealScene ? .pass : .fail
        judgement.record(DepthJudgement(status: status, refusal: nil, analysis: nil), isCapped: false)
        return judgement
    }

    /// Every binding that the signature satisfies, even in a refused capture.
    private func bindings(
        _ sent: AssertionSubject?, _ findings: CaptureFindings, _ material: @autoclosure () -> BindingMaterial
    ) -> [SatisfiedBinding] {
        guard let sent, let assertion = sent.assertion else { return [] }
        let isVerified = findings.verification?.status == .pass
        let message = sent.clientDataHash.map { SigningForm.plain.message(assertion.authenticatorData.bytes, $0) }
        return AssertionBinding.satisfied(
            by: assertion, material(), publicKey: sent.device?.publicKey, verified: isVerified ? message : nil)
    }

    /// The dimensions of the metadata apply only if they match the number of samples.
    func judgeDepth(_ part: [UInt8], _ metadata: CaptureMetadata) -> DepthJudgement {
        let (file, map, refusal) = Self.serverMap(part, metadata, byteLimit: byteLimit)
        if let refusal { return DepthJudgement(status: .unavailable, refusal: refusal, analysis: nil) }
        let analysis = map.map { map in file.reserving([analyzer], for: map) { analyzer.analyze(map) } }
        let status: DepthJudgement.Status =
            switch analysis?.status {
            case .pass: .pass
            case .fail: .fail
            case .unavailable: .unavailable
            case nil: .unknown
            }
        return DepthJudgement(status: status, refusal: nil, analysis: analysis)
    }

    /// The depth map as the server reads it, or the reason it reads none. Both are nil for a map above the limit.
    static func serverMap(
        _ part: [UInt8], _ metadata: CaptureMetadata, byteLimit: Int
    ) -> (file: MapFile, map: DepthMap?, refusal: ServerRefusal?) {
        let dimensions = MapDimensions(width: Int(metadata.width), height: Int(metadata.height))
        let options = ReadingOptions(dimensions: dimensions, maximumByteCount: byteLimit)
        let file = DepthFileReader(options: options).open(part, path: CapturePart.depthMap.rawValue)
        switch file.serverReading {
        case .sameMap: return (file, try? file.decoded().map, nil)
        case .otherMap(let other): return (file, other, nil)
        case .unavailable(let refusal): return (file, nil, refusal)
        case .unknown, nil: return (file, nil, nil)
        }
    }
}

extension CaptureJudgement {
    fileprivate mutating func record(_ depth: DepthJudgement, isCapped: Bool) {
        self.depth = depth
        guard answer != nil else { return }
        confidence = CaptureConfidence(
            hardware: assertion?.status ?? .unavailable, depth: depth.status, isCapped: isCapped)
    }
}
