package import DepthAnalysis

extension DepthFileWriter {
    /// What has to stand beside a file for it to be read back without options.
    ///
    ///     let description = try DepthFileWriter.description(of: encoded.bytes, map, as: format, at: "room.bin.gz")
    ///
    /// - Parameters:
    ///   - bytes: the map as it was encoded.
    ///   - path: where the file goes. Its name may say something of it, and so may what is beside it already.
    /// - Returns: nil where the map is read back as things are.
    /// - Throws: ``WritingError``: no description helps, or something else is in its place.
    package static func description(
        of bytes: [UInt8], _ map: DepthMap, as format: WrittenFormat, at path: String
    ) throws(WritingError) -> MapDescription? {
        let reader = DepthFileReader(options: ReadingOptions(maximumByteCount: .max))
        if isReadBack(reader.openFrame(bytes, path: path), map, format) { return nil }
        let description = MapDescription(format.readingOptions(for: map))
        let file = reader.openFrame(bytes, path: path) { description }
        guard isReadBack(file, map, format) else { throw .notDescribed(map.dimensions) }
        guard MapDescription.hasPlace(besideFileAt: path) else {
            throw .noPlaceForDescription(MapDescription.path(besideFileAt: path))
        }
        return description
    }

    /// Whether the bytes of a map are read as that map where nothing else is known.
    package static func isReadBack(_ bytes: [UInt8], _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        inferred(from: bytes).map { isReadBack($0, map, format) } ?? false
    }

    /// What is read where nothing but the bytes is known; nil where nothing is.
    package static func inferred(from bytes: [UInt8]) -> DecodedDepthFile? {
        try? DepthFileReader(options: ReadingOptions(maximumByteCount: .max)).read(bytes).result.get()
    }

    private static func isReadBack(_ file: OpenedDepthFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        (try? file.decoded()).map { isReadBack($0, map, format) } ?? false
    }

    /// Whether a file was read as the map that was written to it: encoding it has compared the samples.
    private static func isReadBack(_ file: DecodedDepthFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        file.container == format.container && file.format == format.stored
            && file.map.dimensions == map.dimensions && file.map.samples.count == map.samples.count
            && file.unitsPerMetre == format.unitsPerMetre
    }
}
