import DepthAnalysis

/// Portable float maps (.pfm): a header in text, then float32 samples, the bottom row first.
///
/// The header is `Pf`, the width, the height and a scale, with white space between and one such character at its end;
/// the scale's sign is the byte order, negative for little-endian. Its amount is a unit of which nobody agrees what it
/// means, so the samples are taken as metres and a scale other than 1 is noted. `PF` is a picture of three channels.
/// A line that begins with `#` is a remark. Source: P. Debevec, "PFM Portable FloatMap Image Format"; Netpbm, "pfm".
enum PortableFloatMap {
    /// The first two characters with the one or two that can follow them.
    static let signatures: [[UInt8]] = [UInt8(ascii: "f"), UInt8(ascii: "F")].flatMap { kind in
        ([UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t")].flatMap { space in
            "123456789#".utf8.map { [UInt8(ascii: "P"), kind, space, $0] }
        }) + [[UInt8(ascii: "P"), kind, UInt8(ascii: "\r"), UInt8(ascii: "\n")]]
    }

    /// The longest header that is looked at, remarks included.
    private static let longestHeader = 4096

    static func map(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        var header = Header(bytes: bytes[..<min(bytes.count, longestHeader)], position: 2)
        guard bytes[1] == UInt8(ascii: "f") else {
            throw .storedNotDepth(.pfm, found: "a picture of three channels")
        }
        let width = try header.dimension("width", bytes.count)
        let height = try header.dimension("height", bytes.count)
        let scale = try header.scale(bytes.count)
        let dimensions = MapDimensions(width: width, height: height)
        var map = try StoredMap.decoding(
            dimensions, of: ElementType(.float32, isBigEndian: scale > 0), in: bytes, from: header.position, .pfm,
            limit: limit
        ) { place in
            (height - 1 - place / width) * width + place % width
        }
        map.storage += ", bottom row first"
        if scale.magnitude != 1 { map.notes.append(.scaleIgnored(.pfm, scale: scale.magnitude)) }
        return map
    }

    private struct Header {
        let bytes: ArraySlice<UInt8>
        /// Behind the white space that ends what was read.
        private(set) var position: Int

        init(bytes: ArraySlice<UInt8>, position: Int) {
            self.bytes = bytes
            self.position = position
        }

        mutating func dimension(_ name: String, _ fileByteCount: Int) throws(DepthFileError) -> Int {
            let word = try word(fileByteCount)
            guard let number = Int(word), number > 0, number <= ReadingOptions.largestDimension else {
                throw .storedDamaged(.pfm, detail: "its \(name) is no number from 1 to 2147483647")
            }
            return number
        }

        mutating func scale(_ fileByteCount: Int) throws(DepthFileError) -> Float {
            let word = try word(fileByteCount)
            guard let scale = Float(word), scale.isFinite, scale != 0 else {
                throw .storedDamaged(.pfm, detail: "its scale is no number other than 0")
            }
            return scale
        }

        /// The next word, and past the one character of white space that follows it.
        private mutating func word(_ fileByteCount: Int) throws(DepthFileError) -> String {
            skipSpaceAndRemarks()
            let start = position
            while position < bytes.endIndex, !Self.isSpace(bytes[position]) { position += 1 }
            guard position < bytes.endIndex else {
                if fileByteCount <= longestHeader { throw .storedTruncated(.pfm, byteCount: fileByteCount) }
                throw .storedDamaged(.pfm, detail: "a header of more than \(byteText(longestHeader))")
            }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            // Some programs end lines with two characters.
            let isCarriageReturn = bytes[position] == UInt8(ascii: "\r")
            position += 1
            if isCarriageReturn, position < bytes.endIndex, bytes[position] == UInt8(ascii: "\n") { position += 1 }
            return word
        }

        private mutating func skipSpaceAndRemarks() {
            while position < bytes.endIndex {
                if bytes[position] == UInt8(ascii: "#") {
                    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                } else if !Self.isSpace(bytes[position]) {
                    return
                } else {
                    position += 1
                }
            }
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
        }
    }
}
