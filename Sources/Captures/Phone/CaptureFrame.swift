public import DepthAnalysis

/// What a phone has when the shutter is pressed.
///
///     let frame = CaptureFrame(depthMap: map, photo: jpeg, takenAt: now, deviceModel: "iPhone 15 Pro", location: fix)
public struct CaptureFrame: Sendable {
    /// The samples of the sensor; nil where it gave none.
    public var depthMap: DepthMap?
    /// Makes the JPEG, or hands on one that is there. It may throw, and it may take its time.
    public var photo: @Sendable () async throws -> [UInt8]
    /// The time by the clock. A frame's own time is since the phone was started.
    public var takenAt: CaptureTimestamp
    /// The model as the server knows it, such as `iPhone 15 Pro`.
    public var deviceModel: String
    /// The last location that is known.
    public var location: LocationFix?

    /// A frame whose photo is made when it is processed.
    public init(
        depthMap: DepthMap?, takenAt: CaptureTimestamp, deviceModel: String, location: LocationFix? = nil,
        photo: @escaping @Sendable () async throws -> [UInt8]
    ) {
        self.depthMap = depthMap
        self.photo = photo
        self.takenAt = takenAt
        self.deviceModel = deviceModel
        self.location = location
    }

    /// A frame whose photo is JPEG already.
    public init(
        depthMap: DepthMap?, photo: [UInt8], takenAt: CaptureTimestamp, deviceModel: String,
        location: LocationFix? = nil
    ) {
        self.init(depthMap: depthMap, takenAt: takenAt, deviceModel: deviceModel, location: location) { photo }
    }

    /// The location, if it was measured close enough to the picture to be that of it.
    var currentLocation: CaptureLocation? {
        guard let location else { return nil }
        let age = location.measuredAt.nanoseconds(until: takenAt)
        return age.magnitude <= LocationFix.maximumAge.nanoseconds ? location.location : nil
    }
}

/// A location and when it was measured.
public struct LocationFix: Sendable, Hashable {
    /// Where the phone was.
    public var location: CaptureLocation
    /// When.
    public var measuredAt: CaptureTimestamp

    /// How far from the picture a location may have been measured, before or after.
    public static let maximumAge: Duration = .seconds(5)

    /// A location.
    public init(_ location: CaptureLocation, measuredAt: CaptureTimestamp) {
        self.location = location
        self.measuredAt = measuredAt
    }
}

extension Duration {
    fileprivate var nanoseconds: Int128 {
        Int128(components.seconds) * 1_000_000_000 + Int128(components.attoseconds) / 1_000_000_000
    }
}

extension CaptureTimestamp {
    fileprivate func nanoseconds(until other: CaptureTimestamp) -> Int128 {
        (Int128(other.utcSeconds) - Int128(utcSeconds)) * 1_000_000_000 + Int128(other.nanoseconds - nanoseconds)
    }
}
