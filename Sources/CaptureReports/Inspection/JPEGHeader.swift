/// What the header of a JPEG says: its size and how it is to be turned.
///
///     let header = JPEGHeader(bytes)
///     print(header?.width ?? 0, header?.height ?? 0, header?.orientation?.wording ?? "-")
///
/// Nothing of the picture is decoded; any bytes can be given. The server looks at none of this.
/// Source: ITU-T T.81 §B.1 and §B.2; Exif 2.32 §4.6.
package struct JPEGHeader: Sendable, Hashable {
    /// Samples in a line; nil where no frame header was found.
    package private(set) var width: Int?
    /// Lines; nil where no frame header was found.
    package private(set) var height: Int?
    /// How the picture is to be turned, if it says so.
    package private(set) var orientation: PictureOrientation?

    /// Nil for what does not begin as a JPEG does.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var rest = bytes[2...]
        while let segment = JPEGSegment(takenFrom: &rest) {
            switch segment.marker {
            // Frame headers; three of the row are tables and extensions.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
                var content = ByteFields(segment.content.dropFirst())
                height = content.take(2)
                width = content.take(2)
                return
            case 0xE1: orientation = orientation ?? PictureOrientation(exif: segment.content)
            default: break
            }
        }
    }
}

/// A segment of a JPEG before the picture's data.
private struct JPEGSegment {
    let marker: UInt8
    let content: ArraySlice<UInt8>

    /// The next segment; nil where there is none, where it is cut off, and where the data begin.
    init?(takenFrom rest: inout ArraySlice<UInt8>) {
        guard rest.popFirst() == 0xFF else { return nil }
        rest = rest.drop { $0 == 0xFF }
        guard let marker = rest.popFirst() else { return nil }
        self.marker = marker
        // Markers that stand alone.
        if marker == 0x01 || (0xD0...0xD7).contains(marker) {
            content = []
            return
        }
        var fields = ByteFields(rest)
        guard marker != 0xDA, marker != 0xD9, let length = fields.take(2), length >= 2, rest.count >= length else {
            return nil
        }
        content = rest.prefix(length).dropFirst(2)
        rest = rest.dropFirst(length)
    }
}

/// Numbers in bytes, one after the other; nil once there are too few.
private struct ByteFields {
    private var rest: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool = false) {
        rest = bytes
        self.isLittleEndian = isLittleEndian
    }

    mutating func take(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
}

/// How a stored picture is to be turned, by its number in Exif.
package enum PictureOrientation: Int, Sendable, CaseIterable {
    case asStored = 1
    case mirrored, halfTurn, flipped, transposed, quarterTurn, transversed, threeQuarterTurn

    /// In words.
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

    /// That in the first directory of Exif; nil where there is none.
    fileprivate init?(exif content: ArraySlice<UInt8>) {
        guard content.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = content.dropFirst(6)
        let isLittleEndian = tiff.starts(with: Array("II".utf8))
        guard isLittleEndian || tiff.starts(with: Array("MM".utf8)) else { return nil }
        var header = ByteFields(tiff.dropFirst(2), isLittleEndian: isLittleEndian)
        guard header.take(2) == 42, let offset = header.take(4) else { return nil }
        var directory = ByteFields(tiff.dropFirst(offset), isLittleEndian: isLittleEndian)
        guard let count = directory.take(2) else { return nil }
        for _ in 0..<count {
            guard let tag = directory.take(2), let type = directory.take(2), directory.take(4) != nil,
                let value = directory.take(2), directory.take(2) != nil
            else { return nil }
            // A number of 16 bits, which stands in the first two of the four bytes for it.
            if tag == 0x0112, type == 3 {
                self.init(rawValue: value)
                return
            }
        }
        return nil
    }
}
