/// The text of a part: its bytes in the charset of its content type, ill-formed ones as U+FFFD, without a byte order
/// mark.
///
///     let json = PartText.utf8(of: part)
///
/// A byte order mark outweighs the charset. Of the charsets that the server knows, UTF-8, UTF-16 and windows-1252,
/// which Latin-1 and ASCII are names of, are read here; text in another is read as UTF-8, which is the same as long
/// as it is ASCII. Source: the Encoding Standard of WHATWG.
package enum PartText {
    /// The text in UTF-8.
    package static func utf8(of part: BodyPart) -> [UInt8] {
        let charset = part.contentType.flatMap { MediaType($0) }?.parameter("charset")
        let content = part.content
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(content.dropFirst(3))) }
        if content.starts(with: [0xFF, 0xFE]) { return utf16(content.dropFirst(2), isLittleEndian: true) }
        if content.starts(with: [0xFE, 0xFF]) { return utf16(content.dropFirst(2), isLittleEndian: false) }
        return switch charset.map({ label($0) }) {
        case let label? where utf16LittleEndianLabels.contains(label): utf16(content[...], isLittleEndian: true)
        case let label? where utf16BigEndianLabels.contains(label): utf16(content[...], isLittleEndian: false)
        case let label? where replacementLabels.contains(label): content.isEmpty ? [] : Array("\u{FFFD}".utf8)
        case let label? where windows1252Labels.contains(label): windows1252(content)
        default: repaired(content)
        }
    }

    private static func label(_ charset: String) -> String {
        let isSpace: (Character) -> Bool = { " \t\n\r\u{C}".contains($0) }
        let start = charset.drop(while: isSpace)
        return start.lastIndex { !isSpace($0) }.map { start[...$0].lowercased() } ?? ""
    }

    private static let utf16LittleEndianLabels: Set<String> = [
        "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le",
    ]
    private static let utf16BigEndianLabels: Set<String> = ["unicodefffe", "utf-16be"]
    /// Encodings that nobody may read: all of the part becomes one character.
    private static let replacementLabels: Set<String> = [
        "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "replacement",
    ]
    private static let windows1252Labels: Set<String> = [
        "ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100", "iso8859-1",
        "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252", "x-cp1252",
    ]

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        String(validating: bytes, as: UTF8.self) != nil
            ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var rest = bytes
        while let first = rest.popFirst(), let second = rest.popFirst() {
            units.append(isLittleEndian ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second))
        }
        // A byte too many is half a unit.
        if bytes.count % 2 == 1 { units.append(0xFFFD) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let value = (0x80..<0xA0).contains(byte) ? windows1252Controls[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return Array(String(text).utf8)
    }

    /// What stands for the bytes 0x80 to 0x9F.
    private static let windows1252Controls: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]
}
