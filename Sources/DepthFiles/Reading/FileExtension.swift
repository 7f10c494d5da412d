internal import Platform

/// What stands behind the last dot of a name, whose case does not matter: `FileExtension(of: path) == "npz"`.
///
/// Asked of each name several times, of which there may be a million: it is a number, made of its one to eight bytes.
package struct FileExtension: Hashable, Sendable, ExpressibleByStringLiteral {
    private let bytes: UInt64

    /// That of a file; nil where it has none, or one that is longer than any known.
    package init?(of path: String) {
        let found = path.withBytes { bytes -> FileExtension? in
            for index in bytes.indices.reversed().prefix(Self.mostBytes + 1) {
                if bytes[index] == UInt8(ascii: "/") { return nil }
                if bytes[index] == UInt8(ascii: ".") { return FileExtension(bytes[(index + 1)...]) }
            }
            return nil
        }
        guard let found else { return nil }
        self = found
    }

    /// That of these bytes; nil if they are none or too many.
    package init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.mostBytes else { return nil }
        self.bytes = bytes.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }

    package init(stringLiteral text: String) { self.init(text.utf8)! }

    private static let mostBytes = 8
}
