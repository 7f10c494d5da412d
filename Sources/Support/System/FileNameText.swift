// File names are bytes, usually but not necessarily UTF-8. As a `String`, each byte that is not valid UTF-8 becomes two
// noncharacters, which Unicode reserves for such use within a program, and is converted back for system calls. Valid
// UTF-8 of one of those noncharacters is escaped the same way, so different bytes always give different strings. Text
// of tables, which contains file names, is treated alike.

extension String {
    /// The string for a file name or a table cell. Accepts any bytes; ``fileBytes`` restores them.
    package init(fileBytes bytes: some Collection<UInt8>) { self.init(fileBytes: Array(bytes)) }

    /// A faster version for arrays, because table parsing calls it for every cell.
    package init(fileBytes bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self),
            !bytes.contains(Self.leadOfEscapes) || !text.unicodeScalars.contains(where: \.isReserved)
        {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            if let scalar = Self.scalar(at: rest), !scalar.isReserved {
                scalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                scalars += Unicode.Scalar.standing(for: byte)
                rest = rest.dropFirst()
            }
        }
        self.init(scalars)
    }

    /// The original bytes.
    package var fileBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            if let byte = rest.representedByte { bytes.append(byte) } else { bytes += UTF8.encode(scalar)! }
            rest = rest.dropFirst(rest.representedByte == nil ? 1 : 2)
        }
        return bytes
    }

    /// Whether the text contains escaped bytes.
    package var hasEscapedBytes: Bool {
        mayHaveEscapedBytes && unicodeScalars.indices.contains { unicodeScalars[$0...].representedByte != nil }
    }

    private var mayHaveEscapedBytes: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(Self.leadOfEscapes) } ?? utf8.contains(Self.leadOfEscapes)
    }

    /// Calls the system with this text as a path.
    ///
    /// - Throws: ``FileAccessError/Reason/invalidPath`` for a zero byte, which would truncate the path to that of
    ///   another file.
    func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) throws(FileAccessError.Reason) -> Result {
        if utf8.contains(0) { throw .invalidPath }
        guard hasEscapedBytes else { return withCString(body) }
        let bytes = fileBytes.map { CChar(bitPattern: $0) } + [0]
        // SAFETY: the array outlives the call and ends with the zero of a C string.
        return bytes.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    package init(fileCharacters: UnsafePointer<CChar>) {
        // SAFETY: a C string ends with a zero, and only the bytes before it are read.
        var length = 0
        while fileCharacters[length] != 0 { length += 1 }
        let bytes = UnsafeRawBufferPointer(start: fileCharacters, count: length)
        self.init(fileBytes: Array(bytes))
    }

    /// The first UTF-8 byte of every noncharacter that escapes a byte.
    static let leadOfEscapes: UInt8 = 0xEF

    /// The scalar at the start of `bytes`; nil if they are not UTF-8.
    private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

extension Unicode.Scalar {
    /// The noncharacters U+FDD0 to U+FDDF stand for the first half of a byte, U+FDE0 to U+FDEF for the second.
    private static let halves: (first: UInt32, second: UInt32) = (0xFDD0, 0xFDE0)

    fileprivate static func standing(for byte: UInt8) -> [Unicode.Scalar] {
        [halves.first + UInt32(byte >> 4), halves.second + UInt32(byte & 0xF)].compactMap { Unicode.Scalar($0) }
    }

    fileprivate var isReserved: Bool { (0xFDD0...0xFDEF).contains(value) }

    /// The byte that two scalars stand for; nil for other scalars. Bytes below 0x80 are always UTF-8.
    fileprivate static func byte(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt8? {
        guard (halves.first + 8..<halves.second).contains(first.value), second.isReserved,
            second.value >= halves.second
        else { return nil }
        return UInt8((first.value - halves.first) << 4 | (second.value - halves.second))
    }
}

extension Collection<Unicode.Scalar> {
    /// The byte that the first two scalars escape; nil for any others.
    package var representedByte: UInt8? {
        guard let first, first.isReserved, let second = dropFirst().first else { return nil }
        return Unicode.Scalar.byte(of: first, second)
    }
}
