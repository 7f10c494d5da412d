internal import DepthAnalysis
internal import Support

// Matrices, boxes, points and masks of NumPy: beside maps they are left out, alone they are an error.

extension ArrayKind {
    /// What a file is that lies beside maps, by its name and its first bytes: an array that is no map. Nil for what may
    /// be one, and for whole numbers under a name of depth, which are an error.
    package static func wordsOfNoMap(_ name: String, _ start: [UInt8]) -> String? {
        guard FileExtension(of: name) == "npy", let kind = ArrayKind(of: start), !kind.isMap else { return nil }
        let isMask = kind.header.typeName.utf8.last == UInt8(ascii: "1")
        return kind.isDepthType || isMask || !ColourFrames.isNamedAfterDepth(name) ? kind.words : nil
    }

    /// The same of a file on disk, of which no more than the header is read.
    package static func wordsOfNoMap(at path: String) -> String? {
        guard FileExtension(of: path) == "npy", let file = try? RandomAccessFile(path),
            let start = try? file.read(at: 0, count: mostOfHeader)
        else { return nil }
        return wordsOfNoMap(path, start)
    }

    /// NumPy writes headers of 128 bytes; those of structures are longer.
    package static let mostOfHeader = 1024

    /// What an array is that no map lies beside, in its own ``words``.
    package static func error(_ words: String) -> DepthFileError {
        .storedNotDepth(.npy, found: "\(words), a matrix or a list rather than a map")
    }

    /// Whether an array of few rows or columns can be a map all the same: its numbers are all distances or no reading,
    /// of a type that maps are stored in, and not those of a matrix, which are doubles or end with the row 0 … 0 1.
    fileprivate func canBeSmallMap(_ map: DepthMap) -> Bool {
        guard header.element?.kind != .float64 else { return false }
        let range = ValidRange.standard
        guard map.samples.allSatisfy({ $0.isNaN || $0 == 0 || range.contains($0) }) else { return false }
        let last = map.samples.suffix(map.width)
        return last.count < 2 || last.last != 1 || last.dropLast().contains { $0 != 0 }
    }
}

extension DepthFileReader {
    /// A file as it was opened, or the error that it is a matrix, boxes or points; whatever has the dimensions that the
    /// caller gives is a map.
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
