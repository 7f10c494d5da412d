internal import Support

/// The members of a case file, with checked types and unchecked values.
struct CaptureCaseFile {
    var id: String?
    var notes: String?
    var endpointName = ""
    var nowText = ""
    var teamIdentifier: String?
    var bundleIdentifier: String?
    var attestationLevel = ""
    var publicKeyText: String?
    var counter: Int64 = 0
    var isRequestVerified = false
    var isMediaStored = false
    var milliseconds: Int64?
    var bodyHashText: String?
    var parts: [Part]?
    var contentType: String?
    var body: Source?

    var endpoint: CaptureEndpoint? { CaptureEndpoint(rawValue: endpointName) }
    var now: CaptureTimestamp? { CaptureTimestamp(nowText) }

    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in try read(member, &reader) }
        try reader.end()
    }

    private mutating func read(_ member: Member, _ reader: inout ServerJSONReader) throws(ServerJSONError) {
        switch member {
        case .id: id = try reader.optionalString()
        case .notes: notes = try reader.optionalString()
        case .endpoint: endpointName = try reader.string()
        case .now: nowText = try reader.string()
        case .config: try readConfiguration(&reader)
        case .device: try readDevice(&reader)
        case .requestVerified: isRequestVerified = try reader.boolean()
        case .isMediaStored: isMediaStored = try reader.boolean()
        case .request: try readRequest(&reader)
        case .parts: parts = try reader.array { (reader) throws(ServerJSONError) in try Part(&reader) }
        case .contentType: contentType = try reader.optionalString()
        case .body: body = try Source(&reader)
        }
    }

    private mutating func readConfiguration(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(ConfigurationMember.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .team: teamIdentifier = try reader.optionalString()
            case .bundle: bundleIdentifier = try reader.optionalString()
            }
        }
    }

    private mutating func readDevice(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(DeviceMember.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .attestationLevel: attestationLevel = try reader.string()
            case .publicKey: publicKeyText = try reader.optionalString()
            case .counter: counter = try reader.integer()
            }
        }
    }

    private mutating func readRequest(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(RequestMember.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .milliseconds: milliseconds = try reader.integer(Int64.self)
            case .bodyHash: bodyHashText = try reader.optionalString()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case id, notes, endpoint, now, config, device
        case requestVerified = "request_verified"
        case isMediaStored = "media_hash_already_stored"
        case request, parts
        case contentType = "content_type"
        case body

        var absence: ServerJSONAbsence {
            switch self {
            case .endpoint, .now, .device: .error
            default: .standardValue
            }
        }
    }

    private enum ConfigurationMember: String, ServerJSONMember {
        case team = "apple_team_id"
        case bundle = "apple_bundle_id"

        var absence: ServerJSONAbsence { .standardValue }
    }

    private enum DeviceMember: String, ServerJSONMember {
        case attestationLevel = "attestation_level"
        case publicKey = "public_key_hex"
        case counter = "assertion_counter"

        var absence: ServerJSONAbsence { self == .counter ? .error : .standardValue }
    }

    private enum RequestMember: String, ServerJSONMember {
        case milliseconds = "timestamp_ms"
        case bodyHash = "body_sha256"

        var absence: ServerJSONAbsence { self == .milliseconds ? .error : .standardValue }
    }
}

extension CaptureCaseFile {
    struct Part {
        var name: String?
        var fileName: String?
        var contentType: String?
        var source = Source()

        init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
            try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
                switch member {
                case .name: name = try reader.optionalString()
                case .fileName: fileName = try reader.optionalString()
                case .contentType: contentType = try reader.optionalString()
                case .text: source.text = try reader.optionalString()
                case .base64: source.base64 = try reader.optionalString()
                case .file: source.file = try reader.optionalString()
                }
            }
        }

        private enum Member: String, ServerJSONMember {
            case name
            case fileName = "filename"
            case contentType = "content_type"
            case text, base64
            case file = "ref"

            var absence: ServerJSONAbsence { .standardValue }
        }
    }

    /// The members of a ``CaseContent``.
    struct Source {
        var text: String?
        var base64: String?
        var file: String?
        var spaces: Int?

        init() {}

        init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
            try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
                switch member {
                case .text: text = try reader.optionalString()
                case .base64: base64 = try reader.optionalString()
                case .file: file = try reader.optionalString()
                case .spaces: spaces = try reader.integer(Int.self)
                }
            }
        }

        private enum Member: String, ServerJSONMember {
            case text, base64
            case file = "ref"
            case spaces

            var absence: ServerJSONAbsence { .standardValue }
        }

        /// - Parameter member: The path of this source in the case file, for errors.
        func content(at member: String) throws(CaptureCaseError) -> CaseContent {
            try CaseContent(text: text, base64: base64, file: file, spaces: spaces, at: member)
        }
    }
}

extension CaptureCaseFile {
    static func schema(and others: [JSONSchema.Member]) -> JSONSchema {
        .object(of: Member.self, and: others) { member in
            switch member {
            case .id, .notes, .contentType: .string.orNull
            case .endpoint: .words(CaptureEndpoint.self)
            case .now: .string
            case .config: configuration
            case .device: device
            case .requestVerified, .isMediaStored: .flag
            case .request:
                .object(of: RequestMember.self) { $0 == .milliseconds ? .integer : JSONSchema.hexadecimal.orNull }
            case .parts: .list(of: Part.schema)
            case .body: CaseContent.schema
            }
        }
    }

    /// The app that the server expects.
    static var configuration: JSONSchema { .object(of: ConfigurationMember.self) { _ in .string.orNull } }

    /// The server's record of the device.
    static var device: JSONSchema {
        .object(of: DeviceMember.self) { member in
            switch member {
            case .attestationLevel: .string
            case .publicKey: JSONSchema.hexadecimal.orNull
            case .counter: .integer
            }
        }
    }
}

extension CaptureCaseFile.Part {
    fileprivate static var schema: JSONSchema { .object(of: Member.self) { _ in .string.orNull } }
}
