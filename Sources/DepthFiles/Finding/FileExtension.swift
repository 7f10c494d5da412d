internal import Support

/// What stands behind the last dot of a name, whose case does not matter: `FileExtension(of: path) == "npz"`.
///
/// Asked of each name several times, of which there may be a million: it is a number, made of its one to eight bytes.
package struct FileExtension: Hashable, Sendable, ExpressibleByStringLiteral {
    private let bytes: UInt64

    /// That of a file; nil where it has none, or one that is longer than any known.
    package init?(of path: String) {
        guard let found = path.withBytes({ FileExtension(ofPath: $0) }) else { return nil }
        self = found
    }

    /// The same of the bytes of a path.
    package init?(ofPath bytes: UnsafeBufferPointer<UInt8>) {
        var start = bytes.endIndex
        while start > bytes.startIndex, bytes.endIndex - start <= Self.mostBytes {
            let byte = bytes[start - 1]
            if byte == UInt8(ascii: "/") { return nil }
            if byte == UInt8(ascii: ".") {
                self.init(bytes[start...])
                return
            }
            start -= 1
        }
        return nil
    }

    /// That of these bytes; nil if they are none or too many.
    package init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.mostBytes else { return nil }
        self.bytes = bytes.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }

    package init(stringLiteral text: String) { self.init(text.utf8)! }

    private static let mostBytes = 8
}
