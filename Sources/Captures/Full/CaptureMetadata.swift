package import Support

/// The decoded metadata of a full capture. Its values are not validated; see ``MetadataRule``.
///
///     let metadata = try CaptureMetadata(json: bytes)
///     print(metadata.capturedAt, metadata.deviceModel)
public struct CaptureMetadata: Sendable, Hashable {
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
        reader.notesNumbers = true
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .capturedAt: capturedAt = try reader.string()
            case .deviceModel: deviceModel = try reader.string()
            case .photoHash: photoHash = try reader.string()
            case .dimensions: (width, height) = try Self.dimensions(&reader)
            case .location:
                location = try reader.optional { (reader) throws(ServerJSONError) in
                    try CaptureLocation(&reader, mayEndEarly: true)
                }
            case .assertion:
                assertion = try reader.optionalString()
            }
        }
        try reader.end()
        numbers = reader.notedNumbers
    }

    /// The assertion; nil if it is absent or blank.
    public var presentAssertion: String? { assertion.flatMap { $0.isBlank ? nil : $0 } }

    /// The photo hash without surrounding white space. ``MetadataRule`` checks this form.
    package var trimmedPhotoHash: String { String(photoHash.trimmed) }

    /// The members in the server's declaration order. The server also accepts an array of the values in this order
    /// instead of the object.
    private enum Member: String, ServerJSONMember {
        case capturedAt = "captured_at"
        case deviceModel = "device_model"
        case photoHash = "photo_hash"
        case dimensions = "depth_map_dimensions"
        case assertion
        case location

        var absence: ServerJSONAbsence {
            switch self {
            case .location, .assertion: .null
            default: .error
            }
        }
    }

    private enum DimensionMember: String, ServerJSONMember {
        case width, height

        var absence: ServerJSONAbsence { .error }
    }

    private static func dimensions(
        _ reader: inout ServerJSONReader
    ) throws(ServerJSONError) -> (width: UInt32, height: UInt32) {
        var dimensions: (width: UInt32, height: UInt32) = (0, 0)
        try reader.object(DimensionMember.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .width: dimensions.width = try reader.integer(UInt32.self)
            case .height: dimensions.height = try reader.integer(UInt32.self)
            }
        }
        return dimensions
    }
}

/// A geographic position.
public struct CaptureLocation: Sendable, Hashable {
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
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.accuracy = accuracy
    }

    /// - Parameter mayEndEarly: Whether an array of the values may end after the longitude. Only full captures allow
    ///   this.
    init(_ reader: inout ServerJSONReader, mayEndEarly: Bool = false) throws(ServerJSONError) {
        try reader.object(Member.self, mayEndEarly: mayEndEarly) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .latitude: latitude = try reader.binary64()
            case .longitude: longitude = try reader.binary64()
            case .altitude:
                altitude = try reader.optional { (reader) throws(ServerJSONError) in try reader.binary64() }
            case .accuracy:
                accuracy = try reader.optional { (reader) throws(ServerJSONError) in try reader.binary64() }
            }
        }
    }

    /// The members in the server's declaration order.
    enum Member: String, ServerJSONMember {
        case latitude, longitude, altitude, accuracy

        var absence: ServerJSONAbsence {
            switch self {
            case .latitude, .longitude: .error
            case .altitude, .accuracy: .null
            }
        }
    }

    /// Both coordinates with a fixed number of decimals, joined by a comma.
    func text(decimals: Int, prefix: String = "") -> String {
        [latitude, longitude].map { prefix + FixedDecimals.text(of: $0, decimals: decimals) }.joined(separator: ", ")
    }

    /// The coordinates rounded to hundredths of a degree, half away from zero, as the server records them for full
    /// captures.
    var coarseText: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded(.toNearestOrAwayFromZero) / 100 }
        return CaptureLocation(latitude: rounded(latitude), longitude: rounded(longitude)).text(decimals: 2)
    }

    package static var schema: JSONSchema { .object(of: Member.self) { _ in .number } }
}

extension String {
    /// Whether the string is empty or all Unicode white space.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return Substring(scalars[first...last])
    }
}

extension CaptureMetadata {
    /// The schema of the metadata that a device sends. docs/CAPTURE.md lists the rules for the values.
    package static var schema: JSONSchema {
        .object(of: Member.self) { member in
            switch member {
            case .capturedAt, .deviceModel, .photoHash, .assertion: .string
            case .dimensions: .object(of: DimensionMember.self) { _ in .count }
            case .location: CaptureLocation.schema
            }
        }
    }
}
