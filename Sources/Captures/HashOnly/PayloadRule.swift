internal import Support

/// A rule for a member of a hash-only capture, in the server's order of checks.
///
///     if let broken = PayloadRule.allCases.first(where: { $0.holds(payload) == false }) { … }
///
/// The raw value is the server's reason code.
public enum PayloadRule: String, Sendable, CaseIterable {
    /// The mode is `hash_only`.
    case captureMode = "capture_mode"
    /// The hash has 64 bytes.
    case mediaHashLength = "media_hash_length"
    /// The hash consists of hexadecimal digits.
    case mediaHashCharacters = "media_hash_characters"
    /// The media type is `photo` or `video`.
    case mediaType = "media_type"
    /// A video has a hash chain.
    case hashChain = "video_requires:hash_chain"
    /// A video has a frame count.
    case frameCount = "video_requires:frame_count"
    /// A video has a duration.
    case duration = "video_requires:duration_ms"
    /// The frame count of a video is above 0.
    case frameCountPositive = "frame_count_not_positive"
    /// The duration of a video is above 0.
    case durationPositive = "duration_ms_not_positive"
    /// The version of the depth analysis is not empty.
    case algorithmVersion = "algorithm_version"
    /// The number of layers is not negative.
    case depthLayers = "depth_layers"
    /// The edge coherence is from 0 to 1.
    case edgeCoherence = "edge_coherence"
    /// The time conforms to RFC 3339.
    case capturedAt = "captured_at"
    /// The assertion is not blank.
    case assertionPresent = "assertion_empty"
    /// The assertion is strict base64.
    case assertionBase64 = "assertion_base64"

    private var definition: MemberRule<HashOnlyPayload> {
        switch self {
        case .captureMode:
            MemberRule(
                "CAP-154", "capture_mode is not hash_only", "write hash_only as capture_mode",
                { .text($0.captureMode) }, holds: { $0.captureMode.utf8.elementsEqual("hash_only".utf8) })
        case .mediaHashLength:
            MemberRule(
                "CAP-155", "media_hash does not have 64 characters", "write media_hash as 64 hexadecimal digits",
                { .integer(Int64($0.mediaHash.utf8.count)) }, holds: { $0.mediaHash.utf8.count == 64 })
        case .mediaHashCharacters:
            MemberRule(
                "CAP-156", "media_hash is not hexadecimal", "write media_hash with hexadecimal digits only",
                { .text($0.mediaHash) },
                holds: { payload in payload.mediaHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil } })
        case .mediaType:
            MemberRule(
                "CAP-157", "media_type is neither photo nor video", "write photo or video as media_type",
                { .text($0.mediaType) }, holds: { $0.isVideo || $0.mediaType.utf8.elementsEqual("photo".utf8) })
        case .hashChain:
            MemberRule(
                "CAP-158", "the video has no hash_chain", "send the hash_chain of a video",
                { payload in payload.hashChain.map { .text($0.finalHash) } },
                holds: { $0.isVideo ? $0.hashChain != nil : nil })
        case .frameCount:
            MemberRule(
                "CAP-158", "the video has no frame_count", "send the frame_count of a video",
                { payload in payload.frameCount.map { .integer(Int64($0)) } },
                holds: { $0.isVideo ? $0.frameCount != nil : nil })
        case .duration:
            MemberRule(
                "CAP-158", "the video has no duration_ms", "send the duration_ms of a video",
                { payload in payload.duration.map { .integer(Int64($0)) } },
                holds: { $0.isVideo ? $0.duration != nil : nil })
        case .frameCountPositive:
            MemberRule(
                "CAP-159", "frame_count is not above 0", "send a frame_count above 0",
                { payload in payload.frameCount.map { .integer(Int64($0)) } },
                holds: { payload in payload.isVideo ? payload.frameCount.map { $0 > 0 } : nil })
        case .durationPositive:
            MemberRule(
                "CAP-159", "duration_ms is not above 0", "send a duration_ms above 0",
                { payload in payload.duration.map { .integer(Int64($0)) } },
                holds: { payload in payload.isVideo ? payload.duration.map { $0 > 0 } : nil })
        case .algorithmVersion:
            MemberRule(
                "CAP-160", "algorithm_version is empty", "name the version in depth_analysis.algorithm_version",
                { .text($0.depthAnalysis.algorithmVersion) }, holds: { !$0.depthAnalysis.algorithmVersion.isEmpty })
        case .depthLayers:
            MemberRule(
                "CAP-161", "depth_layers is below 0", "write depth_layers of at least 0",
                { .integer(Int64($0.depthAnalysis.depthLayers)) }, holds: { $0.depthAnalysis.depthLayers >= 0 })
        case .edgeCoherence:
            MemberRule(
                "CAP-162", "edge_coherence is not from 0 to 1", "write an edge_coherence from 0 to 1",
                { .number(Double($0.depthAnalysis.edgeCoherence)) },
                holds: { (0...1).contains($0.depthAnalysis.edgeCoherence) })
        case .capturedAt:
            MemberRule(
                "CAP-163", "captured_at is not an RFC 3339 time", "write captured_at as 2025-12-01T10:00:00Z",
                { .text($0.capturedAt) }, holds: { CaptureTimestamp($0.capturedAt) != nil })
        case .assertionPresent:
            MemberRule(
                "CAP-164", "the assertion is blank", "send an assertion",
                { .text($0.assertion) }, holds: { !$0.assertion.isBlank })
        case .assertionBase64:
            MemberRule(
                "CAP-165", "the assertion is not strict base64",
                "write the assertion in base64 with the standard alphabet, padded, without white space",
                { .text($0.assertion) }, holds: { StrictBase64.bytes(of: $0.assertion) != nil })
        }
    }

    var id: String { definition.id }
    package var fault: String { definition.fault }
    package var remedy: String { definition.remedy }

    /// Whether the payload satisfies the rule; nil if the rule does not apply to it.
    public func holds(_ payload: HashOnlyPayload) -> Bool? { definition.holds(payload) }

    package func value(in payload: HashOnlyPayload) -> CaptureCheckValue? { definition.value(payload) }
}

extension HashOnlyPayload { fileprivate var isVideo: Bool { mediaType.utf8.elementsEqual("video".utf8) } }
