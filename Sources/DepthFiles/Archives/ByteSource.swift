package import Support

/// Random access to the bytes of an open file or of an array.
///
///     let source = ByteSource.file(try RandomAccessFile(path))
///     let start = try source.read(at: 0, count: 4)
package enum ByteSource: Sendable {
    case file(RandomAccessFile)
    case bytes([UInt8])

    package var byteCount: Int {
        switch self {
        case .file(let file): file.byteCount
        case .bytes(let bytes): bytes.count
        }
    }

    /// The bytes from `offset`: `count` of them, or those up to the end.
    package func read(at offset: Int, count: Int) throws(FileAccessError) -> [UInt8] {
        switch self {
        case .file(let file): return try file.read(at: offset, count: count)
        case .bytes(let bytes):
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset...].prefix(count))
        }
    }
}
