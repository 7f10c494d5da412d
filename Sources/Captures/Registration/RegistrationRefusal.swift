/// The reason the server refuses a registration.
public enum RegistrationRefusal: Error, Hashable, Sendable {
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
