// File names are bytes, usually but not necessarily UTF-8. As a `String`, each byte that is not valid UTF-8 becomes a
// private scalar, like Python's `surrogateescape`, and is converted back for system calls. Valid UTF-8 for one of
// those scalars is escaped the same way, so different bytes always give different strings. Text of tables, which
// contains file names, is treated alike.

extension String {
    /// The string for a file name or a table cell. Accepts any bytes; ``fileBytes`` restores them.
    package init(fileBytes bytes: some Collection<UInt8>) { self.init(fileBytes: Array(bytes)) }

    /// A version for arrays, which table parsing calls for every cell and which compiles to a faster search.
    package init(fileBytes bytes: [UInt8]) {
        if !bytes.contains(Self.leadOfEscapes), let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            if let scalar = Self.scalar(at: rest), !scalar.standsForByte {
                scalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                scalars.append(Unicode.Scalar(standingFor: byte))
                rest = rest.dropFirst()
            }
        }
        self.init(scalars)
    }

    /// The original bytes.
    package var fileBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = scalar.representedByte { bytes.append(byte) } else { bytes += UTF8.encode(scalar)! }
        }
        return bytes
    }

    /// Whether the text contains escaped bytes.
    package var hasEscapedBytes: Bool {
        mayHaveEscapedBytes && unicodeScalars.contains { $0.standsForByte }
    }

    private var mayHaveEscapedBytes: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(Self.leadOfEscapes) } ?? utf8.contains(Self.leadOfEscapes)
    }

    /// Calls the system with this text as a path.
    ///
    /// - Throws: ``FileAccessError/Reason/invalidPath`` for a zero byte, which would truncate the path to that of
    ///   another file.
    func withSystemPath<Result>(
        _ body: (UnsafePointer<CChar>) -> Result
    ) throws(FileAccessError.Reason) -> Result {
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

    /// The first UTF-8 byte of every scalar that escapes a byte.
    static let leadOfEscapes: UInt8 = 0xF4

    /// The scalar at the start of `bytes`; nil if they are not UTF-8.
    private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

extension Unicode.Scalar {
    /// The last private scalars of Unicode escape the bytes from 0x80 on; smaller bytes are always UTF-8.
    private static let firstByte: UInt32 = 0x10FF00

    fileprivate init(standingFor byte: UInt8) { self.init(Self.firstByte + UInt32(byte))! }

    fileprivate var standsForByte: Bool { value >= Self.firstByte + 0x80 }

    /// The byte escaped by this scalar; nil for any other scalar.
    package var representedByte: UInt8? { standsForByte ? UInt8(value - Self.firstByte) : nil }
}
