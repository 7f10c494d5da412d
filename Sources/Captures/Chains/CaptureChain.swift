/// A capture and the signed request that carries it.
///
///     let judgement = ChainJudge().judge(CaptureChain(capture: capture, headers: headers))
///     print(judgement.permissive.counterAfter)
public struct CaptureChain: Sendable {
    /// The capture, with the device as it is stored before the request. Whether the request verified is found out.
    public var capture: CaptureRequest
    /// The headers of the request.
    public var headers: RequestHeaders
    /// Whether the server knows the device.
    public var isDeviceKnown: Bool
    /// Whether the server insists on verified devices: REQUIRE_VERIFIED_DEVICES.
    public var isStrict: Bool

    /// Puts a chain together.
    public init(
        capture: CaptureRequest, headers: RequestHeaders, isDeviceKnown: Bool = true, isStrict: Bool = false
    ) {
        (self.capture, self.headers, self.isDeviceKnown) = (capture, headers, isDeviceKnown)
        self.isStrict = isStrict
    }

    /// The request that carries the capture.
    package var signedRequest: AuthenticationRequest {
        AuthenticationRequest(
            headers: headers, body: .bytes(body), device: isDeviceKnown ? capture.device : nil, now: capture.now,
            isStrict: isStrict)
    }

    /// The bytes of the body; of parts, those with the standard boundary.
    var body: [UInt8] {
        switch capture.payload {
        case .hashOnly(let bytes, _): bytes
        case .full(.parts(let parts)): MultipartWriter.standard.body(of: parts)
        case .full(let body): body.bytes ?? []
        }
    }
}

/// What the server makes of a capture that comes in a signed request.
public struct ChainJudgement: Sendable {
    /// What becomes of the request.
    public let request: RequestJudgement
    /// What follows in the default mode.
    public let permissive: Outcome
    /// What follows with REQUIRE_VERIFIED_DEVICES.
    public let strict: Outcome

    /// What follows in one mode.
    public struct Outcome: Sendable {
        /// What is judged once the request is through; nil where it is refused.
        public let capture: (request: CaptureRequest, judgement: CaptureJudgement)?
        /// What the server answers.
        public let answer: CaptureAnswer
        /// The counter that is stored in the end.
        public let counterAfter: Int64
    }

    /// What counts.
    public var outcome: Outcome { request.isStrict ? strict : permissive }
}

/// Judges captures that come in signed requests: the request first, whose counter is stored before the capture is
/// looked at.
///
/// Source: docs/CAPTURE.md, "Signed requests".
public struct ChainJudge: Sendable {
    private let judge: CaptureJudge

    /// A judge.
    public init(_ judge: CaptureJudge = CaptureJudge()) { self.judge = judge }

    /// Judges a chain.
    public func judge(_ chain: CaptureChain) -> ChainJudgement {
        let request = RequestJudge().judge(chain.signedRequest)
        let permissive = follow(request.permissive, chain)
        // What is decided alike in both modes is judged once.
        let strict = request.permissive == request.strict ? permissive : follow(request.strict, chain)
        return ChainJudgement(request: request, permissive: permissive, strict: strict)
    }

    private func follow(_ outcome: RequestOutcome, _ chain: CaptureChain) -> ChainJudgement.Outcome {
        var capture = chain.capture
        if let refusal = outcome.refusal {
            return ChainJudgement.Outcome(
                capture: nil, answer: refusal.answer, counterAfter: capture.device.counter)
        }
        capture.isRequestVerified = outcome.isVerified
        if let counter = outcome.newCounter { capture.device.counter = counter }
        let judgement = judge.judge(capture)
        return ChainJudgement.Outcome(
            capture: (capture, judgement), answer: judgement.answer,
            counterAfter: judgement.assertion?.newCounter ?? capture.device.counter)
    }
}
