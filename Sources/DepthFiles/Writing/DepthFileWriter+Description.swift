package import DepthAnalysis

extension DepthFileWriter {
    /// The description that must accompany a file so that it can be read back without options.
    ///
    ///     let description = try DepthFileWriter.description(of: encoded.bytes, map, as: format, at: "room.bin.gz")
    ///
    /// - Parameters:
    ///   - bytes: the encoded map.
    ///   - path: the path of the file. Its name and the files beside it may affect how it is read.
    /// - Returns: nil if the file is read back correctly without a description.
    /// - Throws: ``WritingError`` if no description helps, or another file is in its place.
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

    /// Requires that a written array is read as a map without given dimensions: few rows or columns of numbers that
    /// are no distances are a matrix to ``DepthFileReader``, and no description changes that.
    ///
    /// - Throws: ``WritingError/notReadBack(_:)``.
    package static func requireMap(_ bytes: [UInt8]) throws(WritingError) {
        guard let kind = ArrayKind(of: bytes), !kind.isMap else { return }
        let reader = DepthFileReader(options: ReadingOptions(maximumByteCount: .max))
        do throws(ReadingError) {
            _ = try reader.refusingMatrix(reader.open(bytes, path: "", confidence: nil)).decoded()
        } catch {
            if case .undecodable(_, let error) = error { throw .notReadBack(error) }
        }
    }

    /// Whether the bytes of a map are read as that map without other information.
    package static func isReadBack(_ bytes: [UInt8], _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        inferred(from: bytes).map { isReadBack($0, map, format) } ?? false
    }

    package static func inferred(from bytes: [UInt8]) -> DecodedDepthFile? {
        try? DepthFileReader(options: ReadingOptions(maximumByteCount: .max)).read(bytes).result.get()
    }

    private static func isReadBack(_ file: OpenedDepthFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        (try? file.decoded()).map { isReadBack($0, map, format) } ?? false
    }

    /// Whether a file was read as the map that was written. The samples were compared during encoding.
    private static func isReadBack(_ file: DecodedDepthFile, _ map: DepthMap, _ format: WrittenFormat) -> Bool {
        file.container == format.container && file.format == format.stored
            && file.map.dimensions == map.dimensions && file.map.samples.count == map.samples.count
            && file.unitsPerMetre == format.unitsPerMetre
    }
}
