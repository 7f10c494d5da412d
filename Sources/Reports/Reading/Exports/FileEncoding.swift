internal import Captures
internal import GzipReader
internal import Support

/// An encoding in which programs save a body or a request.
enum FileEncoding: String, Sendable, CaseIterable {
    case gzip, base64, hexadecimal

    /// The first encoding of a file, and the bytes without it; nil for a file in none.
    ///
    /// Base64 also has the URL alphabet, line breaks and no padding; hexadecimal digits can have `0x` before them and
    /// blanks between them.
    static func decoded(_ bytes: [UInt8], limit: Int) -> (encoding: FileEncoding, bytes: [UInt8])? {
        if bytes.starts(with: [0x1F, 0x8B]) {
            return (try? GzipMember(bytes, limit: limit)).map { (.gzip, $0.bytes) }
        }
        // Few files are text of these digits only, so that the beginning rules out most.
        guard (8...textByteCount).contains(bytes.count), bytes.prefix(256).allSatisfy(isDigit),
            Base64Reading.all(of: bytes.prefix(256)).contains(where: { isBeginning($0.bytes) }),
            bytes.allSatisfy(isDigit)
        else { return nil }
        return Base64Reading.complete(bytes).map { reading in
            (reading.differences.contains(.hexadecimal) ? .hexadecimal : .base64, reading.bytes)
        }
    }

    /// The size up to which text is decoded: more than the digits of the largest capture.
    private static let textByteCount = 6 << 20

    /// Whether bytes can begin a body, a request or an export: text, or gzip.
    private static func isBeginning(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return bytes.starts(with: [0x1F, 0x8B])
            || text.prefix(8).allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x20, 0x09, 0x0A, 0x0D:
            true
        default: "+/-_=".utf8.contains(byte)
        }
    }
}
