package import Support

/// The decoded body of a registration. Its values are not validated; see ``RegistrationRule``.
///
///     let body = try RegistrationBody(json: bytes)
public struct RegistrationBody: Sendable, Hashable, ServerJSONObject {
    /// The platform: `ios` or `android`, in any case.
    public var platform = ""
    /// The device model.
    public var model = ""
    /// Whether the device has LiDAR.
    public var hasLiDAR = false
    /// The nested form of an iOS registration.
    public var attestation: Attestation?
    /// The form of an Android registration.
    public var androidAttestation: AndroidAttestation?
    /// Flat form: the key id.
    public var deviceID: String?
    /// Flat form: the attestation object in base64.
    public var attestationObject: String?
    /// Flat form: the challenge in base64.
    public var challenge: String?

    /// The members of the nested form.
    public struct Attestation: Sendable, Hashable, ServerJSONObject {
        /// The key id, verbatim.
        public var keyID = ""
        /// The attestation object in base64.
        public var attestationObject = ""
        /// The challenge in base64.
        public var challenge = ""

        /// Creates the nested form.
        public init(keyID: String, attestationObject: String, challenge: String) {
            (self.keyID, self.attestationObject, self.challenge) = (keyID, attestationObject, challenge)
        }

        init() {}

        static let members: [ServerJSONMember<Self>] = [
            ServerJSONMember("key_id", .string, \.keyID),
            ServerJSONMember("attestation_object", .string, \.attestationObject),
            ServerJSONMember("challenge", .string, \.challenge),
        ]
    }

    /// The members of an Android attestation that the rules check.
    public struct AndroidAttestation: Sendable, Hashable, ServerJSONObject {
        /// The certificates, verbatim.
        public var certificateChain: [String] = []
        /// The challenge, verbatim.
        public var challenge = ""

        init() {}

        static let members: [ServerJSONMember<Self>] = [
            ServerJSONMember("key_id", ignoring: .optional(.string), .standardValue),
            ServerJSONMember("certificate_chain", .list(of: .string), \.certificateChain),
            ServerJSONMember("challenge", .string, \.challenge),
        ]
    }

    init() {}

    /// Creates an iOS registration in the nested form.
    public init(model: String = "iPhone 15 Pro", hasLiDAR: Bool = true, attestation: Attestation) {
        (platform, self.model, self.hasLiDAR) = ("ios", model, hasLiDAR)
        self.attestation = attestation
    }

    /// Creates an iOS registration in the older, flat form.
    public init(model: String = "iPhone 15 Pro", deviceID: String, attestationObject: String, challenge: String?) {
        (platform, self.model, hasLiDAR) = ("ios", model, true)
        (self.deviceID, self.attestationObject, self.challenge) = (deviceID, attestationObject, challenge)
    }

    /// Decodes JSON by the server's rules.
    public init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try self.init(&reader)
        try reader.end()
    }

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("platform", .string, \.platform),
        ServerJSONMember("model", .string, \.model),
        ServerJSONMember("has_lidar", .flag, \.hasLiDAR),
        ServerJSONMember("attestation", .optional(.object), \.attestation, .standardValue),
        ServerJSONMember("android_attestation", .optional(.object), \.androidAttestation, .standardValue),
        ServerJSONMember("device_id", .optional(.string), \.deviceID, .standardValue),
        ServerJSONMember("public_key", ignoring: .optional(.string), .standardValue),
        ServerJSONMember("attestation_object", .optional(.string), \.attestationObject, .standardValue),
        ServerJSONMember("challenge", .optional(.string), \.challenge, .standardValue),
    ]

    package static var schema: JSONSchema { .object(of: members) }

    /// The registration in JSON, as the app sends it, without absent and Android members.
    public var json: [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { writer in
            writer.member("platform", platform)
            writer.member("model", model)
            writer.member("has_lidar", plain: hasLiDAR.description)
            if let attestation {
                writer.member("attestation") { writer in
                    writer.member("key_id", attestation.keyID)
                    writer.member("attestation_object", attestation.attestationObject)
                    writer.member("challenge", attestation.challenge)
                }
            }
            if let deviceID { writer.member("device_id", deviceID) }
            if let attestationObject { writer.member("attestation_object", attestationObject) }
            if let challenge { writer.member("challenge", challenge) }
        }
        return writer.bytes
    }

    /// The key id as sent. If the nested form is present, the server ignores the flat members.
    package var keyID: String? { attestation?.keyID ?? deviceID }
    var objectText: String? { attestation.map(\.attestationObject) ?? attestationObject }
    var challengeText: String? { attestation.map(\.challenge) ?? challenge }
    package var attestationBytes: [UInt8]? { objectText.flatMap(StrictBase64.bytes) }
    package var challengeBytes: [UInt8]? { challengeText.flatMap(StrictBase64.bytes) }
    package var readableObject: [UInt8]? { objectText.flatMap { Base64Reading(of: $0, where: Self.isObject)?.bytes } }

    package var readableChallenge: [UInt8]? {
        challengeText.flatMap { Base64Reading(of: $0, where: Self.isChallenge)?.bytes }
    }

    package var objectForm: String? { objectText.flatMap { Base64Reading.explanation(of: $0, where: Self.isObject) } }

    package var challengeForm: String? {
        challengeText.flatMap { Base64Reading.explanation(of: $0, where: Self.isChallenge) }
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool { bytes.first.map { (0xA0...0xBF).contains($0) } ?? false }
    private static func isChallenge(_ bytes: [UInt8]) -> Bool { bytes.count == SessionState.challengeByteCount }
}
