public import DepthAnalysis
import Support

extension DepthFileWriter {
    /// Writes a map in a format, and reads it back to say what was lost.
    ///
    ///     let encoded = try DepthFileWriter.encode(map, as: .float32(.gzip))
    ///     print(encoded.bytes.count, encoded.loss)
    ///
    /// Equal maps give equal bytes. What ``EncodedMap/loss`` says was found in the bytes themselves, by
    /// ``DepthFileReader`` with ``WrittenFormat/readingOptions(for:)``.
    ///
    /// - Throws: ``WritingError``: for what the format does not hold, and for samples that would be read as something
    ///   else. So uncompressed float32 whose first bytes are those of a gzip header is not written.
    public static func encode(_ map: DepthMap, as format: WrittenFormat) throws(WritingError) -> EncodedMap {
        let dimensions = MapDimensions(width: map.width, height: map.height)
        guard !map.samples.isEmpty else { throw .noSamples }
        if !map.isGrid, format.stored != .float32 {
            throw .notAGrid(dimensions, sampleCount: map.samples.count)
        }
        guard let encode = format.stored.definition.encode else { preconditionFailure("a written format has a writer") }
        let bytes = try encode(map, format)
        var options = format.readingOptions(for: map)
        // Whoever has the map has room for it: no limit is to be met where it is only read back.
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
    /// zlib's limit for one call.
    private static let mostPackedAtOnce = Int(UInt32.max)

    func requirePackable(_ byteCount: Int) throws(WritingError) {
        guard container != .none || stored == .png16, byteCount > Self.mostPackedAtOnce else { return }
        throw .tooLarge(byteCount: byteCount, limit: Self.mostPackedAtOnce)
    }
}
