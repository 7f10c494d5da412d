/// The header shared by portable maps: words separated by white space, and comments from `#` to the end of the line.
///
///     var header = NetpbmHeader(of: bytes, .pgm)
///     let width = try header.number("width", in: 1...65535)
///
/// Source: Netpbm, "pgm" and "pfm".
struct NetpbmHeader {
    /// The length limit of a header, including comments.
    private static let longest = 4096

    private let format: DepthFileFormat
    private let bytes: ArraySlice<UInt8>
    private let fileByteCount: Int
    /// The position after the last word and its white space.
    private(set) var position = 2

    /// Starts after the first two bytes, which are already known.
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
        guard let scale = Float(word), scale.isFinite, scale != 0 else {
            throw .storedDamaged(format, detail: "its scale is not a non-zero number")
        }
        return scale
    }

    /// Reads the next word and the one white-space character after it.
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

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }
}
