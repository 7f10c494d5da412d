public import DepthAnalysis

/// Depth maps to bytes: the reverse of ``DepthFileReader``, for tests and tools.
///
///     let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
public enum DepthFileWriter {
    /// The samples of a map as little-endian float32 metres, row by row without padding. The dimensions are not stored.
    public static func float32Bytes(of map: DepthMap) -> [UInt8] {
        DepthFiles.float32Bytes(of: map.samples)
    }

    /// Packs bytes, the same way every time: a gzip header carries no time, no name and no system.
    ///
    /// - Parameters:
    ///   - bytes: what to pack; 4 GiB at most. None give a complete stream with nothing inside.
    ///   - container: how; ``DepthContainer/none`` gives `bytes` themselves, ``DepthContainer/lzfse`` blocks
    ///     that are not compressed.
    ///   - level: zlib's compression level, 0 (stored) to 9 (smallest); the library's usual 6 by default.
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
