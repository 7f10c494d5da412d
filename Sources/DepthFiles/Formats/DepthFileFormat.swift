/// How the samples of a depth file are stored.
///
/// A new format is a case here, with its definition, and one file that reads it, writes it and has its words.
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
    /// A TIFF: floats are metres, uint16 as the pixels of a PNG. Read by libtiff.
    case tiff
    /// An OpenEXR file: its channel for depth, metres. Read by OpenEXRCore.
    case openEXR = "exr"
    /// A portable grey map of 16 bits, as the pixels of a PNG.
    case pgm
    /// A depth map of COLMAP: float32 in units of the reconstruction.
    case colmap
    /// A depth map of Gipuma (.dmb), likewise.
    case dmb

    var definition: FormatDefinition {
        switch self {
        case .float32: .float32
        case .float16: .float16
        case .uint16: .uint16
        case .png16: .png
        case .npy: .numPyArray
        case .pfm: .portableFloatMap
        case .tiff: .tiff
        case .openEXR: .openEXR
        case .pgm: .portableGreyMap
        case .colmap: .colmap
        case .dmb: .gipuma
        }
    }

    /// The format without an article, such as "PNG".
    var noun: String { definition.noun }

    /// The format with its article, such as "a PNG".
    public var name: String { definition.article + " " + definition.noun }

    /// The start of this format's codes, such as `png`.
    var codeStart: String { definition.codeStart ?? rawValue }

    /// The extensions of its files; the first is the one that depthcheck gives them.
    package var extensions: [String] { definition.extensions }
}
