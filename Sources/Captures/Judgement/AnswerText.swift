internal import DepthAnalysis
internal import DepthFiles

// The texts that `print` shows for judgements: the server's answer, then the reason for it.

extension CaptureAnswer: CustomStringConvertible {
    /// Status, code and stage, such as `400 VALIDATION_ERROR at metadata_field`.
    public var description: String { "\(statusText) at \(stage.rawValue)" }
    /// Status and code, such as `400 VALIDATION_ERROR`.
    package var statusText: String { "\(httpStatus)" + (errorCode.map { " \($0.rawValue)" } ?? "") }

    package static let notModelled = "not modelled"

    fileprivate var refusal: String { "\(statusText), refused" }
}

extension CaptureConfidence? {
    package var recording: String { map { "recorded as \($0.rawValue)" } ?? "recorded; the confidence is unknown" }
}

extension CaptureJudgement: CustomStringConvertible {
    /// The answer, such as `202, recorded as suspicious`, and the reason for it.
    public var description: String {
        let failure = deciding.map { "\($0.fault)" } ?? assertion?.failure.map { "\($0)" }
        let depthReasons = depth?.refusal.map { ["\($0)"] } ?? depth?.analysis?.reasons.map(\.description) ?? []
        return answerText.with(reasons: (failure.map { [$0] } ?? []) + depthReasons)
    }

    package var answerText: String {
        guard let answer else { return notModelled == nil ? "unknown" : CaptureAnswer.notModelled }
        return deciding == nil ? "\(answer.statusText), \(confidence.recording)" : answer.refusal
    }
}

extension RegistrationJudgement: CustomStringConvertible {
    /// The answer, such as `201, registered as unverified`, and the reason for it.
    public var description: String {
        let reason = refusal.map { "\($0)" } ?? notModelled.map { "\($0)" } ?? verdict?.failure.map { "\($0)" }
        return answerText.with(reasons: reason.map { [$0] } ?? [])
    }

    package var answerText: String {
        guard let answer else {
            return notModelled == nil
                ? "an Android phone: this program cannot determine the outcome" : CaptureAnswer.notModelled
        }
        return stored.map { "\(answer.httpStatus), registered as \($0.attestationLevel)" } ?? answer.refusal
    }
}

extension RequestOutcome: CustomStringConvertible {
    /// The answer, such as `proceeds as not verified`, and the reason for it.
    public var description: String { answerText.with(reasons: failure.map { ["\($0.fault)"] } ?? []) }

    package var answerText: String {
        switch self {
        case .verified: "proceeds as verified"
        case .unverified: "proceeds as not verified"
        case .unknown: "proceeds as unknown"
        case .refused(let failure): failure.answer?.refusal ?? "refused"
        }
    }
}

extension RequestJudgement: CustomStringConvertible {
    /// The ``outcome``.
    public var description: String { outcome.description }
}

extension CaptureChainJudgement: CustomStringConvertible {
    /// The outcome of the request, then the outcome of the capture.
    public var description: String {
        outcome.capture.map { "the request \(request); the capture: \($0.judgement)" } ?? request.description
    }
}

extension AttestationVerdict: CustomStringConvertible {
    /// The level of the device, and the code of the failure that gives it.
    public var description: String {
        failure.map { "\(level) (\($0.code)\($0.detail.map { ", \($0)" } ?? ""))" } ?? level
    }
}

extension String {
    fileprivate func with(reasons: [String]) -> String {
        reasons.isEmpty ? self : "\(self): \(reasons.joined(separator: "; "))"
    }
}
