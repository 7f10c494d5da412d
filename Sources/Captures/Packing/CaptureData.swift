public import DepthAnalysis
internal import Support

/// An unsigned capture, from which ``CapturePacker`` makes a request body.
///
///     let data = try CaptureData(
///         photo: jpeg, depthMap: PackedDepthMap(map), takenAt: time, deviceModel: "iPhone 15 Pro")
///     let capture = try await CapturePacker(signer: signer).packFull(data)
///
/// The initializer fixes the two strings that are signed and sent, and checks the server's rules for them.
public struct CaptureData: Sendable {
    /// The photo. The app sends JPEG; the server does not decode it.
    public let photo: [UInt8]
    /// The depth map in its transmitted form.
    public let depthMap: PackedDepthMap
    /// The metadata, without an assertion.
    public let metadata: CaptureMetadata

    package static let usualModel = "iPhone 15 Pro"

    /// Creates a capture.
    ///
    /// - Parameters:
    ///   - photo: The photo, at least one byte.
    ///   - depthMap: The depth map.
    ///   - takenAt: The wall-clock time, truncated to milliseconds; not a frame's timestamp, which counts from the
    ///     start of the device.
    ///   - deviceModel: The marketing name that the server expects, such as `iPhone 15 Pro`.
    ///   - location: A number that the server's parser would misread is shortened to at most 15 significant digits.
    /// - Throws: ``CapturePackingError`` if the server would refuse the capture.
    public init(
        photo: [UInt8], depthMap: PackedDepthMap, takenAt: CaptureTimestamp, deviceModel: String,
        location: CaptureLocation? = nil
    ) throws(CapturePackingError) {
        guard !photo.isEmpty else { throw .emptyPhoto }
        guard let capturedAt = takenAt.millisecondText else { throw .timeOutOfRange(utcSeconds: takenAt.utcSeconds) }
        var metadata = CaptureMetadata()
        metadata.capturedAt = capturedAt
        metadata.deviceModel = deviceModel
        metadata.photoHash = SHA256Digest.hexadecimal(of: photo)
        metadata.width = UInt32(depthMap.map.width)
        metadata.height = UInt32(depthMap.map.height)
        metadata.location = location?.safe
        if let broken = MetadataRule.allCases.first(where: { $0.holds(metadata) == false }) {
            throw .metadataRule(broken, found: broken.value(in: metadata))
        }
        (self.photo, self.depthMap, self.metadata) = (photo, depthMap, metadata)
    }
}

extension CaptureLocation {
    /// The location, shortened to numbers that the server's parser reads exactly.
    fileprivate var safe: CaptureLocation {
        CaptureLocation(
            latitude: ServerJSONWriter.safe(latitude), longitude: ServerJSONWriter.safe(longitude),
            altitude: altitude.map(ServerJSONWriter.safe), accuracy: accuracy.map(ServerJSONWriter.safe))
    }
}

extension CaptureMetadata {
    /// The metadata in JSON, as the app sends it, without absent members.
    public var json: [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { writer in
            writer.member("captured_at", capturedAt)
            writer.member("device_model", deviceModel)
            writer.member("photo_hash", photoHash)
            writer.member("depth_map_dimensions") { writer in
                writer.member("width", plain: width.description)
                writer.member("height", plain: height.description)
            }
            if let location { writer.member("location", location.write) }
            if let assertion { writer.member("assertion", assertion) }
        }
        return writer.bytes
    }
}

extension HashOnlyPayload {
    /// The payload that the app sends for a photo in privacy mode, with an analysis by the client profile.
    init(_ data: CaptureData) {
        self.init()
        let metadata = data.metadata
        captureMode = "hash_only"
        mediaHash = metadata.photoHash
        mediaType = "photo"
        depthAnalysis = ClaimedDepthAnalysis(DepthAnalyzer(profile: .client).analyze(data.depthMap.map))
        capturedAt = metadata.capturedAt
        self.metadata.location = metadata.location
        self.metadata.timestamp = metadata.capturedAt
        self.metadata.deviceModel = metadata.deviceModel
        metadataFlags.locationIncluded = metadata.location != nil
        metadataFlags.locationLevel = metadata.location == nil ? "none" : "precise"
        metadataFlags.timestampIncluded = true
        metadataFlags.timestampLevel = "exact"
        metadataFlags.deviceInfoIncluded = true
        metadataFlags.deviceInfoLevel = "model_only"
    }

    /// The server's own serialisation with the assertion appended. The server reads exactly these numbers from it.
    func body(assertion: String) -> [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { $0.member("assertion", assertion) }
        return signedJSON.dropLast() + [UInt8(ascii: ",")] + writer.bytes.dropFirst()
    }
}

extension ClaimedDepthAnalysis {
    /// The results of an analysis with the client profile.
    public init(_ analysis: SceneAnalysis) {
        depthVariance = Float(analysis.standardDeviation)
        depthLayers = Int32(clamping: analysis.layerCount)
        edgeCoherence = Float(analysis.edgeCoherence)
        minDepth = Float(analysis.minimumDepth)
        maxDepth = Float(analysis.maximumDepth)
        isLikelyRealScene = analysis.isLikelyRealScene
        algorithmVersion = SceneAnalysis.algorithmVersion
    }
}
