struct RegistrationSubject: Sendable {
    let request: RegistrationRequest
    let body: Result<RegistrationBody, ServerJSONError>
    /// Nil for an unreadable body, and for Android.
    let attestation: AttestationSubject?

    init(_ request: RegistrationRequest) {
        self.request = request
        body =
            switch request.content {
            case .members(let body): .success(body)
            case .http(let bytes, _): Result { () throws(ServerJSONError) in try RegistrationBody(json: bytes) }
            }
        attestation = (try? body.get()).flatMap { body in
            guard !body.isAndroid else { return nil }
            // If object or challenge is not strict base64, an earlier rule refuses the registration.
            let challenge = body.readableChallenge
            return AttestationSubject(
                contents: (body.attestationBytes ?? body.readableObject).map {
                    AttestationDiagnosis(object: $0, challenge: challenge)
                },
                challenge: challenge, challengeState: body.challengeText.map { _ in request.challengeState },
                verifier: AttestationVerifier(application: request.application, now: request.now, root: request.root))
        }
    }
}

/// The checks of a registration, in the server's order. The checks of the attestation come after ``members``.
enum RegistrationRules {
    typealias Rule = ServerRule<RegistrationSubject, RegistrationRefusal>
    typealias Outcome = RuleOutcome<RegistrationRefusal>

    static let reading: [Rule] = [
        Rule("REG-001", check: .contentType, CaptureAnswer(415, nil, .contentType, "content_type")) { registration in
            guard case .http(_, let contentType) = registration.request.content else { return .notApplicable }
            let isJSON = contentType.flatMap { MediaType($0) }?.isJSON ?? false
            return Outcome(isJSON, contentType.map { .text($0) }, or: .contentType(found: contentType))
        },
        Rule("REG-002", check: .bodySize, CaptureAnswer(413, nil, .bodySize, "body_limit")) { registration in
            guard case .http(let bytes, _) = registration.request.content else { return .notApplicable }
            let (count, limit) = (bytes.count, CapturePayload.byteLimit)
            return Outcome(count <= limit, .integer(Int64(count)), or: .bodyTooLarge(byteCount: count, limit: limit))
        },
        Rule("REG-003", check: .registrationJSON, CaptureAnswer(400, nil, .jsonSyntax, "syntax")) { registration in
            if case .members = registration.request.content { return .notApplicable }
            guard case .failure(let error) = registration.body, error.isGrammar else { return .passed() }
            return .failed([.json(error)], .text(error.code))
        },
        Rule("REG-004", check: .registrationJSON, CaptureAnswer(422, nil, .jsonData)) { registration in
            if case .members = registration.request.content { return .notApplicable }
            guard case .failure(let error) = registration.body else { return .passed() }
            guard !error.isGrammar else { return .needs }
            return .failed([.json(error)], .text(error.code), reason: error.code)
        },
    ]

    static let members: [Rule] = [
        member("REG-005", .platform) { ($0.isIOS || $0.isAndroid, .text($0.platform)) },
        member("REG-006", .model) { (!$0.model.isBlank, .text($0.model)) },
        member("REG-025", .hasLiDAR, ofAndroid: true) { (!$0.hasLiDAR, .text($0.hasLiDAR.description)) },
        member("REG-026", .androidAttestation, ofAndroid: true) { ($0.androidAttestation != nil, nil) },
        member("REG-027", .certificateChain, .attestationFormat, ofAndroid: true) { body in
            let count = body.androidAttestation?.certificateChain.count
            return (count.map { $0 >= 2 }, count.map { .integer(Int64($0)) })
        },
        member("REG-028", .androidChallenge, ofAndroid: true) { body in
            let challenge = body.androidAttestation?.challenge
            return (challenge.map { !$0.isBlank }, challenge.map { .text($0) })
        },
        member("REG-008", .keyIDPresent, ofAndroid: false) { ($0.keyID != nil, $0.keyID.map { .text($0) }) },
        member("REG-009", .attestationObjectPresent, ofAndroid: false) { ($0.objectText != nil, nil) },
        member("REG-010", .keyID, ofAndroid: false) { body in
            (body.keyID.map { !$0.isBlank }, body.keyID.map { .text($0) })
        },
        member("REG-011", .attestationObject, ofAndroid: false) { body in
            (body.objectText.map { _ in body.attestationBytes != nil }, body.objectText.map { .text($0) })
        },
        member("REG-012", .challenge, ofAndroid: false) { body in
            (body.challengeText == nil || body.challengeBytes != nil, body.challengeText.map { .text($0) })
        },
        Rule("REG-013", check: .challengeLength, CaptureAnswer(401, .challenge, .challenge, "challenge_length")) {
            guard let body = try? $0.body.get(), !body.isAndroid else { return .needs }
            guard body.challengeText != nil else { return .notApplicable }
            guard let count = body.challengeBytes?.count else { return .needs }
            let isRight = count == SessionState.challengeByteCount
            return Outcome(isRight, .integer(Int64(count)), or: .challengeLength(found: count))
        },
    ]

    static let storage: [Rule] = [
        stored("REG-021", .noNulCharacter, CaptureAnswer(500, .internal, .store, "nul_character")) { _, body in
            Outcome(!body.model.containsNul && body.keyID?.containsNul != true, or: .nulCharacter)
        },
        stored("REG-020", .keyIsNew, CaptureAnswer(409, .deviceRegistered, .store, "unique_key_id")) { request, body in
            Outcome(!request.isKeyRegistered, body.keyID.map { .text($0) }, or: .keyRegistered)
        },
    ]

    /// Every platform except Android follows the rules of iOS. `holds` is nil if an earlier rule requires the member.
    private static func member(
        _ id: String, _ rule: RegistrationRule, _ code: CaptureAnswer.ErrorCode = .validation,
        ofAndroid isForAndroid: Bool? = nil,
        examine: @escaping @Sendable (RegistrationBody) -> (holds: Bool?, found: CaptureCheckValue?)
    ) -> Rule {
        Rule(id, check: .registration(rule), CaptureAnswer(400, code, .registrationField, rule.rawValue)) {
            guard let body = try? $0.body.get() else { return .needs }
            if let isForAndroid, isForAndroid != body.isAndroid { return .notApplicable }
            let (holds, found) = examine(body)
            return holds.map { Outcome($0, found, or: .rule(rule)) } ?? .needs
        }
    }

    /// A check made when the device is stored, which this package does not cover for Android.
    private static func stored(
        _ id: String, _ check: CaptureCheck, _ answer: CaptureAnswer,
        examine: @escaping @Sendable (RegistrationRequest, RegistrationBody) -> Outcome
    ) -> Rule {
        Rule(id, check: check, answer) {
            guard let body = try? $0.body.get(), !body.isAndroid else { return .needs }
            return examine($0.request, body)
        }
    }
}

extension RegistrationBody {
    fileprivate var isIOS: Bool { platform.lowercased().utf8.elementsEqual("ios".utf8) }
    var isAndroid: Bool { platform.lowercased().utf8.elementsEqual("android".utf8) }
}
