internal import DepthAnalysis

extension MetadataEvidence {
    init(_ metadata: CaptureMetadata, now: CaptureTimestamp) {
        let delta = CaptureTimestamp(metadata.capturedAt).map { now.seconds(since: $0) } ?? 0
        self.init(
            isTimestampValid: delta.magnitude <= Self.maximumDelta, timestampDelta: delta,
            isModelVerified: Self.hasLiDAR(metadata.deviceModel), modelName: metadata.deviceModel,
            isResolutionValid: Self.isKnown(width: Int(metadata.width), height: Int(metadata.height)),
            isLocationAvailable: metadata.location != nil, isLocationOptedOut: metadata.location == nil,
            coarseLocation: metadata.location?.coarseText)
    }

    /// The evidence of a hash-only capture, which consists of its flags.
    init(_ payload: HashOnlyPayload) {
        let flags = payload.metadataFlags
        self.init(
            isTimestampValid: flags.timestampIncluded, timestampDelta: 0, isModelVerified: flags.deviceInfoIncluded,
            modelName: payload.metadata.deviceModel ?? "Unknown", isResolutionValid: true,
            isLocationAvailable: flags.locationIncluded, isLocationOptedOut: !flags.locationIncluded,
            coarseLocation: flags.locationIncluded
                ? payload.metadata.location.map { Self.text(of: $0, level: flags.locationLevel) } : nil)
    }

    /// The largest valid difference between the capture time and the server's clock, in seconds.
    private static let maximumDelta = 900

    private static let models = (12...17).map { "iphone\($0)pro" }

    private static func hasLiDAR(_ model: String) -> Bool {
        let name = model.lowercased().utf8.filter { $0 != 0x20 }
        return models.contains { ByteSearch($0).firstIndex(in: name[...]) != nil }
    }

    /// The depth map sizes that the server knows, with a tolerance of 10 samples per side.
    private static let resolutions = MapDimensions.recognised + [MapDimensions(width: 384, height: 288)]

    private static func isKnown(width: Int, height: Int) -> Bool {
        resolutions.contains { abs(width - $0.width) <= 10 && abs(height - $0.height) <= 10 }
    }

    private static func text(of location: CaptureLocation, level: String) -> String {
        switch level {
        case "coarse": location.text(decimals: 1, prefix: "~")
        case "precise": location.text(decimals: 4)
        default: "Location available"
        }
    }
}
