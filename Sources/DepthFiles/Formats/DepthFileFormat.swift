/// The storage format of a depth file.
///
/// To add a format, add a case with its definition here, and one file with its reader, writer and wording.
public enum DepthFileFormat: String, Sendable, CaseIterable {
    /// Little-endian IEEE binary32, metres, row by row.
    case float32
    /// Little-endian IEEE binary16, metres, row by row. A gzip file is read as float16 only if the options or its
    /// description file request it, because the server reads float32.
    case float16
    /// Little-endian 16-bit integers, row by row, in the units of a PNG's pixels. In gzip, the rule of float16 applies.
    case uint16
    /// A 16-bit greyscale PNG; a pixel divided by ``ReadingOptions/unitsPerMetre`` is metres.
    case png16
    /// A NumPy array: floats are metres; uint16 has the units of a PNG's pixels.
    case npy
    /// A portable float map: float32 metres, the bottom row first.
    case pfm
    /// A TIFF: floats are metres; uint16 has the units of a PNG's pixels. Read by libtiff.
    case tiff
    /// An OpenEXR file: its depth channel, in metres. Read by OpenEXRCore.
    case openEXR = "exr"
    /// A 16-bit portable grey map, in the units of a PNG's pixels.
    case pgm
    /// A recording of the Scoop data set (.idep): frames of float16 metres.
    case scoop = "idep"

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
        case .scoop: .scoopRecording
        }
    }

    var noun: String { definition.noun }
    var shortName: String { definition.shortName ?? noun }
    /// The format with its article, such as "a PNG".
    public var name: String { definition.article + " " + definition.noun }
    /// The prefix of this format's codes, such as `png`.
    var codeStart: String { definition.codeStart ?? rawValue }

    package var extensions: [String] { definition.extensions }
}
