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
}

/// A rule for a member of a registration, in the server's order of checks. The raw value is the server's reason code.
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
}
