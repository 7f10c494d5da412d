internal import Support

/// A signed request, the server's judgement of it, and the explanation that the server does not give.
///
///     let judged = JudgedRequest(request)
///     print(judged.outcome, judged.reasons.map(\.sentence), judged.changes.map(\.sentence))
public final class JudgedRequest: Sendable {
    /// The request, and the state of the server when it arrived.
    public let request: AuthenticationRequest
    /// The server's answer and its checks.
    public let judgement: RequestJudgement
    /// The format and time of X-Device-Timestamp; nil if the header is in milliseconds, or if no format fits.
    let timestamp: (form: TimestampFormat, milliseconds: Int64)?
    let signing: RequestSigning?
    private let remarks: [AnswerReason]

    /// Judges a request and explains the judgement.
    public convenience init(_ request: AuthenticationRequest) { self.init(request, RequestJudge().judge(request)) }

    package init(_ request: AuthenticationRequest, _ judgement: RequestJudgement, remarks: [AnswerReason] = []) {
        (self.request, self.judgement, self.remarks) = (request, judgement, remarks)
        let header = request.headers.text(SignatureHeader.timestamp.rawValue).flatMap { $0 } ?? ""
        let form = TimestampFormat.of(header, now: request.now)
        timestamp = form?.form == .milliseconds ? nil : form
        let isFailing = judgement.failures.contains { $0.fault == .assertion(.signatureInvalid) }
        let isTested = isFailing || request.headers.milliseconds == nil
        signing = (form?.milliseconds ?? request.headers.milliseconds).flatMap { milliseconds in
            isTested ? RequestSigning.matching(request, milliseconds: milliseconds) : nil
        }
    }

    /// The text in base64 that was sent in place of an assertion: four or more printable characters or line breaks.
    var signatureText: String? {
        guard let bytes = request.headers.signature, bytes.count >= 4,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The outcome in one word.
    public var outcome: CaptureOutcome { CaptureOutcome(judgement.outcome) }

    /// The reason the request is not verified; empty for a verified request.
    public var reasons: [AnswerReason] {
        guard let failure = judgement.outcome.failure else { return [] }
        let sentence = failure.fault.description + explanation(of: failure.fault)
        return [AnswerReason(code: judgement.outcome.reason ?? "", sentence: sentence, rules: failure.rules)]
    }

    /// The consequences of the request, apart from the answer.
    public var consequences: [AnswerReason] {
        remarks + (request.headers.signature.map { RepeatedMember.all(inAssertion: $0).map(\.consequence) } ?? [])
    }

    /// The bindings that the signature satisfies, or else the request definition that it matches.
    package var bindings: [String] {
        let shared = judgement.bindings.map(\.name)
        guard shared.isEmpty, let signing else { return shared }
        return [signing.name]
    }
}

extension CaptureOutcome {
    init(_ outcome: RequestOutcome) {
        self =
            switch outcome {
            case .verified: .verified
            case .unverified: .unverified
            case .unknown: .unknown
            case .refused: .refused
            }
    }
}
