// The system's names are bytes, any but 0 and most often UTF-8. Here they are `String`s: what is no UTF-8 in them, byte
// by byte, becomes private scalars, as Python's `surrogateescape` does it, and turns into the same bytes on the way
// back to the system. Bytes that are valid UTF-8 but mean one of those scalars are escaped in the same way, so that
// different bytes always are different texts. The same goes for the text of tables, which holds such names.

extension String {
    /// The text of a name, or of a cell with one: `String(fileBytes: [0x63, 0xE9])`. Any bytes can be given;
    /// ``fileBytes`` gives them back.
    package init(fileBytes bytes: some Collection<UInt8>) { self.init(fileBytes: Array(bytes)) }

    /// The same of an array: tables are read cell by cell, and one kind of collection is compiled to be looked through
    /// fast.
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

    /// The bytes that the text stands for.
    package var fileBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = scalar.byteStoodFor { bytes.append(byte) } else { bytes += UTF8.encode(scalar)! }
        }
        return bytes
    }

    /// Whether something in the text stands for bytes that are no UTF-8.
    package var hasEscapedBytes: Bool {
        mayHaveEscapedBytes && unicodeScalars.contains { $0.standsForByte }
    }

    private var mayHaveEscapedBytes: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(Self.leadOfEscapes) } ?? utf8.contains(Self.leadOfEscapes)
    }

    /// Calls the system with the text as a path.
    ///
    /// A path with a zero byte would be taken for a shorter one, another file: it is refused as what it is, invalid.
    func withSystemPath<Result>(
        _ body: (UnsafePointer<CChar>) -> Result
    ) throws(FileAccessError.Reason) -> Result {
        if utf8.contains(0) { throw .invalidPath }
        guard hasEscapedBytes else { return withCString(body) }
        let bytes = fileBytes.map { CChar(bitPattern: $0) } + [0]
        // SAFETY: the array lives until the call returns, and ends with the zero a C string ends with.
        return bytes.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    /// The text of a C string.
    package init(fileCharacters: UnsafePointer<CChar>) {
        // SAFETY: a C string ends with a zero, and the bytes before it are read, as the bytes that they are.
        var length = 0
        while fileCharacters[length] != 0 { length += 1 }
        let bytes = UnsafeRawBufferPointer(start: fileCharacters, count: length)
        self.init(fileBytes: Array(bytes))
    }

    /// What each scalar that stands for a byte begins with in UTF-8.
    static let leadOfEscapes: UInt8 = 0xF4

    /// The scalar whose UTF-8 begins here, if it is one.
    private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

extension Unicode.Scalar {
    /// The last private scalars of Unicode stand for the bytes from 0x80 on; smaller ones always are UTF-8.
    private static let firstByte: UInt32 = 0x10FF00

    fileprivate init(standingFor byte: UInt8) { self.init(Self.firstByte + UInt32(byte))! }

    fileprivate var standsForByte: Bool { value >= Self.firstByte + 0x80 }

    /// The byte that is no UTF-8 and that the scalar stands for; nil for all that stand for themselves.
    package var byteStoodFor: UInt8? { standsForByte ? UInt8(value - Self.firstByte) : nil }
}
