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

    /// Asked for each name, of which there may be a million.
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
        // SAFETY: a C string ends with a zero, and the bytes before it are read.
        var length = 0
        while fileCharacters[length] != 0 { length += 1 }
        self.init(
            fileBytes: UnsafeBufferPointer(start: fileCharacters, count: length).map { UInt8(bitPattern: $0) })
    }

    /// What each scalar that stands for a byte begins with in UTF-8.
    fileprivate static let leadOfEscapes: UInt8 = 0xF4

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

/// A text that equals another if its bytes do, for keys and sets of names: to Swift the two ways to write `é` are one
/// text, to the system they are two files.
///
///     var seen: Set<ExactText> = []
///     for name in names where !seen.insert(ExactText(name)).inserted { … }
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Orders by the bytes of the names.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        let order = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return order.flatMap { $0 }.flatMap { $0 }
            ?? left.text.fileBytes.lexicographicallyPrecedes(right.text.fileBytes)
    }

    /// Whether one text comes before the other by where they part; nil where that may be in a scalar that stands for a
    /// byte.
    private static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool? {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        guard index < count else { return left.count < right.count }
        let lead = String.leadOfEscapes
        if left[index] == lead || right[index] == lead || left[max(0, index - 3)..<index].contains(lead) { return nil }
        return left[index] < right[index]
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether the text has the bytes of another; `==` does not ask for that.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Sequence<String> {
    /// The texts in the order of their bytes.
    package func sortedExactly() -> [String] { map(ExactText.init).sorted().map(\.text) }

    /// The texts as a set in which only equal bytes are equal.
    package var exactTexts: Set<ExactText> { Set(map(ExactText.init)) }
}
