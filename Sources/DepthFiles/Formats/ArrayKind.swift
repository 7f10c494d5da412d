import DepthAnalysis
import Support

// NumPy matrices, boxes, points and masks are skipped if there are maps beside them; without maps they are an error.

package struct ArrayKind {
    let header: NumPyHeader

    /// Nil for bytes that do not begin with a complete array header.
    package init?(of start: [UInt8]) {
        guard start.starts(with: NumPyHeader.signature), let header = try? NumPyHeader(start) else { return nil }
        self.header = header
    }

    /// Whether the elements can be depth: floats or unsigned 16-bit integers.
    package var isDepthType: Bool { header.element != nil }

    package var isMap: Bool { isDepthType && header.isPicture }
    /// For example "an array (3, 3) of <f8".
    package var words: String { "an array \(header.shapeText) of \(header.typeName)" }

    // MARK: beside maps

    /// The reason to skip an array; nil if it can be a map, and for integers in a file named after depth, an error.
    package static func reasonNotMap(_ name: String, _ start: [UInt8]) -> String? {
        guard FileExtension(of: name) == "npy", let kind = ArrayKind(of: start), !kind.isMap else { return nil }
        let isMask = kind.header.typeName.utf8.last == UInt8(ascii: "1")
        return kind.isDepthType || isMask || !ColourFrames.isNamedAfterDepth(name) ? kind.words : nil
    }

    package static func reasonNotMap(at path: String) -> String? {
        guard FileExtension(of: path) == "npy", let file = try? RandomAccessFile(path),
            let start = try? file.read(at: 0, count: maximumHeaderByteCount)
        else { return nil }
        return reasonNotMap(path, start)
    }

    /// The most header bytes to read. NumPy usually writes 128; headers of structured arrays are longer.
    package static let maximumHeaderByteCount = 1024

    package static func error(_ words: String) -> DepthFileError {
        .storedNotDepth(.npy, found: "\(words), a matrix or a list rather than a map")
    }

    /// Whether a small array can be a map: all numbers are distances or "no reading", and it does not look like a
    /// matrix (float64, or a last row 0 … 0 1).
    func canBeSmallMap(_ map: StoredMap, _ options: ReadingOptions) -> Bool {
        guard header.element?.kind != .float64 else { return false }
        let units = options.unitsPerMetre ?? ReadingOptions.assumedUnitsPerMetre
        let samples =
            switch map.numbers {
            case .metres(let metres): metres
            case .steps(let steps): steps.map { Float($0) / units }
            }
        guard samples.allSatisfy({ $0.isNaN || $0 == 0 || ValidRange.standard.contains($0) }) else { return false }
        let last = samples.suffix(map.dimensions.width)
        return last.count < 2 || last.last != 1 || last.dropLast().contains { $0 != 0 }
    }
}
