public import DepthAnalysis
internal import Support

/// A capture that nobody has signed yet: what a phone hands on, and what a body is packed from.
///
///     let data = try CaptureData(
///         photo: jpeg, depthMap: PackedDepthMap(map), takenAt: time, deviceModel: "iPhone 15 Pro")
///     let capture = try await CapturePacker(signer: signer).packFull(data)
///
/// Both strings that a full capture is bound to are fixed here once, so that what is signed is what is sent. Every rule
/// that the server has for them is kept.
public struct CaptureData: Sendable {
    /// The photo, any bytes; phones send JPEG.
    public let photo: [UInt8]
    /// The depth map as it is sent.
    public let depthMap: PackedDepthMap
    /// All else, without an assertion.
    public let metadata: CaptureMetadata

    /// Puts a capture together.
    ///
    /// - Parameters:
    ///   - takenAt: the time by the clock, of which milliseconds are kept; not a frame's own, which is since the start.
    ///   - deviceModel: as the server knows it, such as `iPhone 15 Pro`.
    ///   - location: of which 15 digits are kept, for the server need not read more as they are written.
    /// - Throws: ``PackingError``: the server would refuse it.
    public init(
        photo: [UInt8], depthMap: PackedDepthMap, takenAt: CaptureTimestamp, deviceModel: String,
        location: CaptureLocation? = nil
    ) throws(PackingError) {
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
            throw .metadataRule(broken, found: broken.found(in: metadata))
        }
        self.photo = photo
        self.depthMap = depthMap
        self.metadata = metadata
    }
}

extension CaptureLocation {
    /// In numbers that the server reads as they are written.
    fileprivate var safe: CaptureLocation {
        CaptureLocation(
            latitude: ServerJSONWriter.safe(latitude), longitude: ServerJSONWriter.safe(longitude),
            altitude: altitude.map(ServerJSONWriter.safe), accuracy: accuracy.map(ServerJSONWriter.safe))
    }
}

extension CaptureMetadata {
    /// The metadata as a phone sends it; an assertion that is absent is left out.
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
    /// What a phone tells in privacy mode of a photo: no media leaves it. The analysis is the phone's own.
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

    /// The safest body: the server's own text, which it reads to the same numbers, with the assertion added.
    func body(assertion: String) -> [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { $0.member("assertion", assertion) }
        return signedJSON.dropLast() + [UInt8(ascii: ",")] + writer.bytes.dropFirst()
    }
}

extension ClaimedDepthAnalysis {
    /// What an analysis by the phone's arithmetic found.
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
