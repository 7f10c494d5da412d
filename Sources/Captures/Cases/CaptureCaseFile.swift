package import Support

/// The members of a case file, with checked types and unchecked values.
struct CaptureCaseFile: ServerJSONObject {
    var id: String?
    var notes: String?
    var endpointName = ""
    var nowText = ""
    var teamIdentifier: String?
    var bundleIdentifier: String?
    /// The JSON of the server's record of the device, which ``DeviceFile`` reads.
    var device: [UInt8] = []
    var isRequestVerified = false
    var isMediaStored = false
    var milliseconds: Int64?
    var bodyHashText: String?
    var parts: [Part]?
    var contentType: String?
    var body: Source?

    var endpoint: CaptureEndpoint? { CaptureEndpoint(rawValue: endpointName) }
    var now: CaptureTimestamp? { CaptureTimestamp(nowText) }
    init() {}

    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try self.init(&reader)
        try reader.end()
    }

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("id", .optional(.string), \.id, .standardValue),
        ServerJSONMember("notes", .optional(.string), \.notes, .standardValue),
        ServerJSONMember("endpoint", .word(of: CaptureEndpoint.self), \.endpointName),
        ServerJSONMember("now", .string, \.nowText),
        ServerJSONMember("config", .standardValue, members: configuration),
        ServerJSONMember("device", schema: DeviceFile.schema()) { (file, reader) throws(ServerJSONError) in
            let start = reader.position
            try reader.skipValue()
            file.device = Array(reader.bytes[start..<reader.position])
        },
        ServerJSONMember("request_verified", .flag, \.isRequestVerified, .standardValue),
        ServerJSONMember("media_hash_already_stored", .flag, \.isMediaStored, .standardValue),
        ServerJSONMember(
            "request", .standardValue,
            members: [
                ServerJSONMember("timestamp_ms", .present(.integer), \.milliseconds),
                ServerJSONMember("body_sha256", .optional(.hexadecimal), \.bodyHashText, .standardValue),
            ]),
        ServerJSONMember("parts", .present(.list(of: .object)), \.parts, .standardValue),
        ServerJSONMember("content_type", .optional(.string), \.contentType, .standardValue),
        ServerJSONMember("body", .present(.object), \.body, .standardValue),
    ]

    static let configuration: [ServerJSONMember<Self>] = [
        ServerJSONMember("apple_team_id", .optional(.string), \.teamIdentifier, .standardValue),
        ServerJSONMember("apple_bundle_id", .optional(.string), \.bundleIdentifier, .standardValue),
    ]

    struct Part: ServerJSONObject {
        var name: String?
        var fileName: String?
        var contentType: String?
        var source = Source()

        static let members: [ServerJSONMember<Self>] = [
            ServerJSONMember("name", .optional(.string), \.name, .standardValue),
            ServerJSONMember("filename", .optional(.string), \.fileName, .standardValue),
            ServerJSONMember("content_type", .optional(.string), \.contentType, .standardValue),
            ServerJSONMember("text", .optional(.string), \.source.text, .standardValue),
            ServerJSONMember("base64", .optional(.string), \.source.base64, .standardValue),
            ServerJSONMember("ref", .optional(.string), \.source.file, .standardValue),
        ]
    }

    struct Source: ServerJSONObject {
        var text: String?
        var base64: String?
        var file: String?
        var spaces: Int?

        static let members: [ServerJSONMember<Self>] = [
            ServerJSONMember("text", .optional(.string), \.text, .standardValue),
            ServerJSONMember("base64", .optional(.string), \.base64, .standardValue),
            ServerJSONMember("ref", .optional(.string), \.file, .standardValue),
            ServerJSONMember("spaces", .present(.integer), \.spaces, .standardValue),
        ]

        /// One of `text`, `base64` and `ref`, and optionally `spaces`.
        static var schema: JSONSchema { CaseContent.schema }

        func content(at member: String) throws(CaptureCaseError) -> CaseContent {
            try CaseContent(text: text, base64: base64, file: file, spaces: spaces, at: member)
        }
    }
}

/// Exactly one of `text`, `base64` and `ref` (the name of a file), followed by the number of spaces in `spaces`.
package struct CaseContent: Sendable {
    /// The largest number of spaces, above every limit of the server.
    package static let spaceLimit = 1 << 26

    private let origin: Origin
    private let spaces: Int

    private enum Origin {
        case bytes([UInt8])
        case file(String)
    }

    package init(
        text: String?, base64: String?, file: String?, spaces: Int?, at member: String
    ) throws(CaptureCaseError) {
        switch (text, base64, file) {
        case (let text?, nil, nil): origin = .bytes(Array(text.utf8))
        case (nil, let base64?, nil):
            guard let bytes = StrictBase64.bytes(of: base64) else { throw .notBase64(member: member) }
            origin = .bytes(bytes)
        case (nil, nil, let file?): origin = .file(file)
        default: throw .noSingleContent(member: member)
        }
        let count = spaces ?? 0
        guard count >= 0 else { throw .wrongType(member: "\(member).spaces", expected: "a whole number from 0") }
        guard count <= Self.spaceLimit else { throw .tooManySpaces(member: member) }
        self.spaces = count
    }

    package func bytes<Failure: Error>(_ read: (String) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
        var bytes: [UInt8]
        switch origin {
        case .bytes(let content): bytes = content
        case .file(let name): bytes = try read(name)
        }
        bytes += repeatElement(0x20, count: spaces)
        return bytes
    }

    package static var schema: JSONSchema {
        .anyOf(["text", "base64", "ref"].map { .object([$0: .string], optional: ["spaces": .count]) })
    }
}
