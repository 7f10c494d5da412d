internal import Support

/// The depth analysis that a device claims. The server does not recompute it.
public struct ClaimedDepthAnalysis: Sendable, Hashable, ServerJSONObject {
    /// The standard deviation, despite the name.
    public var depthVariance: Float = 0
    /// The number of layers.
    public var depthLayers: Int32 = 0
    /// The edge coherence, from 0 to 1.
    public var edgeCoherence: Float = 0
    /// The smallest depth in metres.
    public var minDepth: Float = 0
    /// The largest depth in metres.
    public var maxDepth: Float = 0
    /// The verdict of the device.
    public var isLikelyRealScene = false
    /// The version of the algorithm; the server rejects an empty one.
    public var algorithmVersion = ""

    init() {}

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("depth_variance", .binary32, \.depthVariance),
        ServerJSONMember("depth_layers", .integer, \.depthLayers),
        ServerJSONMember("edge_coherence", .binary32, \.edgeCoherence),
        ServerJSONMember("min_depth", .binary32, \.minDepth),
        ServerJSONMember("max_depth", .binary32, \.maxDepth),
        ServerJSONMember("is_likely_real_scene", .flag, \.isLikelyRealScene),
        ServerJSONMember("algorithm_version", .string, \.algorithmVersion),
    ]
}

/// The metadata that the user allowed the device to send. The server checks none of it.
public struct HashOnlyMetadata: Sendable, Hashable, ServerJSONObject {
    /// The capture location, not range-checked.
    public var location: CaptureLocation?
    /// The capture time, in any format.
    public var timestamp: String?
    /// The device model.
    public var deviceModel: String?

    init() {}

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("location", .optional(.object), \.location, .null),
        ServerJSONMember("timestamp", .optional(.string), \.timestamp, .null),
        ServerJSONMember("device_model", .optional(.string), \.deviceModel, .null),
    ]
}

/// The user's choices about each kind of metadata and its precision.
public struct MetadataFlags: Sendable, Hashable, ServerJSONObject {
    /// Whether a location was sent.
    public var locationIncluded = false
    /// `coarse`, `precise` or any other word.
    public var locationLevel = ""
    /// Whether a time was sent.
    public var timestampIncluded = false
    /// Any word.
    public var timestampLevel = ""
    /// Whether a model was sent.
    public var deviceInfoIncluded = false
    /// Any word.
    public var deviceInfoLevel = ""

    init() {}

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("location_included", .flag, \.locationIncluded),
        ServerJSONMember("location_level", .string, \.locationLevel),
        ServerJSONMember("timestamp_included", .flag, \.timestampIncluded),
        ServerJSONMember("timestamp_level", .string, \.timestampLevel),
        ServerJSONMember("device_info_included", .flag, \.deviceInfoIncluded),
        ServerJSONMember("device_info_level", .string, \.deviceInfoLevel),
    ]
}

/// The hash chain over the frames of a video. It is not signed.
public struct HashChain: Sendable, Hashable, ServerJSONObject {
    /// The last hash.
    public var finalHash = ""
    /// The number of hashes.
    public var chainLength: Int32 = 0
    /// The version of the format; `1.0` if absent.
    public var version = "1.0"
    /// The number of checkpoints.
    public var checkpointCount: Int32 = 0

    init() {}

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("final_hash", .string, \.finalHash),
        ServerJSONMember("chain_length", .integer, \.chainLength),
        ServerJSONMember("version", .string, \.version, .standardValue),
        ServerJSONMember("checkpoint_count", .integer, \.checkpointCount, .standardValue),
    ]
}

/// The depth analyses over the course of a video, of which the server checks only the types.
struct TemporalDepthAnalysis: ServerJSONObject {
    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember(
            "keyframe_analyses", ignoring: ServerJSONType<[ClaimedDepthAnalysis]>.list(of: .object), .standardValue),
        ServerJSONMember("mean_variance", ignoring: .binary32, .error),
        ServerJSONMember("variance_stability", ignoring: .binary32, .error),
        ServerJSONMember("temporal_coherence", ignoring: .binary32, .error),
        ServerJSONMember("is_likely_real_scene", ignoring: .flag, .error),
        ServerJSONMember("keyframe_count", ignoring: ServerJSONType<Int32>.integer, .error),
        ServerJSONMember("algorithm_version", ignoring: .string, .error),
    ]
}

extension ClaimedDepthAnalysis {
    /// The schema of the server's serialisation, in which a number beyond the range of f32 is null.
    static var signedSchema: JSONSchema {
        .object(members.map { JSONSchema.Member($0.name, $0.schema == .number ? $0.schema.orNull : $0.schema) })
    }
}
