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

    private var definition: MemberRule<CaptureMetadata> {
        switch self {
        case .capturedAt:
            MemberRule(
                "CAP-030", "captured_at is not an RFC 3339 time", "write captured_at as 2025-12-01T10:00:00.123Z",
                { .text($0.capturedAt) }, holds: { CaptureTimestamp($0.capturedAt) != nil })
        case .deviceModel:
            MemberRule(
                "CAP-031", "device_model is blank", "write a model as device_model", { .text($0.deviceModel) },
                holds: { !$0.deviceModel.isBlank })
        case .photoHashLength:
            MemberRule(
                "CAP-032", "photo_hash does not have 64 characters", "write photo_hash as 64 hexadecimal digits",
                { .integer(Int64($0.trimmedPhotoHash.utf8.count)) }, holds: { $0.trimmedPhotoHash.utf8.count == 64 })
        case .photoHashCharacters:
            MemberRule(
                "CAP-033", "photo_hash is not hexadecimal", "write photo_hash with hexadecimal digits only",
                { .text($0.photoHash) },
                holds: { $0.trimmedPhotoHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil } })
        case .dimensionsZero:
            MemberRule(
                "CAP-034", "a side of the depth map is 0", "write a width and a height of at least 1", Self.dimensions,
                holds: { $0.width > 0 && $0.height > 0 })
        case .dimensionsLarge:
            MemberRule(
                "CAP-035", "a side of the depth map is above 1000",
                "write a width and a height of at most 1000", Self.dimensions,
                holds: { max($0.width, $0.height) <= CaptureMetadata.largestDimension })
        case .latitude:
            MemberRule(
                "CAP-036", "the latitude is outside -90 to 90", "write a latitude from -90 to 90",
                { $0.location.map { .number($0.latitude) } }, holds: { $0.location.map { abs($0.latitude) <= 90 } })
        case .longitude:
            MemberRule(
                "CAP-037", "the longitude is outside -180 to 180", "write a longitude from -180 to 180",
                { $0.location.map { .number($0.longitude) } }, holds: { $0.location.map { abs($0.longitude) <= 180 } })
        }
    }

    private static func dimensions(_ metadata: CaptureMetadata) -> CaptureCheckValue? {
        .text("\(metadata.width)x\(metadata.height)")
    }

    var id: String { definition.id }
    package var fault: String { definition.fault }
    package var remedy: String { definition.remedy }

    /// Whether the metadata satisfies the rule; nil if the member it checks is absent.
    public func holds(_ metadata: CaptureMetadata) -> Bool? { definition.holds(metadata) }

    package func value(in metadata: CaptureMetadata) -> CaptureCheckValue? { definition.value(metadata) }
}
