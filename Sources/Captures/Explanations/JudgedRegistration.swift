internal import Support

/// A registration, the server's judgement of it, and the explanation that the server does not give.
///
///     let judged = JudgedRegistration(request)
///     print(judged.outcome, judged.reasons.map(\.sentence), judged.changes.map(\.sentence))
public final class JudgedRegistration: Sendable {
    /// The request, and the state of the server when it arrived.
    public let request: RegistrationRequest
    /// The server's answer and its checks.
    public let judgement: RegistrationJudgement
    package let isCase: Bool
    package let remarks: [AnswerReason]
    /// Nil if the attestation object is missing or cannot be read in any form.
    package let diagnosis: AttestationDiagnosis?
    package let keyIDOrigin: KeyIDOrigin?
    package let usableTime: AttestationTime?
    /// Nil without ``diagnosis``.
    package let apple: AppleVerdict?
    /// The verdicts on the object, even if the server would not verify it; nil without an object or a challenge.
    package let verification: (permissive: AttestationVerdict, strict: AttestationVerdict)?

    /// Judges a registration and explains the judgement.
    public convenience init(_ request: RegistrationRequest) { self.init(request, isCase: false) }

    package init(_ request: RegistrationRequest, isCase: Bool, remarks: [AnswerReason] = []) {
        (self.request, self.isCase, self.remarks) = (request, isCase, remarks)
        judgement = RegistrationJudge().judge(request)
        let sent = judgement.sent
        let challenge = sent?.readableChallenge
        let diagnosis = sent?.readableObject.map { AttestationDiagnosis(object: $0, challenge: challenge) }
        self.diagnosis = diagnosis
        usableTime = diagnosis?.usableTime
        let keyID = sent?.keyID
        keyIDOrigin = keyID.flatMap { keyID in diagnosis.flatMap { KeyIDOrigin(of: keyID, in: $0) } }
        apple = diagnosis.map {
            AppleVerdict(
                $0, challenge: challenge, keyID: keyID, application: request.application, now: request.now,
                root: request.root)
        }
        verification = Self.verification(judgement, request)
    }

    private static func verification(
        _ judgement: RegistrationJudgement, _ request: RegistrationRequest
    ) -> (permissive: AttestationVerdict, strict: AttestationVerdict)? {
        if judgement.isChallengeSpent == true, let permissive = judgement.permissive, let strict = judgement.strict {
            return (permissive, strict)
        }
        guard let object = judgement.sent?.readableObject, let challenge = judgement.sent?.readableChallenge
        else { return nil }
        let verifier = AttestationVerifier(application: request.application, now: request.now, root: request.root)
        let permissive = verifier.verify(object, challenge: challenge, isStrict: false)
        guard permissive.failure?.notModelled == nil else { return nil }
        return (permissive, verifier.verify(object, challenge: challenge, isStrict: true))
    }

    /// The key id that was sent; nil for a lone attestation object that is judged with the id of its own key.
    package var sentKeyID: String? {
        if case .members = request.content, !isCase, keyIDOrigin == nil { return nil }
        return judgement.sent?.keyID
    }

    /// The outcome in one word.
    public var outcome: CaptureOutcome {
        if judgement.refusal != nil { return .refused }
        if judgement.notModelled != nil { return .notModelled }
        guard let verdict = judgement.verdict else { return .unknown }
        return verdict.isVerified ? .verified : .unverified
    }

    /// The reasons for the answer, or for a device that is not verified.
    public var reasons: [AnswerReason] {
        var reasons: [AnswerReason] = []
        if let refused = judgement.refused {
            reasons.append(
                AnswerReason(
                    code: refused.answer?.reason ?? "", sentence: wording(of: refused.fault), rules: refused.rules))
        } else if let reason = judgement.notModelled {
            reasons.append(
                AnswerReason(code: reason.code, sentence: reason.description, rules: judgement.notModelledRules))
        }
        if let verdict = judgement.verdict, let failure = verdict.failure {
            reasons.append(AnswerReason(code: failure.code, sentence: wording(of: failure), rules: verdict.rules))
        }
        return reasons
    }

    package var disclosesReason: Bool {
        guard judgement.refused != nil, let status = judgement.answer?.httpStatus
        else { return judgement.notModelled != nil }
        return [400, 401, 409, 413, 415, 422].contains(status)
    }
}
