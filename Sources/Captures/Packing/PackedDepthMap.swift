public import DepthAnalysis
public import DepthFiles
internal import Support

/// A depth map in the form that the server reads: gzip of little-endian binary32 metres, row by row.
///
///     let depth = try PackedDepthMap(file: bytes)
///     print(depth.bytes.count, depth.map.width, depth.map.height, depth.samplesHash)
///
/// The initializer reads the packed bytes back as the server does and compares the hash of the samples.
public struct PackedDepthMap: Sendable {
    /// The gzip member.
    public let bytes: [UInt8]
    /// The depth map.
    public let map: DepthMap
    /// SHA-256 of the samples as little-endian binary32, in hexadecimal.
    public let samplesHash: String

    /// The largest packed map in bytes, which is the limit of the app.
    public static let byteLimit = 1 << 20

    /// Packs a map.
    ///
    /// - Throws: ``CapturePackingError`` if the map is too large, or if the server would not read the same map.
    public init(_ map: DepthMap) throws(CapturePackingError) {
        try Self.requireSendable(map)
        let before = SHA256Digest.hexadecimal(ofSamples: map.samples)
        let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
        guard bytes.count <= Self.byteLimit
        else { throw .depthMapTooLarge(byteCount: bytes.count, limit: Self.byteLimit) }
        let after = Self.samplesHash(ofReceived: bytes, map)
        guard after == before else { throw .samplesChanged(before: before, after: after) }
        (self.bytes, self.map) = (bytes, map)
        samplesHash = before
    }

    /// Packs the depth map in a file of any supported format.
    public init(file bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws(CapturePackingError) {
        try self.init(DecodedDepthFile(bytes, options))
    }

    /// Packs a decoded file.
    ///
    /// - Throws: ``CapturePackingError``, including when the dimensions in the reading options do not fit the map.
    public init(_ file: DecodedDepthFile) throws(CapturePackingError) {
        for note in file.notes {
            if case .givenDimensionsDoNotFit(let given, let sampleCount, _) = note {
                throw .dimensionsDoNotFit(given, sampleCount: sampleCount)
            }
        }
        try self.init(file.map)
    }

    private static func requireSendable(_ map: DepthMap) throws(CapturePackingError) {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        guard dimensions.fit(sampleCount: map.samples.count)
        else { throw .dimensionsDoNotFit(dimensions, sampleCount: map.samples.count) }
        let largest = CaptureMetadata.largestDimension
        guard map.width <= largest, map.height <= largest else { throw .dimensionsTooLarge(dimensions, limit: largest) }
    }

    /// The hash of the samples that the server reads; nil if it cannot read the map.
    private static func samplesHash(ofReceived bytes: [UInt8], _ map: DepthMap) -> String? {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        let reading = DepthFileReader(options: ReadingOptions(dimensions: dimensions)).read(bytes)
        guard case .sameMap = reading.serverReading, let received = try? reading.result.get().map,
            received.width == map.width, received.height == map.height
        else { return nil }
        return SHA256Digest.hexadecimal(ofSamples: received.samples)
    }
}

extension DecodedDepthFile {
    fileprivate init(_ bytes: [UInt8], _ options: ReadingOptions) throws(CapturePackingError) {
        do throws(DepthFileError) {
            self = try DepthFileReader(options: options).read(bytes).result.get()
        } catch .dimensionsDoNotFit(let given, let sampleCount, _) {
            throw .dimensionsDoNotFit(given, sampleCount: sampleCount)
        } catch {
            throw .notDepthMap(error)
        }
    }
}
