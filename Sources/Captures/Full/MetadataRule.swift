internal import Support

/// A rule for a member of a full capture's metadata, in the server's order of checks.
///
///     if let broken = MetadataRule.allCases.first(where: { $0.holds(metadata) == false }) { … }
///
/// The raw value is the server's reason code.
public enum MetadataRule: String, Sendable, CaseIterable {
    /// The time conforms to RFC 3339.
    case capturedAt = "captured_at"
    /// The model is not blank.
    case deviceModel = "device_model"
    /// The hash has 64 bytes, without surrounding white space.
    case photoHashLength = "photo_hash_length"
    /// The hash consists of hexadecimal digits.
    case photoHashCharacters = "photo_hash_characters"
    /// Neither dimension is 0.
    case dimensionsZero = "dimensions_zero"
    /// Neither dimension exceeds 1000.
    case dimensionsLarge = "dimensions_large"
    /// The latitude is from −90 to 90 degrees.
    case latitude
    /// The longitude is from −180 to 180 degrees.
    case longitude

    /// The id in docs/CAPTURE.md.
    var id: String {
        switch self {
        case .capturedAt: "CAP-030"
        case .deviceModel: "CAP-031"
        case .photoHashLength: "CAP-032"
        case .photoHashCharacters: "CAP-033"
        case .dimensionsZero: "CAP-034"
        case .dimensionsLarge: "CAP-035"
        case .latitude: "CAP-036"
        case .longitude: "CAP-037"
        }
    }

    /// Whether the metadata satisfies the rule; nil if the member it checks is absent.
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

    /// The value that the rule checks.
    package func value(in metadata: CaptureMetadata) -> CaptureCheckValue? {
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
