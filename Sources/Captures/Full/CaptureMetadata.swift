package import Support

/// The metadata of a full capture, of the right shape; none of its rules is checked yet.
///
///     let metadata = try CaptureMetadata(json: bytes)
///     print(metadata.capturedAt, metadata.deviceModel)
public struct CaptureMetadata: Sendable, Hashable {
    /// When the picture was taken, as it was written.
    public var capturedAt = ""
    /// The model of the phone.
    public var deviceModel = ""
    /// SHA-256 of the photo in hexadecimal digits.
    public var photoHash = ""
    /// Samples in a row of the depth map.
    public var width: UInt32 = 0
    /// Rows of the depth map.
    public var height: UInt32 = 0
    /// Where the picture was taken.
    public var location: CaptureLocation?
    /// The assertion in base64; blank counts as absent.
    public var assertion: String?

    /// The numbers of the location, and how the server read them.
    public private(set) var numbers: [NotedNumber] = []

    /// The most samples in a row and the most rows that the server takes.
    public static let largestDimension = 1000

    init() {}

    /// Reads JSON as the server does.
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

    /// The assertion, unless there is none or nothing but white space.
    public var presentAssertion: String? { assertion.flatMap { $0.isBlank ? nil : $0 } }

    /// The hash of the photo without white space around it, as the rules for it look at it.
    package var trimmedPhotoHash: String { String(photoHash.trimmed) }

    /// In the order of the server's type.
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

/// Where a picture was taken.
public struct CaptureLocation: Sendable, Hashable {
    /// Degrees to the north.
    public var latitude = 0.0
    /// Degrees to the east.
    public var longitude = 0.0
    /// Metres above the sea.
    public var altitude: Double?
    /// Metres it may be off.
    public var accuracy: Double?

    /// A place.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.accuracy = accuracy
    }

    /// Reads a location.
    ///
    /// - Parameter mayEndEarly: whether an array may end behind the longitude, as in full captures; in hash-only ones
    ///   it has all four elements.
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

    /// The members, in the server's order.
    enum Member: String, ServerJSONMember {
        case latitude, longitude, altitude, accuracy

        var absence: ServerJSONAbsence {
            switch self {
            case .latitude, .longitude: .error
            case .altitude, .accuracy: .null
            }
        }
    }

    /// Both coordinates with a fixed count of decimals, joined by a comma.
    func text(decimals: Int, prefix: String = "") -> String {
        [latitude, longitude].map { prefix + FixedDecimals.text(of: $0, decimals: decimals) }.joined(separator: ", ")
    }

    /// Rounded to a hundredth of a degree, half away from zero, as full captures record it.
    var coarseText: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded(.toNearestOrAwayFromZero) / 100 }
        return CaptureLocation(latitude: rounded(latitude), longitude: rounded(longitude)).text(decimals: 2)
    }
}

extension String {
    /// Whether there is nothing but white space of Unicode.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Without white space at either end.
    var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return Substring(scalars[first...last])
    }
}

extension CaptureMetadata {
    /// The body that a phone sends; the rules for the values are in docs/CAPTURE.md.
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

extension CaptureLocation {
    package static var schema: JSONSchema { .object(of: Member.self) { _ in .number } }
}
