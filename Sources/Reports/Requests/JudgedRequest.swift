package import Captures
package import Support

package struct JudgedRequest: Sendable {
    package let request: AuthenticationRequest
    package let judgement: RequestJudgement
    /// The format of X-Device-Timestamp if it is not milliseconds; nil if no format fits.
    let timestamp: (form: TimestampFormat, milliseconds: Int64)?
    /// The definition that a failing signature matches; nil if none does.
    let signing: RequestSigning?
    /// Notes about the input.
    private(set) var remarks: [JudgedInput.Reason] = []

    package init(_ request: AuthenticationRequest, remarks: [JudgedInput.Reason] = []) {
        self.init(request, RequestJudge().judge(request))
        self.remarks = remarks
    }

    /// Wraps an existing judgement.
    init(_ request: AuthenticationRequest, _ judgement: RequestJudgement) {
        (self.request, self.judgement) = (request, judgement)
        let header = request.headers.text(SignatureHeader.timestamp.rawValue).flatMap { $0 } ?? ""
        let form = TimestampFormat.of(header, now: request.now)
        timestamp = form?.form == .milliseconds ? nil : form
        let isFailing = judgement.failures.contains { $0.fault == .assertion(.signatureInvalid) }
        let isTested = isFailing || request.headers.milliseconds == nil
        signing = (form?.milliseconds ?? request.headers.milliseconds).flatMap { milliseconds in
            isTested ? RequestSigning.matching(request, milliseconds: milliseconds) : nil
        }
    }

    /// The text in the signature header, if it is base64 of at least four printable ASCII characters or line breaks
    /// instead of an assertion.
    var signatureText: String? {
        guard let bytes = request.headers.signature, bytes.count >= 4,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    package var outcome: CaptureOutcome { CaptureOutcome(judgement.outcome) }

    package var reasons: [JudgedInput.Reason] {
        guard let failure = judgement.outcome.failure else { return [] }
        let sentence = failure.fault.wording + explanation(of: failure.fault)
        return [JudgedInput.Reason(code: judgement.outcome.reason ?? "", sentence: sentence, rules: failure.rules)]
    }

    /// The consequences besides the answer.
    package var consequences: [JudgedInput.Reason] {
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

extension RequestFailure {
    /// The reason, without a period.
    var wording: String {
        switch self {
        case .missingHeader(let header): "\(header.rawValue) is missing"
        case .malformedHeader(let header): "\(header.rawValue) is not \(header.form)"
        case .past(let milliseconds):
            "the request is \(Self.shown(milliseconds, "old")), more than "
                + "\(RequestJudge.ages.upperBound / 1000) seconds"
        case .future(let milliseconds, isWrapped: false):
            "the request is "
                + "\(Self.shown(Int64(clamping: milliseconds.magnitude), "ahead of the server")), more than "
                + "\(-RequestJudge.ages.lowerBound / 1000) seconds"
        case .future(_, isWrapped: true):
            "the timestamp is so far from the server's that the difference overflows and counts as ahead"
        case .unknownDevice: "the device is not registered"
        case .unverifiedDevice(let level):
            "the device is registered as \"\(level.printable)\", not \(CaptureDevice.verifiedLevel): no signature is "
                + "checked"
                + (["tee", "strongbox"].contains(level) ? "; the levels of Android count as unverified here" : "")
        case .bodyTooLarge(let byteCount):
            "the body has \(byteCount) bytes, more than \(AuthenticationRequest.byteLimit)"
        case .assertion(let failure): "the assertion of the request: \(failure.wording)"
        }
    }
}

extension RequestFailure {
    /// A duration in a large unit and its direction, with the milliseconds.
    static func shown(_ milliseconds: Int64, _ direction: String) -> String {
        let duration = NumberText.duration(milliseconds: milliseconds)
        return "\(duration) \(direction)" + (duration.hasSuffix("ms") ? "" : " (\(milliseconds) ms)")
    }
}

extension SignatureHeader {
    /// The expected value of the header.
    var form: String {
        switch self {
        case .device: "the UUID of the device"
        case .timestamp: "milliseconds since 1970, a whole number"
        case .signature: "strict base64 of an assertion"
        }
    }
}

/// A change that is required for the server to verify a registration or request.
package struct RequestChange: Sendable, Hashable {
    /// A stable code for this kind of change.
    package let code: String
    /// A stable code for the cause, if it is known.
    package private(set) var cause: String?
    package let party: CaptureChange.Party
    package let purpose: CaptureChange.Purpose
    /// The instruction, without a period.
    package let sentence: Message

    init(_ code: String, _ party: CaptureChange.Party, _ purpose: CaptureChange.Purpose, _ sentence: Message) {
        (self.code, self.party, self.purpose, self.sentence) = (code, party, purpose, sentence)
    }

    init(_ change: CaptureChange, at endpoint: CaptureEndpoint) {
        self.init(change.code, change.party, change.purpose(at: endpoint), "\(change.sentence)")
        cause = change.cause
    }
}
