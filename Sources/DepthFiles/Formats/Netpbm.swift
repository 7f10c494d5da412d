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

/// Reads `.pfm`: `Pf`, width, height and a scale, then float32 samples, the bottom row first.
///
/// The sign of the scale is the byte order, negative for little-endian. Programs disagree on its magnitude, so samples
/// are metres and a scale other than 1 is noted. Source: P. Debevec, "PFM Portable FloatMap Image Format".
enum PortableFloatMap {
    /// The first two characters and the two that can follow.
    static let signatures: [[UInt8]] = [UInt8(ascii: "f"), UInt8(ascii: "F")].flatMap { kind in
        ([UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t")].flatMap { space in
            "123456789#".utf8.map { [UInt8(ascii: "P"), kind, space, $0] }
        }) + [[UInt8(ascii: "P"), kind, UInt8(ascii: "\r"), UInt8(ascii: "\n")]]
    }

    static func map(in bytes: [UInt8], limit: Int) throws(DepthFileError) -> StoredMap {
        var header = NetpbmHeader(of: bytes, .pfm)
        guard bytes[1] == UInt8(ascii: "f") else { throw .storedNotDepth(.pfm, found: "an image of three channels") }
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

extension FormatDefinition {
    static let portableGreyMap = FormatDefinition(
        noun: "portable grey map", shortName: "PGM", extensions: ["pgm"], content: "16-bit greyscale",
        remedy: "export the depth as 16-bit greyscale",
        stored: StoredFormat(.pgm, signatures: PortableGreyMap.signatures) {
            (bytes, request) throws(DepthFileError) in try PortableGreyMap.map(in: bytes, limit: request.limit)
        })
}

/// Reads 16-bit `.pgm`: `P5`, width, height and the largest value, then big-endian integers. One-byte samples are not
/// depth.
enum PortableGreyMap {
    /// The first two characters, and the two that can follow.
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

/// Words separated by white space, and comments from `#` to the end of the line.
struct NetpbmHeader {
    private static let longest = 4096

    private let format: DepthFileFormat
    private let bytes: ArraySlice<UInt8>
    private let fileByteCount: Int
    private(set) var position = 2

    init(of bytes: [UInt8], _ format: DepthFileFormat) {
        self.format = format
        self.bytes = bytes[..<min(bytes.count, Self.longest)]
        fileByteCount = bytes.count
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>) throws(DepthFileError) -> Int {
        let word = try word()
        guard let number = Int(word), range.contains(number) else {
            throw .storedDamaged(
                format, detail: "its \(name) is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func scale() throws(DepthFileError) -> Float {
        let word = try word()
        guard let scale = Float(word), scale.isFinite, scale != 0
        else { throw .storedDamaged(format, detail: "its scale is not a non-zero number") }
        return scale
    }

    private mutating func word() throws(DepthFileError) -> String {
        skipSpaceAndRemarks()
        let start = position
        while position < bytes.endIndex, !Self.isSpace(bytes[position]) { position += 1 }
        guard position < bytes.endIndex else {
            if fileByteCount <= Self.longest { throw .storedTruncated(format, byteCount: fileByteCount) }
            throw .storedDamaged(format, detail: "a header of more than \(byteText(Self.longest))")
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        // Some programs end lines with CR LF.
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

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
