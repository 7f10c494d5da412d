import DepthAnalysis

extension FormatDefinition {
    static let portableGreyMap = FormatDefinition(
        noun: "portable grey map", shortName: "PGM", extensions: ["pgm"], content: "16-bit greyscale",
        remedy: "export the depth as 16-bit greyscale",
        stored: StoredFormat(.pgm, signatures: PortableGreyMap.signatures) {
            (bytes, request) throws(DepthFileError) in try PortableGreyMap.map(in: bytes, limit: request.limit)
        })
}

/// Reads 16-bit portable grey maps (.pgm): a text header, then big-endian integers, the top row first.
///
/// The header is `P5`, the width, the height and the largest value, separated by white space and followed by one
/// white-space character. With a largest value up to 255, samples have one byte: not depth. Source: Netpbm, "pgm".
enum PortableGreyMap {
    /// The first two characters and those that can follow.
    static let signatures: [[UInt8]] = " \n\t\r".utf8.flatMap { space in
        "0123456789# \n\t\r".utf8.map { [UInt8(ascii: "P"), UInt8(ascii: "5"), space, $0] }
    }

    static func map(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        var header = NetpbmHeader(of: bytes, .pgm)
        let sides = 1...ReadingOptions.largestDimension
        let width = try header.number("width", in: sides)
        let height = try header.number("height", in: sides)
        let largest = try header.number("maximum value", in: 1...Int(UInt16.max))
        guard largest > UInt8.max else { throw .storedNotDepth(.pgm, found: "a portable grey map of 8 bits") }
        var map = try StoredMap.decoding(
            MapDimensions(width: width, height: height), of: ElementType(.uint16, isBigEndian: true), in: bytes,
            from: header.position, .pgm, limit: limit)
        map.storage = "16-bit greyscale"
        return map
    }
}
