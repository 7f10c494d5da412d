internal import Support

/// The reason the server refuses a registration.
public enum RegistrationRefusal: Hashable, Sendable {
    /// The content type is not JSON.
    case contentType(found: String?)
    /// The body is above the server's limit.
    case bodyTooLarge(byteCount: Int, limit: Int)
    /// The body is not JSON or has another shape.
    case json(ServerJSONError)
    /// A member violates a rule.
    case rule(RegistrationRule)
    /// The challenge does not have 32 bytes.
    case challengeLength(found: Int)
    /// The key id is already registered. The challenge is spent nevertheless.
    case keyRegistered
    /// The key id or model contains U+0000, which the server's database rejects.
    case nulCharacter
}

/// A rule for a member of a registration, in the server's order of checks. The raw value is the server's reason code.
public enum RegistrationRule: String, Sendable, CaseIterable {
    /// `ios` or `android`, in any case.
    case platform
    /// The model is not blank.
    case model
    /// An Android device does not claim LiDAR.
    case hasLiDAR = "has_lidar"
    /// An Android device sends an attestation.
    case androidAttestation = "missing:android_attestation"
    /// An Android chain has at least two certificates.
    case certificateChain = "certificate_chain"
    /// The challenge of an Android attestation is not blank.
    case androidChallenge = "android_challenge"
    /// The key id is present.
    case keyIDPresent = "missing:key_id"
    /// The attestation object is present.
    case attestationObjectPresent = "missing:attestation_object"
    /// The key id is not blank.
    case keyID = "key_id"
    /// The attestation object is strict base64.
    case attestationObject = "attestation_object_base64"
    /// The challenge, if any, is strict base64.
    case challenge = "challenge_base64"
}

extension RegistrationRefusal: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .contentType(let found):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected a JSON type"
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .json(let error): "the body: \(error.wording)"
        case .rule(let rule): rule.fault
        case .challengeLength(let found): "the challenge has \(found) bytes, not 32"
        case .keyRegistered: "the key id is already registered"
        case .nulCharacter: "key id or model contains U+0000, which the database does not store"
        }
    }
}

extension RegistrationRule {
    package var fault: String {
        switch self {
        case .platform: "the platform is neither ios nor android"
        case .model: "the model is blank"
        case .hasLiDAR: "has_lidar is true for an Android phone"
        case .androidAttestation: "android_attestation is missing for an Android phone"
        case .certificateChain: "the attestation of an Android phone has fewer than two certificates"
        case .androidChallenge: "the challenge of an Android phone is blank"
        case .keyIDPresent: "there is no key id: neither attestation nor device_id"
        case .attestationObjectPresent: "there is no attestation_object"
        case .keyID: "the key id is blank"
        case .attestationObject: "the attestation object is not strict base64"
        case .challenge: "the challenge is not strict base64"
        }
    }
}
