/// Why the server refuses a registration, or does not store it.
public enum RegistrationRefusal: Error, Hashable, Sendable {
    /// The content type is none of JSON.
    case contentType(found: String?)
    /// The body is too large.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The body is no JSON, or of another shape.
    case json(ServerJSONError)
    /// A rule for its members is broken.
    case rule(RegistrationRule)
    /// The challenge has not 32 bytes.
    case challengeLength(found: Int)
    /// The key id is registered already. The challenge is spent all the same.
    case keyRegistered
    /// Key id or model hold U+0000, which the database does not take.
    case nulCharacter

    /// What the server answers.
    public var answer: CaptureAnswer {
        switch self {
        case .contentType: CaptureAnswer(415, nil, .contentType, "content_type")
        case .bodyTooLarge: CaptureAnswer(413, nil, .bodySize, "body_limit")
        case .json(.grammar): CaptureAnswer(400, nil, .jsonSyntax, "syntax")
        case .json(let error): CaptureAnswer(422, nil, .jsonData, error.code)
        case .rule(.certificateChain):
            CaptureAnswer(400, .attestationFormat, .registrationField, RegistrationRule.certificateChain.rawValue)
        case .rule(let rule): CaptureAnswer(400, .validation, .registrationField, rule.rawValue)
        case .challengeLength: CaptureAnswer(401, .challenge, .challenge, "challenge_length")
        case .keyRegistered: CaptureAnswer(409, .deviceRegistered, .store, "unique_key_id")
        case .nulCharacter: CaptureAnswer(500, .internal, .store, "nul_character")
        }
    }
}

/// The rules for the members of a registration, in the server's order.
public enum RegistrationRule: String, Sendable, CaseIterable {
    /// `ios` or `android` in any case.
    case platform
    /// Not blank.
    case model
    /// An Android phone has none that counts.
    case hasLiDAR = "has_lidar"
    case androidAttestation = "missing:android_attestation"
    /// Two certificates at least.
    case certificateChain = "certificate_chain"
    case androidChallenge = "android_challenge"
    case keyIDPresent = "missing:key_id"
    case attestationObjectPresent = "missing:attestation_object"
    /// Not blank.
    case keyID = "key_id"
    case attestationObject = "attestation_object_base64"
    case challenge = "challenge_base64"

    /// Whether the rule is for Android alone.
    var isForAndroid: Bool {
        [.hasLiDAR, .androidAttestation, .certificateChain, .androidChallenge].contains(self)
    }

    /// Whether a body keeps it.
    func holds(_ body: RegistrationBody) -> Bool {
        switch self {
        case .platform: body.isIOS || body.isAndroid
        case .model: !body.model.isBlank
        case .hasLiDAR: !body.hasLiDAR
        case .androidAttestation: body.androidAttestation != nil
        case .certificateChain: (body.androidAttestation?.certificateChain.count ?? 0) >= 2
        case .androidChallenge: !(body.androidAttestation?.challenge.isBlank ?? true)
        case .keyIDPresent: body.keyID != nil
        case .attestationObjectPresent: body.objectText != nil
        case .keyID: !(body.keyID?.isBlank ?? true)
        case .attestationObject: body.objectText.flatMap(StrictBase64.bytes) != nil
        case .challenge: body.challengeText.map { StrictBase64.bytes(of: $0) != nil } ?? true
        }
    }

    /// What the rule is about.
    func found(in body: RegistrationBody) -> CheckValue? {
        switch self {
        case .platform: .text(body.platform)
        case .model: .text(body.model)
        case .hasLiDAR: .text(body.hasLiDAR.description)
        case .androidAttestation, .attestationObjectPresent: nil
        case .certificateChain: body.androidAttestation.map { .integer(Int64($0.certificateChain.count)) }
        case .androidChallenge: body.androidAttestation.map { .text($0.challenge) }
        case .keyIDPresent, .keyID: body.keyID.map { .text($0) }
        case .attestationObject: body.objectText.map { .text($0) }
        case .challenge: body.challengeText.map { .text($0) }
        }
    }
}

extension RegistrationBody {
    var isIOS: Bool { platform.lowercased().utf8.elementsEqual("ios".utf8) }
    var isAndroid: Bool { platform.lowercased().utf8.elementsEqual("android".utf8) }
}

extension CaptureAnswer {
    init(_ httpStatus: Int, _ errorCode: ErrorCode?, _ stage: Stage, _ reason: String) {
        self.init(httpStatus: httpStatus, errorCode: errorCode, stage: stage, reason: reason)
    }
}
