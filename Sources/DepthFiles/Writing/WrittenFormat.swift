public import DepthAnalysis

/// A format to write maps in.
///
///     let picture = try DepthFileWriter.encode(map, as: .png16(unitsPerMetre: 1000))
///     let array = try DepthFileWriter.encode(map, as: .npy)
///
/// The 32-bit formats preserve the bits of every sample, including NaN.
public struct WrittenFormat: Sendable, Hashable {
    /// The storage format of the samples: ``DecodedDepthFile/format`` of the written file.
    public let stored: DepthFileFormat
    /// The container: ``DecodedDepthFile/container`` of the written file.
    public let container: DepthContainer
    /// The number of units in a metre; nil if samples are in metres.
    public let unitsPerMetre: Float?

    private init(_ stored: DepthFileFormat, _ container: DepthContainer = .none, unitsPerMetre: Float? = nil) {
        (self.stored, self.container, self.unitsPerMetre) = (stored, container, unitsPerMetre)
    }

    /// Nil for a format that depthcheck does not write, or that does not store its dimensions.
    package init?(_ format: DepthFileFormat, unitsPerMetre: Float) {
        guard format.definition.stored != nil, format.definition.encode != nil else { return nil }
        self.init(format, unitsPerMetre: format == .png16 ? unitsPerMetre : nil)
    }

    /// Little-endian float32 in metres, row by row, in a container. The dimensions are not stored. The capture
    /// server reads this format in gzip.
    public static func float32(_ container: DepthContainer) -> WrittenFormat { WrittenFormat(.float32, container) }
    /// Little-endian float16 in metres, row by row, in zlib. The dimensions are not stored.
    public static let float16 = WrittenFormat(.float16, .zlib)
    /// A NumPy float32 array, rows by columns, as written by `numpy.save`.
    public static let npy = WrittenFormat(.npy)
    /// A portable float map with one channel, little-endian.
    public static let pfm = WrittenFormat(.pfm)
    /// A 16-bit greyscale PNG of whole units, rounded to the nearest with ties to even. 0 means no reading; NaN,
    /// infinities, negative distances and those beyond 65535 units become 0.
    public static func png16(unitsPerMetre: Float = ReadingOptions.assumedUnitsPerMetre) -> WrittenFormat {
        WrittenFormat(.png16, unitsPerMetre: unitsPerMetre)
    }

    /// The options needed to read the map back: dimensions if they are not stored, and the units of a PNG.
    ///
    /// - Parameter map: the written map. The dimensions of a map that is not a grid are inferred again.
    public func readingOptions(for map: DepthMap) -> ReadingOptions {
        guard stored.definition.stored == nil else { return ReadingOptions(unitsPerMetre: unitsPerMetre) }
        return ReadingOptions(
            dimensions: map.isGrid ? map.dimensions : nil, sampleType: stored == .float16 ? .float16 : .float32)
    }
}
