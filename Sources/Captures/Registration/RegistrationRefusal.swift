/// The reason the server refuses a registration.
public enum RegistrationRefusal: Error, Hashable, Sendable {
    case contentType(found: String?)
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The body is not JSON or has another shape.
    case json(ServerJSONError)
    case rule(RegistrationRule)
    /// The challenge does not have 32 bytes.
    case challengeLength(found: Int)
    /// The key id is already registered. The challenge is spent nevertheless.
    case keyRegistered
    /// The key id or model contains U+0000, which the server's database rejects.
    case nulCharacter

    /// The server's response.
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

/// A rule for a member of a registration, in the server's order of checks.
public enum RegistrationRule: String, Sendable, CaseIterable {
    /// `ios` or `android`, in any case.
    case platform
    /// The model is not blank.
    case model
    /// An Android device does not claim LiDAR.
    case hasLiDAR = "has_lidar"
    case androidAttestation = "missing:android_attestation"
    /// An Android chain has at least two certificates.
    case certificateChain = "certificate_chain"
    case androidChallenge = "android_challenge"
    case keyIDPresent = "missing:key_id"
    case attestationObjectPresent = "missing:attestation_object"
    /// The key id is not blank.
    case keyID = "key_id"
    case attestationObject = "attestation_object_base64"
    case challenge = "challenge_base64"

    /// Whether the rule applies only to Android.
    var isForAndroid: Bool {
        [.hasLiDAR, .androidAttestation, .certificateChain, .androidChallenge].contains(self)
    }

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

    /// The value that the rule checks.
    func value(in body: RegistrationBody) -> CheckValue? {
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
    /// Whether the key id or the model contains U+0000.
    var storedTextContainsNul: Bool { model.containsNul || keyID?.containsNul == true }
    var isIOS: Bool { platform.lowercased().utf8.elementsEqual("ios".utf8) }
    var isAndroid: Bool { platform.lowercased().utf8.elementsEqual("android".utf8) }
}

extension CaptureAnswer {
    init(_ httpStatus: Int, _ errorCode: ErrorCode?, _ stage: Stage, _ reason: String) {
        self.init(httpStatus: httpStatus, errorCode: errorCode, stage: stage, reason: reason)
    }
}
