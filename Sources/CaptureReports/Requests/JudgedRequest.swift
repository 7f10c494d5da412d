package import Captures
internal import Support

package struct JudgedRequest: Sendable {
    package let request: AuthenticationRequest
    package let judgement: RequestJudgement
    package let diagnosis: RequestDiagnosis

    package init(_ request: AuthenticationRequest) {
        self.init(request, RequestJudge().judge(request))
    }

    /// Wraps an existing judgement.
    init(_ request: AuthenticationRequest, _ judgement: RequestJudgement) {
        (self.request, self.judgement) = (request, judgement)
        diagnosis = RequestDiagnosis(request)
    }

    package var outcome: CaptureOutcome { CaptureOutcome(judgement.outcome) }

    package var reasons: [JudgedInput.Reason] {
        guard let failure = judgement.outcome.failure else { return [] }
        let isRefused = judgement.outcome.refusal != nil
        let code = isRefused ? failure.answer.reason ?? "" : failure.unverifiedReason
        return [JudgedInput.Reason(code: code, sentence: failure.wording + explanation(of: failure))]
    }

    /// The bindings that the signature satisfies, or else the request definition that it matches.
    package var bindings: [String] {
        let shared = judgement.bindings.map(\.name)
        guard shared.isEmpty, let signing = diagnosis.signing else { return shared }
        return [signing.name]
    }
}

extension CaptureOutcome {
    init(_ outcome: RequestOutcome) {
        self =
            switch outcome {
            case .verified: .verified
            case .unverified: .unverified
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
        case .past(let milliseconds): "the request is \(milliseconds) ms old, more than \(RequestJudge.ages.upperBound)"
        case .future(let milliseconds, isWrapped: false):
            "the request is \(milliseconds.magnitude) ms ahead of the server, more than "
                + "\(-RequestJudge.ages.lowerBound)"
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
