/// The size and orientation of a JPEG file.
///
///     let header = JPEGHeader(bytes)
///     print(header?.width ?? 0, header?.height ?? 0, header?.orientation?.wording ?? "-")
///
/// The reader accepts any bytes and does not decode the picture. The server uses none of this. Source: ITU-T T.81
/// §B.1, §B.2; Exif 2.32 §4.6.
package struct JPEGHeader: Sendable, Hashable {
    /// Samples per line; nil without a whole frame header.
    package private(set) var width: Int?
    /// The number of lines; nil without a whole frame header.
    package private(set) var height: Int?
    /// The orientation in the Exif data, if any.
    package private(set) var orientation: PictureOrientation?

    /// Nil unless the bytes begin like a JPEG file.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var rest = bytes[2...]
        while let segment = JPEGSegment(takenFrom: &rest) {
            switch segment.marker {
            // The frame headers. The three excluded markers are tables and extensions.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
                var content = ByteFields(segment.content.dropFirst())
                guard let height = content.read(2), let width = content.read(2) else { return }
                (self.height, self.width) = (height, width)
                return
            case 0xE1: orientation = orientation ?? PictureOrientation(exif: segment.content)
            default: break
            }
        }
    }
}

/// A segment before the entropy-coded data.
private struct JPEGSegment {
    let marker: UInt8
    let content: ArraySlice<UInt8>

    /// The next segment; nil at the end, for a truncated segment, and where entropy-coded data begin.
    init?(takenFrom rest: inout ArraySlice<UInt8>) {
        guard rest.popFirst() == 0xFF else { return nil }
        rest = rest.drop { $0 == 0xFF }
        guard let marker = rest.popFirst() else { return nil }
        self.marker = marker
        // These markers have no length field.
        if marker == 0x01 || (0xD0...0xD7).contains(marker) {
            content = []
            return
        }
        var fields = ByteFields(rest)
        guard marker != 0xDA, marker != 0xD9, let length = fields.read(2), length >= 2, rest.count >= length else {
            return nil
        }
        content = rest.prefix(length).dropFirst(2)
        rest = rest.dropFirst(length)
    }
}

/// Reads consecutive integers; nil after the end.
private struct ByteFields {
    private var rest: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool = false) {
        rest = bytes
        self.isLittleEndian = isLittleEndian
    }

    mutating func read(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The orientation of a stored picture; the raw value is that of Exif.
package enum PictureOrientation: Int, Sendable, CaseIterable {
    case asStored = 1
    case mirrored, halfTurn, flipped, transposed, quarterTurn, transversed, threeQuarterTurn

    package var wording: String {
        switch self {
        case .asStored: "as stored"
        case .mirrored: "mirrored left to right"
        case .halfTurn: "turned by 180 degrees"
        case .flipped: "mirrored top to bottom"
        case .transposed: "mirrored along the main diagonal"
        case .quarterTurn: "turned by 90 degrees clockwise"
        case .transversed: "mirrored along the other diagonal"
        case .threeQuarterTurn: "turned by 270 degrees clockwise"
        }
    }

    /// Reads the orientation from the first directory of Exif data.
    fileprivate init?(exif content: ArraySlice<UInt8>) {
        guard content.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = content.dropFirst(6)
        let isLittleEndian = tiff.starts(with: Array("II".utf8))
        guard isLittleEndian || tiff.starts(with: Array("MM".utf8)) else { return nil }
        var header = ByteFields(tiff.dropFirst(2), isLittleEndian: isLittleEndian)
        guard header.read(2) == 42, let offset = header.read(4) else { return nil }
        var directory = ByteFields(tiff.dropFirst(offset), isLittleEndian: isLittleEndian)
        guard let count = directory.read(2) else { return nil }
        for _ in 0..<count {
            guard let tag = directory.read(2), let type = directory.read(2), directory.read(4) != nil,
                let value = directory.read(2), directory.read(2) != nil
            else { return nil }
            // A 16-bit value occupies the first two bytes of the four-byte value field.
            if tag == 0x0112, type == 3 {
                self.init(rawValue: value)
                return
            }
        }
        return nil
    }
}
