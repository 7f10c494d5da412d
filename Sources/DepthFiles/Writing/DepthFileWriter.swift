public import DepthAnalysis
import Support

/// Encodes depth maps as bytes, the reverse of ``DepthFileReader``.
///
///     let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
public enum DepthFileWriter {
    /// The samples of a map as little-endian float32 in metres, row by row without padding. The dimensions are not
    /// stored.
    public static func float32Bytes(of map: DepthMap) -> [UInt8] { DepthFiles.float32Bytes(of: map.samples) }

    /// Compresses bytes. The output is deterministic: a gzip header has no time, name or system.
    ///
    /// At most 4 GiB. ``DepthContainer/lzfse`` uses uncompressed blocks; the level is zlib's, from 0 (stored) to 9.
    public static func pack(_ bytes: [UInt8], as container: DepthContainer, level: Int = 6) -> [UInt8] {
        switch container {
        case .gzip: deflate(bytes, framing: .gzip, level: level)
        case .zlib: deflate(bytes, framing: .zlib, level: level)
        case .deflate: deflate(bytes, framing: .raw, level: level)
        case .lzfse: storedAsLZFSE(bytes)
        case .none: bytes
        }
    }

    /// Encodes a map and reads it back to determine the loss.
    ///
    ///     let encoded = try DepthFileWriter.encode(map, as: .float32(.gzip))
    ///     print(encoded.bytes.count, encoded.loss)
    ///
    /// Equal maps give equal bytes. To compute ``EncodedDepthMap/loss``, ``DepthFileReader`` reads the bytes with
    /// ``WrittenFormat/readingOptions(for:)``.
    ///
    /// - Throws: ``WritingError`` if the format cannot hold the map, or if the file would be read as something
    ///   else: for example, uncompressed float32 that begins like a gzip header.
    public static func encode(_ map: DepthMap, as format: WrittenFormat) throws(WritingError) -> EncodedDepthMap {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        guard !map.samples.isEmpty else { throw .noSamples }
        if !map.isGrid, format.stored != .float32 { throw .notAGrid(dimensions, sampleCount: map.samples.count) }
        guard let encode = format.stored.definition.encode else { preconditionFailure("a written format has a writer") }
        let bytes = try encode(map, format)
        var options = format.readingOptions(for: map)
        // The caller holds the map in memory, so reading it back must not fail at a limit.
        options.maximumByteCount = max(options.maximumByteCount, 2 * bytes.count + 8 * map.samples.count)
        switch DepthFileReader(options: options).read(bytes).result {
        case .failure(.notEnoughMemory(let byteCount)): throw .notEnoughMemory(byteCount: byteCount)
        case .failure(let error): throw .notReadBack(error)
        case .success(let file):
            let found = MapDimensions(width: file.map.width, height: file.map.height)
            guard file.container == format.container, file.format == format.stored, found == dimensions,
                file.map.samples.count == map.samples.count
            else { throw .readAsOther(file.container, file.format, found) }
            return EncodedDepthMap(bytes: bytes, loss: WritingLoss(from: map.samples, to: file.map.samples))
        }
    }
}

extension WrittenFormat {
    /// zlib's limit for a single call.
    private static let maximumInputByteCount = Int(UInt32.max)

    func requirePackable(_ byteCount: Int) throws(WritingError) {
        guard container != .none || stored == .png16, byteCount > Self.maximumInputByteCount else { return }
        throw .tooLarge(byteCount: byteCount, limit: Self.maximumInputByteCount)
    }
}

extension DepthFileWriter {
    /// The description without which the file is not read back correctly; nil if none is needed.
    ///
    /// - Throws: ``WritingError`` if no description helps, or another file is in its place.
    package static func description(
        of bytes: [UInt8], _ map: DepthMap, as format: WrittenFormat, at path: String
    ) throws(WritingError) -> MapDescription? {
        let reader = DepthFileReader(options: ReadingOptions(maximumByteCount: .max))
        if isReadBack(reader.maps(of: bytes, path: path).only, map, format) { return nil }
        let description = MapDescription(format.readingOptions(for: map))
        let file = reader.maps(of: bytes, path: path, description: description).only
        guard isReadBack(file, map, format) else { throw .notDescribed(map.dimensions) }
        guard MapDescription.hasPlace(besideFileAt: path)
        else { throw .noPlaceForDescription(MapDescription.path(besideFileAt: path)) }
        return description
    }

    /// Throws if ``DepthFileReader`` would take the map for a matrix, because it has few rows or columns and its
    /// numbers are not distances. No description would help.
    package static func requireMap(_ bytes: [UInt8]) throws(WritingError) {
        guard let kind = ArrayKind(of: bytes), !kind.isMap else { return }
        var options = ReadingOptions(maximumByteCount: .max)
        options.refusesMatrices = true
        if case .failure(let error) = DepthFileReader(options: options).read(bytes).result { throw .notReadBack(error) }
    }

    package static func isReadBack(_ bytes: [UInt8], _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        inferred(from: bytes).map { isReadBack($0, map, format) } ?? false
    }

    package static func inferred(from bytes: [UInt8]) -> DecodedDepthFile? {
        try? DepthFileReader(options: ReadingOptions(maximumByteCount: .max)).read(bytes).result.get()
    }

    private static func isReadBack(_ file: MapFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        (try? file.decoded()).map { isReadBack($0, map, format) } ?? false
    }

    private static func isReadBack(_ file: DecodedDepthFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        file.container == format.container && file.format == format.stored
            && file.map.dimensions == map.dimensions && file.map.samples.count == map.samples.count
            && file.unitsPerMetre == format.unitsPerMetre
    }
}
