/// The rules for the members of a full capture's metadata, in the order in which the server checks them.
///
///     if let broken = MetadataRule.allCases.first(where: { $0.holds(metadata) == false }) { … }
///
/// The raw value is the reason that the reference gives.
public enum MetadataRule: String, Sendable, CaseIterable {
    /// The time is one of RFC 3339.
    case capturedAt = "captured_at"
    /// The model is more than white space.
    case deviceModel = "device_model"
    /// The hash has 64 bytes, white space around it aside.
    case photoHashLength = "photo_hash_length"
    /// They are hexadecimal digits.
    case photoHashCharacters = "photo_hash_characters"
    /// Neither side of the depth map is 0.
    case dimensionsZero = "dimensions_zero"
    /// Neither side of it is above 1000.
    case dimensionsLarge = "dimensions_large"
    /// The latitude is at most 90 degrees from 0.
    case latitude
    /// The longitude is at most 180 degrees from 0.
    case longitude

    /// Whether the rule is kept; nil where there is nothing to apply it to.
    public func holds(_ metadata: CaptureMetadata) -> Bool? {
        let hash = metadata.trimmedPhotoHash.utf8
        return switch self {
        case .capturedAt: CaptureTimestamp(metadata.capturedAt) != nil
        case .deviceModel: !metadata.deviceModel.isBlank
        case .photoHashLength: hash.count == 64
        case .photoHashCharacters: hash.allSatisfy { Hexadecimal.digit($0) != nil }
        case .dimensionsZero: metadata.width > 0 && metadata.height > 0
        case .dimensionsLarge: [metadata.width, metadata.height].allSatisfy { $0 <= CaptureMetadata.largestDimension }
        case .latitude: metadata.location.map { abs($0.latitude) <= 90 }
        case .longitude: metadata.location.map { abs($0.longitude) <= 180 }
        }
    }

    /// What the rule is about.
    package func found(in metadata: CaptureMetadata) -> CheckValue? {
        switch self {
        case .capturedAt: .text(metadata.capturedAt)
        case .deviceModel: .text(metadata.deviceModel)
        case .photoHashLength: .integer(Int64(metadata.trimmedPhotoHash.utf8.count))
        case .photoHashCharacters: .text(metadata.photoHash)
        case .dimensionsZero, .dimensionsLarge: .text("\(metadata.width)x\(metadata.height)")
        case .latitude: metadata.location.map { .number($0.latitude) }
        case .longitude: metadata.location.map { .number($0.longitude) }
        }
    }
}
