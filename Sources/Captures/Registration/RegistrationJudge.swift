internal import Support

/// Judges registrations as the server does, in its order of checks.
///
///     let judgement = RegistrationJudge().judge(request)
///     print(judgement.answer?.httpStatus ?? 0, judgement.verdict?.failure?.code ?? "verified")
///
/// Accepts any bytes. Source: docs/CAPTURE.md, "The registration".
public struct RegistrationJudge: Sendable {
    /// Creates a judge.
    public init() {}

    /// Judges a registration in both modes.
    public func judge(_ request: RegistrationRequest) -> RegistrationJudgement {
        var draft = RegistrationDraft(request)
        do throws(RegistrationRefusal) {
            let body = try draft.body()
            draft.sent = body
            try draft.checkRules(body)
            guard !body.isAndroid else { return draft.judgement(refusal: nil, isCovered: false) }
            try draft.verify(body)
            try draft.store(body)
            return draft.judgement(refusal: nil)
        } catch {
            return draft.judgement(refusal: error)
        }
    }
}

/// The intermediate state of a judgement.
private struct RegistrationDraft {
    let request: RegistrationRequest
    var trail: CheckTrail
    var sent: RegistrationBody?
    var isChallengeSpent: Bool?
    var permissive: AttestationVerdict?
    var strict: AttestationVerdict?

    init(_ request: RegistrationRequest) {
        self.request = request
        trail = CheckTrail(CaptureCheck.registration)
    }

    mutating func body() throws(RegistrationRefusal) -> RegistrationBody {
        switch request.content {
        case .members(let body):
            for check in [CaptureCheck.contentType, .bodySize, .registrationJSON] {
                trail.record(check, .notApplicable)
            }
            return body
        case .http(let bytes, let contentType):
            let isJSON = contentType.flatMap { MediaType($0) }?.isJSON ?? false
            try require(.contentType, isJSON, contentType.map { .text($0) }, or: .contentType(found: contentType))
            let limit = CapturePayload.byteLimit
            try require(
                .bodySize, bytes.count <= limit, .integer(Int64(bytes.count)),
                or: .bodyTooLarge(byteCount: bytes.count, limit: limit))
            do throws(ServerJSONError) {
                let body = try RegistrationBody(json: bytes)
                trail.record(.registrationJSON, .passed)
                return body
            } catch {
                trail.record(.registrationJSON, .failed, .text(error.code))
                throw .json(error)
            }
        }
    }

    mutating func checkRules(_ body: RegistrationBody) throws(RegistrationRefusal) {
        for rule in RegistrationRule.allCases {
            // The other rules depend on the platform.
            let isCommon = rule == .platform || rule == .model
            let applies = isCommon || rule.isForAndroid == body.isAndroid
            try require(
                .registration(rule), applies ? rule.holds(body) : nil, rule.value(in: body), or: .rule(rule))
        }
    }

    mutating func verify(_ body: RegistrationBody) throws(RegistrationRefusal) {
        let object = body.objectText.flatMap(StrictBase64.bytes) ?? []
        guard let challenge = body.challengeText.flatMap(StrictBase64.bytes) else {
            trail.record(.challengeLength, .notApplicable)
            isChallengeSpent = false
            conclude(AttestationVerdict(failure: .noChallenge), object)
            return
        }
        try require(
            .challengeLength, challenge.count == SessionState.challengeByteCount, .integer(Int64(challenge.count)),
            or: .challengeLength(found: challenge.count))
        guard request.challengeState == .issued else {
            isChallengeSpent = false
            conclude(AttestationVerdict(failure: .challenge(request.challengeState)), object)
            return
        }
        isChallengeSpent = true
        let verifier = AttestationVerifier(
            application: request.application, now: request.now, root: request.root)
        permissive = verifier.verify(object, challenge: challenge, isStrict: false)
        strict = verifier.verify(object, challenge: challenge, isStrict: true)
        recordAttestation(object)
    }

    private mutating func conclude(_ verdict: AttestationVerdict, _ object: [UInt8]) {
        (permissive, strict) = (verdict, verdict)
        recordAttestation(object)
    }

    /// Records each step of the verification in the mode of the request.
    private mutating func recordAttestation(_ bytes: [UInt8]) {
        let failing = (request.isStrict ? strict : permissive)?.failure
        let found = AttestationFindings(bytes, request)
        for check in AttestationCheck.allCases {
            if AttestationCheck.strictOnly.contains(check), !request.isStrict {
                // The default mode only logs these steps; the value shows a failure.
                trail.record(.attestation(check), .notApplicable, strictFinding(check))
                continue
            }
            if check == failing?.check {
                if failing?.notModelled != nil { return }
                trail.record(.attestation(check), .failed, found.value(check))
                return
            }
            trail.record(.attestation(check), .passed, found.value(check))
        }
    }

    private func strictFinding(_ check: AttestationCheck) -> CheckValue? {
        guard strict?.failure?.check == check else { return nil }
        return .text("fails, and is only logged")
    }

    mutating func store(_ body: RegistrationBody) throws(RegistrationRefusal) {
        try require(.noNulCharacter, !body.storedTextContainsNul, or: .nulCharacter)
        try require(.keyIsNew, !request.isKeyRegistered, body.keyID.map { .text($0) }, or: .keyRegistered)
    }

    private mutating func require(
        _ check: CaptureCheck, _ holds: Bool?, _ found: CheckValue? = nil, or refusal: RegistrationRefusal
    ) throws(RegistrationRefusal) {
        trail.record(check, holds.map { $0 ? .passed : .failed } ?? .notApplicable, holds == nil ? nil : found)
        if holds == false { throw refusal }
    }

    func judgement(refusal: RegistrationRefusal?, isCovered: Bool = true) -> RegistrationJudgement {
        let object = sent?.objectText.flatMap(StrictBase64.bytes)
        let isAsked = if case .members = request.content { true } else { false }
        let read = object.flatMap { try? AttestationObject(cbor: $0) }
        // Apple's requirements are not reported for an object that the server did not verify.
        let isReached = permissive != nil
        let notModelled = permissive?.failure?.notModelled
        return RegistrationJudgement(
            refusal: refusal, isCovered: isCovered, isStrict: request.isStrict, isChallengeSpent: isChallengeSpent,
            notModelled: notModelled, permissive: notModelled == nil ? permissive : nil,
            strict: notModelled == nil ? strict : nil,
            uncheckedRequirements: isAsked && isReached
                ? read.flatMap { AppleRequirement.failing(in: $0, keyID: sent?.keyID ?? "") } : nil,
            sent: sent, objectBytes: object, challenge: sent?.challengeText.flatMap(StrictBase64.bytes),
            checks: trail.results)
    }
}
