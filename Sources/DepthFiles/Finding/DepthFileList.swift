import Support

/// Finds depth files in a folder or in a list of paths.
///
///     for path in try DepthFileList.files(below: "captures").files { print(path) }
public enum DepthFileList {
    /// The extensions of depth files, in lower case. Matching ignores case.
    public static let extensions =
        DepthFileFormat.float32.extensions + DepthContainer.allCases.flatMap(\.extensions)
        + DepthFileFormat.allCases.filter { $0 != .float32 }.flatMap(\.extensions) + DepthArchive.extensions

    private static let knownExtensions = extensions.compactMap { FileExtension($0.utf8) }

    /// Whether a file name or path ends with one of the ``extensions``.
    package static func isDepthFile(_ name: String) -> Bool { name.withBytes { isDepthFile($0) } }

    package static func isDepthFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        FileExtension(ofPath: name).map(knownExtensions.contains) ?? false
    }
}

/// The part of a file name after its last dot, compared without case. One integer holds its bytes, up to eight, because
/// a listing compares each of up to a million names several times.
package struct FileExtension: Hashable, Sendable, ExpressibleByStringLiteral {
    private let bytes: UInt64

    /// Nil if the name has no extension or one longer than eight bytes.
    package init?(of path: String) {
        guard let found = path.withBytes({ FileExtension(ofPath: $0) }) else { return nil }
        self = found
    }

    package init?(ofPath bytes: UnsafeBufferPointer<UInt8>) {
        var start = bytes.endIndex
        while start > bytes.startIndex, bytes.endIndex - start <= Self.maximumBytes {
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

    package init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
        self.bytes = bytes.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }

    package init(stringLiteral text: String) { self.init(text.utf8)! }

    private static let maximumBytes = 8
}
