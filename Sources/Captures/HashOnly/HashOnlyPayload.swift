package import Support

/// A decoded hash-only capture. Its values are not validated; see ``PayloadRule``.
///
///     let payload = try HashOnlyPayload(json: body)
///     print(payload.mediaType, String(decoding: payload.signedJSON, as: UTF8.self))
public struct HashOnlyPayload: Sendable, Hashable, ServerJSONObject {
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
    /// The signed numbers, with the values that the server's parser read.
    public private(set) var numbers: [NotedNumber] = []
    /// The position of the assertion's text in the body, without its quotes.
    public private(set) var assertionRange = 0..<0

    init() {}

    /// Decodes JSON by the server's rules.
    public init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try self.init(&reader)
        try reader.end()
        numbers = reader.notedNumbers
    }

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("capture_mode", .string, \.captureMode),
        ServerJSONMember("media_hash", .string, \.mediaHash),
        ServerJSONMember("media_type", .string, \.mediaType),
        ServerJSONMember("depth_analysis", .noted(.object), \.depthAnalysis),
        ServerJSONMember("metadata", .noted(.object), \.metadata),
        ServerJSONMember("metadata_flags", .object, \.metadataFlags),
        ServerJSONMember("captured_at", .string, \.capturedAt),
        ServerJSONMember("assertion", schema: .string) { (payload, reader) throws(ServerJSONError) in
            (payload.assertion, payload.assertionRange) = try reader.stringAndRange()
        },
        ServerJSONMember("hash_chain", .optional(.object), \.hashChain, .null),
        ServerJSONMember(
            "temporal_depth_analysis", ignoring: ServerJSONType<TemporalDepthAnalysis?>.optional(.object), .null),
        ServerJSONMember("frame_count", .optional(.integer), \.frameCount, .null),
        ServerJSONMember("duration_ms", .optional(.integer), \.duration, .null),
    ]

    package static var schema: JSONSchema { .object(of: members) }
    package static var memberNames: [String] { members.map(\.name) }

    static let signedMembers = [
        "capture_mode", "captured_at", "depth_analysis", "media_hash", "media_type", "metadata", "metadata_flags",
    ]

    package static var signedSchema: JSONSchema {
        .object(
            signedMembers.map { name in
                let schema = members.first { $0.name == name }?.schema ?? .any
                return JSONSchema.Member(name, name == "depth_analysis" ? ClaimedDepthAnalysis.signedSchema : schema)
            })
    }

    /// The text whose hash is signed: the server's own serialisation of the payload.
    ///
    /// It omits the assertion, hash chain, frame count, duration, temporal analysis and unknown members.
    public var signedJSON: [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { writer in
            writer.member("capture_mode", captureMode)
            writer.member("captured_at", capturedAt)
            writer.member("depth_analysis", depthAnalysis.write)
            writer.member("media_hash", mediaHash)
            writer.member("media_type", mediaType)
            writer.member("metadata", metadata.write)
            writer.member("metadata_flags", metadataFlags.write)
        }
        return writer.bytes
    }
}

extension ClaimedDepthAnalysis {
    /// Writes the members in the server's declaration order.
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        writer.member("depth_variance", plain: ServerJSONWriter.text(of: depthVariance))
        writer.member("depth_layers", plain: depthLayers.description)
        writer.member("edge_coherence", plain: ServerJSONWriter.text(of: edgeCoherence))
        writer.member("min_depth", plain: ServerJSONWriter.text(of: minDepth))
        writer.member("max_depth", plain: ServerJSONWriter.text(of: maxDepth))
        writer.member("is_likely_real_scene", plain: isLikelyRealScene.description)
        writer.member("algorithm_version", algorithmVersion)
    }
}

extension HashOnlyMetadata {
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        if let location { writer.member("location", location.write) }
        if let timestamp { writer.member("timestamp", timestamp) }
        if let deviceModel { writer.member("device_model", deviceModel) }
    }
}

extension CaptureLocation {
    func write(_ writer: inout ServerJSONWriter) {
        writer.member("latitude", plain: ServerJSONWriter.text(of: latitude))
        writer.member("longitude", plain: ServerJSONWriter.text(of: longitude))
        if let altitude { writer.member("altitude", plain: ServerJSONWriter.text(of: altitude)) }
        if let accuracy { writer.member("accuracy", plain: ServerJSONWriter.text(of: accuracy)) }
    }
}

extension MetadataFlags {
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        writer.member("location_included", plain: locationIncluded.description)
        writer.member("location_level", locationLevel)
        writer.member("timestamp_included", plain: timestampIncluded.description)
        writer.member("timestamp_level", timestampLevel)
        writer.member("device_info_included", plain: deviceInfoIncluded.description)
        writer.member("device_info_level", deviceInfoLevel)
    }
}
