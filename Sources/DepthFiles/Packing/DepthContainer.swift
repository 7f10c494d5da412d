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

/// How the samples of a depth file are stored.
public enum DepthFileFormat: String, Sendable, CaseIterable {
    /// Little-endian IEEE binary32, metres, row by row.
    case float32
    /// Little-endian IEEE binary16, metres, row by row; never in gzip, of which the server makes float32.
    case float16
    /// Little-endian whole numbers of 16 bits, row by row, as the pixels of a PNG; never in gzip.
    case uint16
    /// A 16-bit greyscale PNG; a pixel divided by ``ReadingOptions/unitsPerMetre`` is metres.
    case png16
    /// A NumPy array: floats are metres, uint16 as the pixels of a PNG.
    case npy
    /// A portable float map: float32 metres, the bottom row first.
    case pfm
    /// A portable grey map of 16 bits, as the pixels of a PNG.
    case pgm
    /// A TIFF: floats are metres, uint16 as the pixels of a PNG. Read by libtiff.
    case tiff
    /// An OpenEXR file: its channel for depth, metres. Read by OpenEXRCore.
    case openEXR = "exr"
    /// A depth map of COLMAP: float32 in units of the reconstruction.
    case colmap
    /// A depth map of Gipuma (.dmb), likewise.
    case dmb
}
