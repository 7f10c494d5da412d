/// A capture and the signed request that carries it.
///
///     let judgement = CaptureChainJudge().judge(CaptureChain(capture: capture, headers: headers))
///     print(judgement.permissive.counterAfter)
public struct CaptureChain: Sendable {
    /// The capture, with the device record from before the request. The judge sets `isRequestVerified`.
    public var capture: CaptureRequest
    /// The headers of the request.
    public var headers: RequestHeaders
    /// Whether the device is registered.
    public var isDeviceKnown: Bool
    /// Whether the server runs with REQUIRE_VERIFIED_DEVICES.
    public var isStrict: Bool

    /// Creates a chain.
    public init(capture: CaptureRequest, headers: RequestHeaders, isDeviceKnown: Bool = true, isStrict: Bool = false) {
        (self.capture, self.headers, self.isDeviceKnown) = (capture, headers, isDeviceKnown)
        self.isStrict = isStrict
    }

    package var signedRequest: AuthenticationRequest {
        AuthenticationRequest(
            headers: headers, body: .bytes(body), device: isDeviceKnown ? capture.device : nil,
            isDeviceGiven: capture.device != nil || !isDeviceKnown, now: capture.now, isStrict: isStrict)
    }

    var body: [UInt8] {
        switch capture.payload {
        case .hashOnly(let bytes, _): bytes
        case .full(.parts(let parts)): MultipartWriter.standard.body(of: parts)
        case .full(let body): body.bytes ?? []
        }
    }
}

/// The server's verdict on a capture in a signed request.
public struct CaptureChainJudgement: Sendable {
    /// The verdict on the request.
    public let request: RequestJudgement
    /// The outcome in the default mode.
    public let permissive: Outcome
    /// The outcome with REQUIRE_VERIFIED_DEVICES.
    public let strict: Outcome

    /// The outcome in one mode.
    public struct Outcome: Sendable {
        /// The capture as the server judges it after the request; nil if the request is refused.
        public let capture: (request: CaptureRequest, judgement: CaptureJudgement)?
        /// The server's response; nil if it is not modelled.
        public let answer: CaptureAnswer?
        /// The stored counter after the request and the capture; nil if the device is not known.
        public let counterAfter: Int64?
    }

    /// The outcome in the mode of the request.
    public var outcome: Outcome { request.isStrict ? strict : permissive }
}

/// Judges captures in signed requests. The server stores the request's counter before it reads the capture.
///
///     let outcome = CaptureChainJudge().judge(chain).strict
///     print(outcome.capture?.judgement.confidence?.rawValue ?? "-", outcome.counterAfter ?? -1)
public struct CaptureChainJudge: Sendable {
    private let judge: CaptureJudge

    /// Creates a judge.
    public init(_ judge: CaptureJudge = CaptureJudge()) { self.judge = judge }

    /// Judges a chain in both modes.
    public func judge(_ chain: CaptureChain) -> CaptureChainJudgement {
        judge(chain, in: RequestJudge().judge(chain.signedRequest))
    }

    /// Judges a capture in both modes.
    func judge(_ chain: CaptureChain, in request: RequestJudgement) -> CaptureChainJudgement {
        let permissive = follow(request.permissive, chain)
        // Outcomes that are equal in both modes are computed once.
        let strict = request.permissive == request.strict ? permissive : follow(request.strict, chain)
        return CaptureChainJudgement(request: request, permissive: permissive, strict: strict)
    }

    private func follow(_ outcome: RequestOutcome, _ chain: CaptureChain) -> CaptureChainJudgement.Outcome {
        var capture = chain.capture
        if let answer = outcome.answer {
            return CaptureChainJudgement.Outcome(capture: nil, answer: answer, counterAfter: capture.device?.counter)
        }
        capture.isRequestVerified = outcome.isVerified
        if let counter = outcome.newCounter { capture.device?.counter = counter }
        let judgement = judge.judge(capture)
        return CaptureChainJudgement.Outcome(
            capture: (capture, judgement), answer: judgement.answer,
            counterAfter: judgement.assertion?.newCounter ?? capture.device?.counter)
    }
}
