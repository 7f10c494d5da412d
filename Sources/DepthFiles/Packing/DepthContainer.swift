/// The compression container of a depth file.
///
///     let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
public enum DepthContainer: String, Sendable, CaseIterable {
    /// gzip (RFC 1952), which the capture server reads. Has a checksum.
    case gzip
    /// zlib (RFC 1950): a DEFLATE stream between a two-byte header and an Adler-32 checksum.
    case zlib
    /// Raw DEFLATE (RFC 1951), which the phone writes: no header, no checksum.
    case deflate
    /// LZFSE, used by Record3D recordings. No checksum.
    case lzfse
    /// Not compressed.
    case none

    /// The compression, such as "raw DEFLATE"; nil for uncompressed files.
    var compression: String? {
        switch self {
        case .gzip: "gzip"
        case .zlib: "zlib"
        case .deflate: "raw DEFLATE"
        case .lzfse: "LZFSE"
        case .none: nil
        }
    }

    package var extensions: [String] {
        switch self {
        case .gzip: ["gz"]
        case .zlib: ["zlib", "zz", "z"]
        case .deflate: ["deflate", "dfl"]
        case .lzfse: ["lzfse"]
        case .none: []
        }
    }
}
