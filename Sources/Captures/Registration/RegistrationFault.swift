/// A reason the server refuses a registration, or registers the device as unverified.
package enum RegistrationFault: Sendable, Hashable {
    case refusal(RegistrationRefusal)
    case attestation(AttestationFailure)
}

extension RegistrationRequest {
    /// Every fault, in the server's order of checks. The server itself stops at the first.
    ///
    ///     for fault in request.faults { print(fault) }
    ///
    /// If the object cannot be decoded, the faults of its contents are not listed.
    package var faults: [RegistrationFault] {
        let (body, refusals) = readBody()
        var faults = refusals
        guard let body else { return faults.map { .refusal($0) } }
        faults += RegistrationRule.allCases.filter { $0.isBroken(by: body) }.map { .rule($0) }
        let challenge = body.challengeBytes
        guard !body.isAndroid else { return faults.map { .refusal($0) } }
        if let challenge, challenge.count != SessionState.challengeByteCount {
            faults.append(.challengeLength(found: challenge.count))
        }
        let attestation = attestationFaults(body, challenge)
        var stored: [RegistrationRefusal] = []
        if body.storedTextContainsNul { stored.append(.nulCharacter) }
        if isKeyRegistered { stored.append(.keyRegistered) }
        return faults.map { .refusal($0) } + attestation.map { .attestation($0) } + stored.map { .refusal($0) }
    }

    /// The body, even if the server would refuse the request before reading it.
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
    /// Whether the rule applies to the body and is violated.
    ///
    /// A single fault violates a single rule: a missing key id does not also count as blank.
    fileprivate func isBroken(by body: RegistrationBody) -> Bool {
        switch self {
        case .platform, .model: return !holds(body)
        case .keyID where body.keyID == nil, .attestationObject where body.objectText == nil: return false
        case .certificateChain where body.androidAttestation == nil,
            .androidChallenge where body.androidAttestation == nil:
            return false
        default: break
        }
        // A platform that is neither iOS nor Android is checked by the iOS rules.
        return isForAndroid == body.isAndroid && !holds(body)
    }
}

extension RegistrationRequest.Content {
    package var body: RegistrationBody? {
        switch self {
        case .members(let body): body
        case .http(let bytes, _): try? RegistrationBody(json: bytes)
        }
    }
}
