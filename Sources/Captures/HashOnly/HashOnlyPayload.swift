package import Support

/// A decoded hash-only capture. Its values are not validated; see ``PayloadRule``.
///
///     let payload = try HashOnlyPayload(json: body)
///     print(payload.mediaType, String(decoding: payload.signedJSON, as: UTF8.self))
public struct HashOnlyPayload: Sendable, Hashable {
    /// The capture mode; the server accepts only `hash_only`.
    public var captureMode = ""
    /// SHA-256 of the media in hexadecimal.
    public var mediaHash = ""
    /// `photo` or `video`.
    public var mediaType = ""
    /// The depth analysis that the device claims.
    public var depthAnalysis = ClaimedDepthAnalysis()
    /// The metadata that the user allowed.
    public var metadata = HashOnlyMetadata()
    /// The user's choices about metadata.
    public var metadataFlags = MetadataFlags()
    /// The capture time, verbatim.
    public var capturedAt = ""
    /// The assertion in base64.
    public var assertion = ""
    /// For videos: the hash chain over the frames.
    public var hashChain: HashChain?
    /// For videos: the number of frames.
    public var frameCount: Int32?
    /// For videos: the duration in milliseconds.
    public var duration: Int32?
    /// For videos: depth analyses over time.
    public var temporalDepthAnalysis: TemporalDepthAnalysis?

    /// The signed numbers, with the values that the server's parser read.
    public private(set) var numbers: [NotedNumber] = []
    /// The position of the assertion's text in the body, without its quotes.
    public private(set) var assertionRange = 0..<0

    init() {}

    /// Decodes JSON by the server's rules.
    public init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            try read(member, &reader)
        }
        try reader.end()
        numbers = reader.notedNumbers
    }

    private mutating func read(_ member: Member, _ reader: inout ServerJSONReader) throws(ServerJSONError) {
        reader.notesNumbers = [.depthAnalysis, .metadata].contains(member)
        switch member {
        case .captureMode: captureMode = try reader.string()
        case .mediaHash: mediaHash = try reader.string()
        case .mediaType: mediaType = try reader.string()
        case .depthAnalysis: depthAnalysis = try ClaimedDepthAnalysis(&reader)
        case .metadata: metadata = try HashOnlyMetadata(&reader)
        case .metadataFlags: metadataFlags = try MetadataFlags(&reader)
        case .capturedAt: capturedAt = try reader.string()
        case .assertion: (assertion, assertionRange) = try reader.stringAndRange()
        case .hashChain:
            hashChain = try reader.optional { (reader) throws(ServerJSONError) in try HashChain(&reader) }
        case .frameCount:
            frameCount = try reader.optional { (reader) throws(ServerJSONError) in try reader.integer(Int32.self) }
        case .duration:
            duration = try reader.optional { (reader) throws(ServerJSONError) in try reader.integer(Int32.self) }
        case .temporalDepthAnalysis:
            temporalDepthAnalysis = try reader.optional { (reader) throws(ServerJSONError) in
                try TemporalDepthAnalysis(&reader)
            }
        }
    }

    /// The members in the server's declaration order. The server also accepts an array of the values in this order
    /// instead of the object.
    fileprivate enum Member: String, ServerJSONMember {
        case captureMode = "capture_mode"
        case mediaHash = "media_hash"
        case mediaType = "media_type"
        case depthAnalysis = "depth_analysis"
        case metadata
        case metadataFlags = "metadata_flags"
        case capturedAt = "captured_at"
        case assertion
        case hashChain = "hash_chain"
        case temporalDepthAnalysis = "temporal_depth_analysis"
        case frameCount = "frame_count"
        case duration = "duration_ms"

        var absence: ServerJSONAbsence {
            switch self {
            case .hashChain, .frameCount, .duration, .temporalDepthAnalysis: .null
            default: .error
            }
        }
    }
}

extension HashOnlyPayload {
    /// The schema of the body that a device sends. docs/CAPTURE.md lists the rules for the values.
    package static var schema: JSONSchema { .object(of: Member.self, \.schema) }

    /// The schema of ``signedJSON``.
    package static var signedSchema: JSONSchema {
        .object(
            [
                Member.captureMode, .capturedAt, .depthAnalysis, .mediaHash, .mediaType, .metadata, .metadataFlags,
            ].map {
                JSONSchema.Member($0.rawValue, $0 == .depthAnalysis ? ClaimedDepthAnalysis.signedSchema : $0.schema)
            })
    }
}

extension HashOnlyPayload.Member {
    fileprivate var schema: JSONSchema {
        switch self {
        case .captureMode, .mediaHash, .mediaType, .capturedAt, .assertion: .string
        case .depthAnalysis: ClaimedDepthAnalysis.schema
        case .metadata: HashOnlyMetadata.schema
        case .metadataFlags: MetadataFlags.schema
        case .hashChain: HashChain.schema
        case .frameCount, .duration: .integer
        case .temporalDepthAnalysis: TemporalDepthAnalysis.schema
        }
    }
}
