public import DepthAnalysis

/// The data that the app has when the user presses the shutter.
///
///     let frame = CaptureFrame(depthMap: map, photo: jpeg, takenAt: now, deviceModel: "iPhone 15 Pro", location: fix)
public struct CaptureFrame: Sendable {
    /// The sensor's depth map; nil if the sensor delivered none.
    public var depthMap: DepthMap?
    /// Returns the photo as JPEG. It may encode on demand, and may throw.
    public var photo: @Sendable () async throws -> [UInt8]
    /// The wall-clock time; not the frame's timestamp, which counts from the start of the device.
    public var takenAt: CaptureTimestamp
    /// The marketing name that the server expects, such as `iPhone 15 Pro`.
    public var deviceModel: String
    /// The last known location.
    public var location: LocationFix?

    /// Creates a frame whose photo is encoded when the frame is processed.
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

    /// Creates a frame with an encoded photo.
    public init(
        depthMap: DepthMap?, photo: [UInt8], takenAt: CaptureTimestamp, deviceModel: String,
        location: LocationFix? = nil
    ) {
        self.init(depthMap: depthMap, takenAt: takenAt, deviceModel: deviceModel, location: location) { photo }
    }

    /// The location; nil if it was measured more than ``LocationFix/maximumAge`` before or after the picture.
    var currentLocation: CaptureLocation? {
        guard let location else { return nil }
        let age = location.measuredAt.nanoseconds(until: takenAt)
        return age.magnitude <= LocationFix.maximumAge.nanoseconds ? location.location : nil
    }
}

/// A location and the time of its measurement.
///
///     let fix = LocationFix(CaptureLocation(latitude: 52.5, longitude: 13.4), measuredAt: now)
public struct LocationFix: Sendable, Hashable {
    /// The position.
    public var location: CaptureLocation
    /// The time of the measurement.
    public var measuredAt: CaptureTimestamp

    /// The largest interval between the measurement and the picture, in either direction.
    public static let maximumAge: Duration = .seconds(5)

    /// Creates a fix.
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
        (Int128(other.utcSeconds) - Int128(utcSeconds)) * 1_000_000_000 + Int128(other.nanoseconds)
            - Int128(nanoseconds)
    }
}
