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

    /// The id in docs/CAPTURE.md.
    var id: String {
        switch self {
        case .captureMode: "CAP-154"
        case .mediaHashLength: "CAP-155"
        case .mediaHashCharacters: "CAP-156"
        case .mediaType: "CAP-157"
        case .hashChain, .frameCount, .duration: "CAP-158"
        case .frameCountPositive, .durationPositive: "CAP-159"
        case .algorithmVersion: "CAP-160"
        case .depthLayers: "CAP-161"
        case .edgeCoherence: "CAP-162"
        case .capturedAt: "CAP-163"
        case .assertionPresent: "CAP-164"
        case .assertionBase64: "CAP-165"
        }
    }

    /// Whether the payload satisfies the rule; nil if the rule does not apply to it.
    public func holds(_ payload: HashOnlyPayload) -> Bool? {
        let isVideo = payload.mediaType.utf8.elementsEqual("video".utf8)
        return switch self {
        case .captureMode: payload.captureMode.utf8.elementsEqual("hash_only".utf8)
        case .mediaHashLength: payload.mediaHash.utf8.count == 64
        case .mediaHashCharacters: payload.mediaHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil }
        case .mediaType: isVideo || payload.mediaType.utf8.elementsEqual("photo".utf8)
        case .hashChain: isVideo ? payload.hashChain != nil : nil
        case .frameCount: isVideo ? payload.frameCount != nil : nil
        case .duration: isVideo ? payload.duration != nil : nil
        case .frameCountPositive: isVideo ? payload.frameCount.map { $0 > 0 } : nil
        case .durationPositive: isVideo ? payload.duration.map { $0 > 0 } : nil
        case .algorithmVersion: !payload.depthAnalysis.algorithmVersion.isEmpty
        case .depthLayers: payload.depthAnalysis.depthLayers >= 0
        case .edgeCoherence: (0...1).contains(payload.depthAnalysis.edgeCoherence)
        case .capturedAt: CaptureTimestamp(payload.capturedAt) != nil
        case .assertionPresent: !payload.assertion.isBlank
        case .assertionBase64: StrictBase64.bytes(of: payload.assertion) != nil
        }
    }

    /// The value that the rule checks.
    package func value(in payload: HashOnlyPayload) -> CaptureCheckValue? {
        switch self {
        case .captureMode: .text(payload.captureMode)
        case .mediaHashLength: .integer(Int64(payload.mediaHash.utf8.count))
        case .mediaHashCharacters: .text(payload.mediaHash)
        case .mediaType: .text(payload.mediaType)
        case .hashChain: payload.hashChain.map { .text($0.finalHash) }
        case .frameCount, .frameCountPositive: payload.frameCount.map { .integer(Int64($0)) }
        case .duration, .durationPositive: payload.duration.map { .integer(Int64($0)) }
        case .algorithmVersion: .text(payload.depthAnalysis.algorithmVersion)
        case .depthLayers: .integer(Int64(payload.depthAnalysis.depthLayers))
        case .edgeCoherence: .number(Double(payload.depthAnalysis.edgeCoherence))
        case .capturedAt: .text(payload.capturedAt)
        case .assertionPresent, .assertionBase64: .text(payload.assertion)
        }
    }
}
