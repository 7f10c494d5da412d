internal import Support

/// The depth analysis that a device claims. The server accepts it unchecked.
public struct ClaimedDepthAnalysis: Sendable, Hashable {
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

    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .depthVariance: depthVariance = try reader.binary32()
            case .depthLayers: depthLayers = try reader.integer()
            case .edgeCoherence: edgeCoherence = try reader.binary32()
            case .minDepth: minDepth = try reader.binary32()
            case .maxDepth: maxDepth = try reader.binary32()
            case .isLikelyRealScene: isLikelyRealScene = try reader.boolean()
            case .algorithmVersion: algorithmVersion = try reader.string()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case depthVariance = "depth_variance"
        case depthLayers = "depth_layers"
        case edgeCoherence = "edge_coherence"
        case minDepth = "min_depth"
        case maxDepth = "max_depth"
        case isLikelyRealScene = "is_likely_real_scene"
        case algorithmVersion = "algorithm_version"

        var absence: ServerJSONAbsence { .error }
    }
}

/// The metadata that the user allowed the device to send. The server checks none of it.
public struct HashOnlyMetadata: Sendable, Hashable {
    /// The capture location, not range-checked.
    public var location: CaptureLocation?
    /// The capture time, in any format.
    public var timestamp: String?
    /// The device model.
    public var deviceModel: String?

    init() {}

    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .location:
                location = try reader.optional { (reader) throws(ServerJSONError) in try CaptureLocation(&reader) }
            case .timestamp:
                timestamp = try reader.optionalString()
            case .deviceModel:
                deviceModel = try reader.optionalString()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case location
        case timestamp
        case deviceModel = "device_model"

        var absence: ServerJSONAbsence { .null }
    }

    static var schema: JSONSchema {
        .object(of: Member.self) { $0 == .location ? CaptureLocation.schema : .string }
    }
}

/// The user's choices about each kind of metadata and its precision.
public struct MetadataFlags: Sendable, Hashable {
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

    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .locationIncluded: locationIncluded = try reader.boolean()
            case .locationLevel: locationLevel = try reader.string()
            case .timestampIncluded: timestampIncluded = try reader.boolean()
            case .timestampLevel: timestampLevel = try reader.string()
            case .deviceInfoIncluded: deviceInfoIncluded = try reader.boolean()
            case .deviceInfoLevel: deviceInfoLevel = try reader.string()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case locationIncluded = "location_included"
        case locationLevel = "location_level"
        case timestampIncluded = "timestamp_included"
        case timestampLevel = "timestamp_level"
        case deviceInfoIncluded = "device_info_included"
        case deviceInfoLevel = "device_info_level"

        var absence: ServerJSONAbsence { .error }
    }

    static var schema: JSONSchema {
        .object(of: Member.self) { member in
            switch member {
            case .locationIncluded, .timestampIncluded, .deviceInfoIncluded: .flag
            case .locationLevel, .timestampLevel, .deviceInfoLevel: .string
            }
        }
    }
}

/// The hash chain over the frames of a video. It is not signed.
public struct HashChain: Sendable, Hashable {
    /// The last hash.
    public var finalHash = ""
    /// The number of hashes.
    public var chainLength: Int32 = 0
    /// The version of the format; `1.0` if absent.
    public var version = "1.0"
    /// The number of checkpoints.
    public var checkpointCount: Int32 = 0

    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .finalHash: finalHash = try reader.string()
            case .chainLength: chainLength = try reader.integer()
            case .version: version = try reader.string()
            case .checkpointCount: checkpointCount = try reader.integer()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case finalHash = "final_hash"
        case chainLength = "chain_length"
        case version
        case checkpointCount = "checkpoint_count"

        var absence: ServerJSONAbsence {
            switch self {
            case .finalHash, .chainLength: .error
            case .version, .checkpointCount: .standardValue
            }
        }
    }

    static var schema: JSONSchema {
        .object(of: Member.self) { [.finalHash, .version].contains($0) ? .string : .integer }
    }
}

/// The depth analyses over the course of a video. The server checks only the types of its members.
public struct TemporalDepthAnalysis: Sendable, Hashable {
    /// The analyses of single frames.
    public var keyframeAnalyses: [ClaimedDepthAnalysis] = []
    /// The mean of the frames' standard deviations.
    public var meanVariance: Float = 0
    /// The stability of the standard deviation over time.
    public var varianceStability: Float = 0
    /// The similarity of the frames over time.
    public var temporalCoherence: Float = 0
    /// The verdict of the device.
    public var isLikelyRealScene = false
    /// The number of analysed frames.
    public var keyframeCount: Int32 = 0
    /// The version of the algorithm.
    public var algorithmVersion = ""

    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .keyframeAnalyses:
                keyframeAnalyses = try reader.array { (reader) throws(ServerJSONError) in
                    try ClaimedDepthAnalysis(&reader)
                }
            case .meanVariance: meanVariance = try reader.binary32()
            case .varianceStability: varianceStability = try reader.binary32()
            case .temporalCoherence: temporalCoherence = try reader.binary32()
            case .isLikelyRealScene: isLikelyRealScene = try reader.boolean()
            case .keyframeCount: keyframeCount = try reader.integer()
            case .algorithmVersion: algorithmVersion = try reader.string()
            }
        }
    }

    private enum Member: String, ServerJSONMember {
        case keyframeAnalyses = "keyframe_analyses"
        case meanVariance = "mean_variance"
        case varianceStability = "variance_stability"
        case temporalCoherence = "temporal_coherence"
        case isLikelyRealScene = "is_likely_real_scene"
        case keyframeCount = "keyframe_count"
        case algorithmVersion = "algorithm_version"

        var absence: ServerJSONAbsence { self == .keyframeAnalyses ? .standardValue : .error }
    }

    static var schema: JSONSchema {
        .object(of: Member.self) { member in
            switch member {
            case .keyframeAnalyses: .list(of: ClaimedDepthAnalysis.schema)
            case .meanVariance, .varianceStability, .temporalCoherence: .number
            case .isLikelyRealScene: .flag
            case .keyframeCount: .integer
            case .algorithmVersion: .string
            }
        }
    }
}

extension ClaimedDepthAnalysis {
    static var schema: JSONSchema { schema(number: .number) }

    /// The schema of the server's serialisation, in which a number beyond the range of f32 is null.
    static var signedSchema: JSONSchema { schema(number: JSONSchema.number.orNull) }

    private static func schema(number: JSONSchema) -> JSONSchema {
        .object(of: Member.self) { member in
            switch member {
            case .depthVariance, .edgeCoherence, .minDepth, .maxDepth: number
            case .depthLayers: .integer
            case .isLikelyRealScene: .flag
            case .algorithmVersion: .string
            }
        }
    }
}
