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
        let bytes = try format.bytes(of: map)
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
    /// What zlib takes at once, and what `DepthFileWriter.pack` does.
    private static let mostPackedAtOnce = Int(UInt32.max)

    fileprivate func bytes(of map: DepthMap) throws(WritingError) -> [UInt8] {
        let count = map.samples.count
        switch self {
        case .float32(let container):
            try requirePackable(4 * count)
            return DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container)
        case .float16:
            try requirePackable(2 * count)
            return DepthFileWriter.pack(float16Bytes(of: map.samples), as: .zlib)
        case .npy: return NumPyArray.bytes(of: map)
        case .pfm: return PortableFloatMap.bytes(of: map)
        case .png16(let unitsPerMetre):
            guard unitsPerMetre.isFinite, unitsPerMetre > 0 else { throw .unitsNotPositive(unitsPerMetre) }
            try requirePackable(2 * count)
            let dimensions = MapDimensions(width: map.width, height: map.height)
            let bytes = GreyPNG.bytes(of: steps(of: map.samples, unitsPerMetre: unitsPerMetre), dimensions)
            guard let bytes else { throw .notEnoughMemory(byteCount: 6 * count) }
            return bytes
        }
    }

    private func requirePackable(_ byteCount: Int) throws(WritingError) {
        guard container != .none || stored == .png16, byteCount > Self.mostPackedAtOnce else { return }
        throw .tooLarge(byteCount: byteCount, limit: Self.mostPackedAtOnce)
    }
}

/// Distances as whole units, 0 where there are none: the product has 48 bits at most, so only rounding it rounds.
private func steps(of samples: [Float], unitsPerMetre: Float) -> [UInt16] {
    let unitsPerMetre = Double(unitsPerMetre)
    return samples.map { sample in
        let units = (Double(sample) * unitsPerMetre).rounded(.toNearestOrEven)
        // Not so for NaN.
        return units > 0 && units <= Double(UInt16.max) ? UInt16(units) : 0
    }
}
