/// Judges registrations as the server does, in its order of checks.
///
///     let judgement = RegistrationJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.verdict?.failure?.code ?? "verified")
///
/// Accepts any bytes.
public struct RegistrationJudge: Sendable {
    /// Creates a judge.
    public init() {}

    /// Judges a registration in both modes.
    public func judge(_ request: RegistrationRequest) -> RegistrationJudgement {
        let registration = RegistrationSubject(request)
        let reading = RegistrationRules.reading.findings(in: registration)
        let members = RegistrationRules.members.findings(in: registration)
        let attestation = AttestationRules.all.findings(in: registration.attestation)
        let storage = RegistrationRules.storage.findings(in: registration)

        let early = (reading + members).failures()
        let body = reading.failures().isEmpty ? try? registration.body.get() : nil
        let reached = early.isEmpty ? registration.attestation : nil
        let permissive = reached.map { AttestationVerdict(attestation, of: $0, isStrict: false) }
        let strict = reached.map { AttestationVerdict(attestation, of: $0, isStrict: true) }
        let notModelled = permissive?.failure?.notModelled

        var trail = CheckTrail(CaptureCheck.registration)
        if trail.record(reading), trail.record(members) {
            if let strict { trail.record(attestation, strict: strict, isStrict: request.isStrict) }
            _ = trail.record(storage)
        }
        let object = body?.attestationBytes
        let isAsked = if case .members = request.content { true } else { false }
        return RegistrationJudgement(
            refused: (early + storage.failures()).first, isCovered: body?.isAndroid != true || !early.isEmpty,
            isStrict: request.isStrict,
            isChallengeSpent: reached.map { $0.challenge != nil && $0.challengeState == .issued },
            notModelled: notModelled, permissive: notModelled == nil ? permissive : nil,
            strict: notModelled == nil ? strict : nil,
            notModelledRules: notModelled == nil ? [] : permissive?.rules ?? [],
            uncheckedRequirements: isAsked && reached != nil
                ? (try? reached?.contents?.object.get()).flatMap {
                    AppleRequirement.failing(in: $0, keyID: body?.keyID ?? "")
                } : nil,
            sent: body, objectBytes: object, challenge: body?.challengeBytes, checks: trail.results,
            failures: RegistrationJudgement.Failures(
                early: early,
                attestation: attestation.failures().filter { request.isStrict || !$0.check.isStrictOnly },
                storage: storage.failures()))
    }
}

extension CheckTrail {
    fileprivate mutating func record(
        _ findings: [RuleFinding<AttestationFailure>], strict: AttestationVerdict, isStrict: Bool
    ) {
        for finding in findings {
            if !isStrict, finding.check.isStrictOnly {
                // The default mode only logs these checks. The value marks the failure that strict mode would report.
                let isLogged = strict.rules == finding.rules
                record(finding.check, .notApplicable, isLogged ? .text("fails, and is only logged") : nil)
            } else if !record([finding]) {
                return
            }
        }
    }
}
