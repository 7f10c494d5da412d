public import DepthAnalysis
public import DepthFiles
internal import Support

/// A depth map as the server reads it: gzip of little-endian binary32 metres, row by row.
///
///     let depth = try PackedDepthMap(file: bytes)
///     print(depth.bytes.count, depth.map.width, depth.map.height, depth.samplesHash)
///
/// That no sample changed is proved: what was packed is read back as the server does, and has the hash it had before.
public struct PackedDepthMap: Sendable {
    /// The gzip member.
    public let bytes: [UInt8]
    /// The map.
    public let map: DepthMap
    /// SHA-256 of the samples, little-endian binary32, in hexadecimal digits.
    public let samplesHash: String

    /// The most bytes of a packed map: what a phone allows itself.
    public static let byteLimit = 1 << 20

    /// Packs a map.
    ///
    /// - Throws: ``PackingError``: the map is too large, or not one that the server gets as it is.
    public init(_ map: DepthMap) throws(PackingError) {
        try Self.requireSendable(map)
        let before = SHA256Digest.hexadecimal(ofSamples: map.samples)
        let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
        guard bytes.count <= Self.byteLimit else {
            throw .depthMapTooLarge(byteCount: bytes.count, limit: Self.byteLimit)
        }
        let after = Self.samplesHash(ofReceived: bytes, map)
        guard after == before else { throw .samplesChanged(before: before, after: after) }
        self.bytes = bytes
        self.map = map
        samplesHash = before
    }

    /// Packs what a file of any container holds, a PNG too.
    ///
    /// - Parameter options: what is known of the file.
    /// - Throws: ``PackingError``.
    public init(file bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws(PackingError) {
        try self.init(DecodedDepthFile(bytes, options))
    }

    /// Packs what was read of a file.
    ///
    /// - Throws: ``PackingError``; also where the dimensions that were given are not those of the map.
    public init(_ file: DecodedDepthFile) throws(PackingError) {
        for note in file.notes {
            if case .givenDimensionsDoNotFit(let given, let sampleCount, _) = note {
                throw .dimensionsDoNotFit(given, sampleCount: sampleCount)
            }
        }
        try self.init(file.map)
    }

    /// Makes sure that the server takes the dimensions, and with them the samples.
    private static func requireSendable(_ map: DepthMap) throws(PackingError) {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        guard dimensions.fit(sampleCount: map.samples.count) else {
            throw .dimensionsDoNotFit(dimensions, sampleCount: map.samples.count)
        }
        let largest = CaptureMetadata.largestDimension
        guard map.width <= largest, map.height <= largest else {
            throw .dimensionsTooLarge(dimensions, limit: largest)
        }
    }

    /// The hash of the samples that the server gets; nil where it gets none.
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
    /// Reads a file, or says why it cannot be packed.
    fileprivate init(_ bytes: [UInt8], _ options: ReadingOptions) throws(PackingError) {
        do throws(DepthFileError) {
            self = try DepthFileReader(options: options).read(bytes).result.get()
        } catch .dimensionsDoNotFit(let given, let sampleCount, _) {
            throw .dimensionsDoNotFit(given, sampleCount: sampleCount)
        } catch {
            throw .notDepthMap(error)
        }
    }
}
