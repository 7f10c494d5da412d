extension MetadataEvidence {
    /// What is recorded of a full capture.
    init(_ metadata: CaptureMetadata, now: CaptureTimestamp) {
        let delta = CaptureTimestamp(metadata.capturedAt).map { now.wholeSeconds(since: $0) } ?? 0
        self.init(
            isTimestampValid: delta.magnitude <= Self.maximumDelta, timestampDelta: delta,
            isModelVerified: Self.hasLiDAR(metadata.deviceModel), modelName: metadata.deviceModel,
            isResolutionValid: Self.isKnown(width: Int(metadata.width), height: Int(metadata.height)),
            isLocationAvailable: metadata.location != nil, isLocationOptedOut: metadata.location == nil,
            coarseLocation: metadata.location?.coarseText)
    }

    /// What is recorded of a hash-only capture: what its flags say.
    init(_ payload: HashOnlyPayload) {
        let flags = payload.metadataFlags
        self.init(
            isTimestampValid: flags.timestampIncluded, timestampDelta: 0, isModelVerified: flags.deviceInfoIncluded,
            modelName: payload.metadata.deviceModel ?? "Unknown", isResolutionValid: true,
            isLocationAvailable: flags.locationIncluded, isLocationOptedOut: !flags.locationIncluded,
            coarseLocation: flags.locationIncluded
                ? payload.metadata.location.map { Self.text(of: $0, level: flags.locationLevel) } : nil)
    }

    /// How many seconds a capture may be from the server's clock.
    private static let maximumDelta = 900

    /// The phones with a LiDAR that the server knows: iPhone 12 Pro to iPhone 17 Pro.
    private static let models = (12...17).map { "iphone\($0)pro" }

    private static func hasLiDAR(_ model: String) -> Bool {
        let name = model.lowercased().utf8.filter { $0 != 0x20 }
        return models.contains { ByteSearch($0).firstIndex(in: name[...]) != nil }
    }

    /// The sizes of depth maps that the server knows, each side within 10 samples.
    private static let resolutions = [(256, 192), (320, 240), (640, 480), (384, 288)]

    private static func isKnown(width: Int, height: Int) -> Bool {
        resolutions.contains { abs(width - $0.0) <= 10 && abs(height - $0.1) <= 10 }
    }

    private static func text(of location: CaptureLocation, level: String) -> String {
        switch level {
        case "coarse": location.text(decimals: 1, prefix: "~")
        case "precise": location.text(decimals: 4)
        default: "Location available"
        }
    }
}
