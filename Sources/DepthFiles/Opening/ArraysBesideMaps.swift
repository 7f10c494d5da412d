internal import DepthAnalysis
internal import Support

// NumPy matrices, boxes, points and masks are skipped beside maps; on their own they are an error.

extension ArrayKind {
    /// Describes an array beside maps that is not a map itself, according to its name and first bytes. Nil for a
    /// possible map, and for integers in a file named after depth, which are an error.
    package static func reasonNotMap(_ name: String, _ start: [UInt8]) -> String? {
        guard FileExtension(of: name) == "npy", let kind = ArrayKind(of: start), !kind.isMap else { return nil }
        let isMask = kind.header.typeName.utf8.last == UInt8(ascii: "1")
        return kind.isDepthType || isMask || !ColourFrames.isNamedAfterDepth(name) ? kind.words : nil
    }

    /// Reads only the header of the file.
    package static func reasonNotMap(at path: String) -> String? {
        guard FileExtension(of: path) == "npy", let file = try? RandomAccessFile(path),
            let start = try? file.read(at: 0, count: maximumHeaderByteCount)
        else { return nil }
        return reasonNotMap(path, start)
    }

    /// The most header bytes to read. NumPy usually writes 128; headers of structured arrays are longer.
    package static let maximumHeaderByteCount = 1024

    /// The error for such an array if there is no map beside it.
    package static func error(_ words: String) -> DepthFileError {
        .storedNotDepth(.npy, found: "\(words), a matrix or a list rather than a map")
    }

    /// Whether an array of few rows or columns can be a map after all: all its numbers are distances or "no reading",
    /// and it is not a matrix, which has float64 elements or a last row 0 … 0 1.
    fileprivate func canBeSmallMap(_ map: DepthMap) -> Bool {
        guard header.element?.kind != .float64 else { return false }
        let range = ValidRange.standard
        guard map.samples.allSatisfy({ $0.isNaN || $0 == 0 || range.contains($0) }) else { return false }
        let last = map.samples.suffix(map.width)
        return last.count < 2 || last.last != 1 || last.dropLast().contains { $0 != 0 }
    }
}

extension DepthFileReader {
    /// Replaces the map by an error if the array is a matrix, boxes or points. If dimensions are given, any array
    /// that fits them is a map.
    func refusingMatrix(_ file: OpenedDepthFile) -> OpenedDepthFile {
        guard options.dimensions == nil, let bytes = file.bytes, let kind = ArrayKind(of: bytes), kind.isDepthType,
            !kind.isMap, (try? file.decoded()) != nil,
            let stored = try? DepthFileReader(options: ReadingOptions(unitsPerMetre: options.unitsPerMetre))
                .read(bytes).result.get(), !kind.canBeSmallMap(stored.map)
        else { return file }
        return OpenedDepthFile(
            path: file.path, bytes: bytes, serverReading: file.serverReading,
            .undecodable(path: file.path, ArrayKind.error(kind.words)))
    }
}
