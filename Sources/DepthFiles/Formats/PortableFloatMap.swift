import DepthAnalysis

extension FormatDefinition {
    static let portableFloatMap = FormatDefinition(
        noun: "portable float map", shortName: "PFM", extensions: ["pfm"], content: "one channel (Pf)",
        remedy: "export the depth alone",
        stored: StoredFormat(.pfm, signatures: PortableFloatMap.signatures) {
            (bytes, request) throws(DepthFileError) in try PortableFloatMap.map(in: bytes, limit: request.limit)
        },
        encode: { (map, _) in PortableFloatMap.bytes(of: map) })
}

/// Reads portable float maps (.pfm): a text header, then float32 samples, the bottom row first.
///
/// The header is `Pf`, the width, the height and a scale, separated by white space and followed by one white-space
/// character. The sign of the scale is the byte order, negative for little-endian. Programs disagree on the meaning
/// of its magnitude, so samples are read as metres and a scale other than 1 is noted. `PF` has three channels. Lines
/// that begin with `#` are comments. Source: P. Debevec, "PFM Portable FloatMap Image Format"; Netpbm, "pfm".
enum PortableFloatMap {
    /// The first two characters and the one or two that can follow.
    static let signatures: [[UInt8]] = [UInt8(ascii: "f"), UInt8(ascii: "F")].flatMap { kind in
        ([UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t")].flatMap { space in
            "123456789#".utf8.map { [UInt8(ascii: "P"), kind, space, $0] }
        }) + [[UInt8(ascii: "P"), kind, UInt8(ascii: "\r"), UInt8(ascii: "\n")]]
    }

    static func map(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        var header = NetpbmHeader(of: bytes, .pfm)
        guard bytes[1] == UInt8(ascii: "f") else {
            throw .storedNotDepth(.pfm, found: "an image of three channels")
        }
        let sides = 1...ReadingOptions.largestDimension
        let width = try header.number("width", in: sides)
        let height = try header.number("height", in: sides)
        let scale = try header.scale()
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
}

extension PortableFloatMap {
    /// Encodes the bottom row first, little-endian, as the negative scale indicates.
    static func bytes(of map: DepthMap) -> [UInt8] {
        let header = Array("Pf\n\(map.width) \(map.height)\n-1\n".utf8)
        var bytes = header
        bytes.reserveCapacity(header.count + 4 * map.samples.count)
        for row in (0..<map.height).reversed() {
            bytes += float32Bytes(of: Array(map.samples[row * map.width..<(row + 1) * map.width]))
        }
        return bytes
    }
}
