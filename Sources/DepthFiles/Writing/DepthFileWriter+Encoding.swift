public import DepthAnalysis
import Support

extension DepthFileWriter {
    /// Encodes a map and reads it back to determine the loss.
    ///
    ///     let encoded = try DepthFileWriter.encode(map, as: .float32(.gzip))
    ///     print(encoded.bytes.count, encoded.loss)
    ///
    /// Equal maps give equal bytes. ``DepthFileReader`` reads them with ``WrittenFormat/readingOptions(for:)`` to
    /// compute ``EncodedMap/loss``.
    ///
    /// - Throws: ``WritingError`` if the format cannot hold the map, or if the file would be read as something
    ///   else: for example, uncompressed float32 that begins like a gzip header.
    public static func encode(_ map: DepthMap, as format: WrittenFormat) throws(WritingError) -> EncodedMap {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        guard !map.samples.isEmpty else { throw .noSamples }
        if !map.isGrid, format.stored != .float32 {
            throw .notAGrid(dimensions, sampleCount: map.samples.count)
        }
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
            return EncodedMap(bytes: bytes, loss: WritingLoss(from: map.samples, to: file.map.samples))
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
