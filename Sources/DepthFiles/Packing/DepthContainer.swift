/// How the bytes of a depth file are packed.
public enum DepthContainer: String, Sendable, CaseIterable {
    /// gzip (RFC 1952): what the capture server reads. Checksummed.
    case gzip
    /// zlib (RFC 1950): a DEFLATE stream in a two-byte header and an Adler-32. Checksummed.
    case zlib
    /// Raw DEFLATE (RFC 1951): no header, no checksum. What the phone writes.
    case deflate
    /// LZFSE, as phones store depth in Record3D's recordings. Not checksummed.
    case lzfse
    /// Not packed.
    case none
}

extension DepthContainer {
    /// The extensions of files packed this way.
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
