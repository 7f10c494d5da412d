package import Support

/// The decoded body of a registration. Its values are not validated; see ``RegistrationRule``.
///
///     let body = try RegistrationBody(json: bytes)
public struct RegistrationBody: Sendable, Hashable {
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
    public struct Attestation: Sendable, Hashable {
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

        init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
            try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
                switch member {
                case .keyID: keyID = try reader.string()
                case .attestationObject: attestationObject = try reader.string()
                case .challenge: challenge = try reader.string()
                }
            }
        }

        fileprivate enum Member: String, ServerJSONMember {
            case keyID = "key_id"
            case attestationObject = "attestation_object"
            case challenge

            var absence: ServerJSONAbsence { .error }
        }
    }

    /// The members of an Android attestation that the rules check.
    public struct AndroidAttestation: Sendable, Hashable {
        /// The certificates, verbatim.
        public var certificateChain: [String] = []
        /// The challenge, verbatim.
        public var challenge = ""

        init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
            try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
                switch member {
                case .keyID: _ = try reader.optionalString()
                case .certificateChain:
                    certificateChain = try reader.array { (reader) throws(ServerJSONError) in try reader.string() }
                case .challenge: challenge = try reader.string()
                }
            }
        }

        fileprivate enum Member: String, ServerJSONMember {
            case keyID = "key_id"
            case certificateChain = "certificate_chain"
            case challenge

            var absence: ServerJSONAbsence { self == .keyID ? .standardValue : .error }
        }
    }

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
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .platform: platform = try reader.string()
            case .model: model = try reader.string()
            case .hasLiDAR: hasLiDAR = try reader.boolean()
            case .attestation:
                attestation = try reader.optional { (reader) throws(ServerJSONError) in try Attestation(&reader) }
            case .androidAttestation:
                androidAttestation = try reader.optional { (reader) throws(ServerJSONError) in
                    try AndroidAttestation(&reader)
                }
            case .deviceID: deviceID = try reader.optionalString()
            case .publicKey: _ = try reader.optionalString()
            case .attestationObject: attestationObject = try reader.optionalString()
            case .challenge: challenge = try reader.optionalString()
            }
        }
        try reader.end()
    }

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

    private enum Member: String, ServerJSONMember {
        case platform, model
        case hasLiDAR = "has_lidar"
        case attestation
        case androidAttestation = "android_attestation"
        case deviceID = "device_id"
        case publicKey = "public_key"
        case attestationObject = "attestation_object"
        case challenge

        var absence: ServerJSONAbsence {
            switch self {
            case .platform, .model, .hasLiDAR: .error
            default: .standardValue
            }
        }
    }
}

extension RegistrationBody {
    /// If the nested form is present, the server ignores the flat members.
    var keyID: String? { attestation?.keyID ?? deviceID }
    var objectText: String? { attestation.map(\.attestationObject) ?? attestationObject }
    var challengeText: String? { attestation.map(\.challenge) ?? challenge }

    /// The attestation object; nil if it is absent or not base64.
    package var attestationBytes: [UInt8]? { objectText.flatMap(StrictBase64.bytes) }

    /// The challenge; nil if it is absent or not base64.
    package var challengeBytes: [UInt8]? { challengeText.flatMap(StrictBase64.bytes) }

    /// The schema of a registration, nested or flat. docs/CAPTURE.md lists the rules for the values.
    package static var schema: JSONSchema {
        .object(of: Member.self) { member in
            switch member {
            case .platform, .model: .string
            case .hasLiDAR: .flag
            case .attestation: JSONSchema.object(of: Attestation.Member.self) { _ in .string }.orNull
            case .androidAttestation:
                JSONSchema.object(of: AndroidAttestation.Member.self) { member in
                    switch member {
                    case .keyID: .string.orNull
                    case .certificateChain: .strings
                    case .challenge: .string
                    }
                }.orNull
            case .deviceID, .publicKey, .attestationObject, .challenge: .string.orNull
            }
        }
    }
}
