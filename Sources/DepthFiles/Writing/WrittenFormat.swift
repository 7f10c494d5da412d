public import DepthAnalysis

/// In which format a map is written.
///
///     let picture = try DepthFileWriter.encode(map, as: .png16(unitsPerMetre: 1000))
///     let array = try DepthFileWriter.encode(map, as: .npy)
///
/// Of the formats of 32 bits, every sample is read back with the very bits it had, NaN among them.
public enum WrittenFormat: Sendable, Hashable {
    /// Little-endian float32 metres, row by row, packed. The dimensions are not stored. What the capture server reads
    /// is this in gzip.
    case float32(DepthContainer)
    /// Little-endian float16 metres, row by row, in zlib. The dimensions are not stored.
    case float16
    /// A NumPy array of float32, rows by columns, as `numpy.save` writes it.
    case npy
    /// A portable float map of one channel, little-endian.
    case pfm
    /// A 16-bit greyscale PNG of whole units, so many a metre: rounded to the nearest, a half to the even one. 0 is no
    /// reading; NaN, infinities, negative distances and those beyond 65535 units become 0.
    case png16(unitsPerMetre: Float = ReadingOptions.assumedUnitsPerMetre)

    /// How its samples are stored, as ``DecodedDepthFile/format`` tells it of the written file.
    public var stored: DepthFileFormat {
        switch self {
        case .float32: .float32
        case .float16: .float16
        case .npy: .npy
        case .pfm: .pfm
        case .png16: .png16
        }
    }

    /// How it is packed, as ``DecodedDepthFile/container`` tells it of the written file.
    public var container: DepthContainer {
        switch self {
        case .float32(let container): container
        case .float16: .zlib
        case .npy, .pfm, .png16: .none
        }
    }

    /// What has to be known of a file of this format to read the map back from it: dimensions where they are not
    /// stored, and the units of a PNG.
    ///
    /// - Parameter map: the map that is written. Of one that is no grid the dimensions are inferred once more.
    public func readingOptions(for map: DepthMap) -> ReadingOptions {
        switch self {
        case .float32, .float16:
            ReadingOptions(
                dimensions: map.isGrid ? MapDimensions(width: map.width, height: map.height) : nil,
                sampleType: self == .float16 ? .float16 : .float32)
        case .npy, .pfm: ReadingOptions()
        case .png16(let unitsPerMetre): ReadingOptions(unitsPerMetre: unitsPerMetre)
        }
    }
}
