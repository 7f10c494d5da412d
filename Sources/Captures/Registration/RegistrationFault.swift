/// A fault of a registration: the server refuses it, or registers the device as unverified.
package enum RegistrationFault: Sendable, Hashable {
    case refusal(RegistrationRefusal)
    case attestation(AttestationFailure)
}

extension RegistrationRequest {
    /// Every fault, in the order in which the server would come to it; the server itself stops at the first.
    ///
    ///     for fault in request.faults { print(fault) }
    ///
    /// An unreadable object has no further faults.
    package var faults: [RegistrationFault] {
        let (body, refusals) = readBody()
        var faults = refusals
        guard let body else { return faults.map { .refusal($0) } }
        faults += RegistrationRule.allCases.filter { $0.isBroken(by: body) }.map { .rule($0) }
        let challenge = body.challengeBytes
        guard !body.isAndroid else { return faults.map { .refusal($0) } }
        if let challenge, challenge.count != 32 { faults.append(.challengeLength(found: challenge.count)) }
        let attestation = attestationFaults(body, challenge)
        var stored: [RegistrationRefusal] = []
        if isKeyRegistered { stored.append(.keyRegistered) }
        if [body.keyID ?? "", body.model].contains(where: { $0.utf8.contains(0) }) { stored.append(.nulCharacter) }
        return faults.map { .refusal($0) } + attestation.map { .attestation($0) } + stored.map { .refusal($0) }
    }

    /// The body, also of a request that the server refuses before it reads it.
    private func readBody() -> (RegistrationBody?, [RegistrationRefusal]) {
        guard case .http(let bytes, let contentType) = content else {
            return (content.body, [])
        }
        var refusals: [RegistrationRefusal] = []
        if contentType.flatMap({ MediaType($0) })?.isJSON != true {
            refusals.append(.contentType(found: contentType))
        }
        let limit = CapturePayload.byteLimit
        if bytes.count > limit { refusals.append(.bodyTooLarge(byteCount: bytes.count, limit: limit)) }
        do throws(ServerJSONError) {
            return (try RegistrationBody(json: bytes), refusals)
        } catch {
            return (nil, refusals + [.json(error)])
        }
    }

    private func attestationFaults(_ body: RegistrationBody, _ challenge: [UInt8]?) -> [AttestationFailure] {
        var faults: [AttestationFailure] = []
        if body.challengeText == nil { faults.append(.noChallenge) }
        if body.challengeText != nil, challengeState != .issued { faults.append(.challenge(challengeState)) }
        guard let object = body.attestationBytes else { return faults }
        let verifier = AttestationVerifier(application: application, now: now, root: root)
        return faults + verifier.faults(of: object, challenge: challenge, isStrict: isStrict)
    }
}

extension RegistrationRule {
    /// Whether the rule applies to a body and does not hold.
    ///
    /// One fault breaks one rule: a blank key id is there, and a challenge that is no base64 has no length.
    fileprivate func isBroken(by body: RegistrationBody) -> Bool {
        switch self {
        case .platform, .model: return !holds(body)
        case .keyID where body.keyID == nil, .attestationObject where body.objectText == nil: return false
        case .certificateChain where body.androidAttestation == nil,
            .androidChallenge where body.androidAttestation == nil:
            return false
        default: break
        }
        // For a phone that is neither, use the form of an iPhone.
        return isForAndroid == body.isAndroid && !holds(body)
    }
}

extension RegistrationRequest.Content {
    /// The value as sent, if it has the right shape.
    package var body: RegistrationBody? {
        switch self {
        case .members(let body): body
        case .http(let bytes, _): try? RegistrationBody(json: bytes)
        }
    }
}
