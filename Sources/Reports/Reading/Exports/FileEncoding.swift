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
        guard bytes.count >= 8, bytes.prefix(256).allSatisfy(isDigit), bytes.allSatisfy(isDigit) else { return nil }
        return Base64Reading.complete(bytes).map { reading in
            (reading.differences.contains(.hexadecimal) ? .hexadecimal : .base64, reading.bytes)
        }
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
