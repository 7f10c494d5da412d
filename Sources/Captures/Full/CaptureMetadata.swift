package import Support

/// The decoded metadata of a full capture. Its values are not validated; see ``MetadataRule``.
///
///     let metadata = try CaptureMetadata(json: bytes)
///     print(metadata.capturedAt, metadata.deviceModel)
public struct CaptureMetadata: Sendable, Hashable, ServerJSONObject {
    /// The capture time, verbatim.
    public var capturedAt = ""
    /// The device model.
    public var deviceModel = ""
    /// SHA-256 of the photo in hexadecimal.
    public var photoHash = ""
    /// The number of samples in a row of the depth map.
    public var width: UInt32 = 0
    /// The number of rows of the depth map.
    public var height: UInt32 = 0
    /// The capture location.
    public var location: CaptureLocation?
    /// The assertion in base64; a blank one counts as absent.
    public var assertion: String?
    /// The numbers of the location, with the values that the server's parser read.
    public private(set) var numbers: [NotedNumber] = []

    /// The largest width and height that the server accepts.
    public static let largestDimension = 1000

    init() {}

    /// Decodes JSON by the server's rules.
    public init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try self.init(&reader)
        try reader.end()
        numbers = reader.notedNumbers
    }

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("captured_at", .string, \.capturedAt),
        ServerJSONMember("device_model", .string, \.deviceModel),
        ServerJSONMember("photo_hash", .string, \.photoHash),
        ServerJSONMember(
            "depth_map_dimensions",
            members: [ServerJSONMember("width", .count, \.width), ServerJSONMember("height", .count, \.height)]),
        ServerJSONMember("assertion", .optional(.string), \.assertion, .null),
        ServerJSONMember("location", .optional(.noted(CaptureLocation.inFullCapture)), \.location, .null),
    ]

    package static var schema: JSONSchema { .object(of: members) }

    /// The assertion; nil if it is absent or blank.
    public var presentAssertion: String? { assertion.flatMap { $0.isBlank ? nil : $0 } }

    package var trimmedPhotoHash: String { String(photoHash.trimmed) }
}

/// A geographic position.
public struct CaptureLocation: Sendable, Hashable, ServerJSONObject {
    /// Degrees north.
    public var latitude = 0.0
    /// Degrees east.
    public var longitude = 0.0
    /// Metres above sea level.
    public var altitude: Double?
    /// The horizontal uncertainty in metres.
    public var accuracy: Double?

    /// Creates a location.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil, accuracy: Double? = nil) {
        (self.latitude, self.longitude, self.altitude, self.accuracy) = (latitude, longitude, altitude, accuracy)
    }

    init() {}

    static let members: [ServerJSONMember<Self>] = [
        ServerJSONMember("latitude", .binary64, \.latitude),
        ServerJSONMember("longitude", .binary64, \.longitude),
        ServerJSONMember("altitude", .optional(.binary64), \.altitude, .null),
        ServerJSONMember("accuracy", .optional(.binary64), \.accuracy, .null),
    ]

    /// Only in full captures, an array of the values may end after the longitude.
    static let inFullCapture = ServerJSONType(schema: schema) { (reader) throws(ServerJSONError) in
        var location = CaptureLocation()
        try reader.object(members, mayEndEarly: true, into: &location)
        return location
    }

    func text(decimals: Int, prefix: String = "") -> String {
        [latitude, longitude].map { prefix + FixedDecimals.text(of: $0, decimals: decimals) }.joined(separator: ", ")
    }

    /// Rounded to hundredths of a degree, half away from zero, as recorded for full captures.
    var coarseText: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded(.toNearestOrAwayFromZero) / 100 }
        return CaptureLocation(latitude: rounded(latitude), longitude: rounded(longitude)).text(decimals: 2)
    }

}

extension String {
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return Substring(scalars[first...last])
    }
}
