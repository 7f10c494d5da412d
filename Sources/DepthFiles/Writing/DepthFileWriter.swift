public import DepthAnalysis

/// Encodes depth maps as bytes, the reverse of ``DepthFileReader``.
///
///     let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
public enum DepthFileWriter {
    /// The samples of a map as little-endian float32 in metres, row by row without padding. The dimensions are not
    /// stored.
    public static func float32Bytes(of map: DepthMap) -> [UInt8] {
        DepthFiles.float32Bytes(of: map.samples)
    }

    /// Compresses bytes. The output is deterministic: a gzip header has no time, name or system.
    ///
    /// - Parameters:
    ///   - bytes: at most 4 GiB. No bytes give a complete, empty stream.
    ///   - container: the container; ``DepthContainer/none`` returns `bytes`, and ``DepthContainer/lzfse`` uses
    ///     uncompressed blocks.
    ///   - level: zlib's compression level, 0 (stored) to 9 (smallest); zlib's default is 6.
    public static func pack(_ bytes: [UInt8], as container: DepthContainer, level: Int = 6) -> [UInt8] {
        switch container {
        case .gzip: deflate(bytes, framing: .gzip, level: level)
        case .zlib: deflate(bytes, framing: .zlib, level: level)
        case .deflate: deflate(bytes, framing: .raw, level: level)
        case .lzfse: storedAsLZFSE(bytes)
        case .none: bytes
        }
    }
}
