internal import GzipReader

/// An index of the Encoding Standard: maps pointers to characters. `tools/dev/tables/charsets` writes the tables.
struct CharsetTable: Sendable {
    private let characters: [UInt32]

    /// Unpacks a table from gzip in base64. The unpacked bytes are the differences between neighbouring characters
    /// modulo 65,536 (all high bytes, then all low bytes), followed by the plane of each character.
    init(packed text: String) {
        guard let bytes = StrictBase64.bytes(of: text), let member = try? GzipMember(bytes, limit: 1 << 20) else {
            preconditionFailure("a table of characters is damaged")
        }
        let count = member.bytes.count / 3
        var low: UInt16 = 0
        characters = (0..<count).map { index in
            low &+= UInt16(member.bytes[index]) << 8 | UInt16(member.bytes[count + index])
            return UInt32(member.bytes[2 * count + index]) << 16 | UInt32(low)
        }
    }

    /// The character at a pointer; nil if the pointer has none.
    subscript(pointer: Int) -> Unicode.Scalar? {
        guard characters.indices.contains(pointer), characters[pointer] > 0 else { return nil }
        return Unicode.Scalar(characters[pointer])
    }

    /// The single-byte encodings, in the order of their tables in ``singleByte``.
    static let singleByteNames = [
        "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
        "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
        "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
        "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic",
    ]
}
