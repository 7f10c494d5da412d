public import DepthAnalysis

/// In which format a map is written.
///
///     let picture = try DepthFileWriter.encode(map, as: .png16(unitsPerMetre: 1000))
///     let array = try DepthFileWriter.encode(map, as: .npy)
///
/// In the formats of 32 bits, every sample is read back with the same bits, NaN included.
public struct WrittenFormat: Sendable, Hashable {
    /// How its samples are stored: ``DecodedDepthFile/format`` of the written file.
    public let stored: DepthFileFormat
    /// How it is packed: ``DecodedDepthFile/container`` of the written file.
    public let container: DepthContainer
    /// The units in a metre; nil where samples are metres.
    public let unitsPerMetre: Float?

    private init(_ stored: DepthFileFormat, _ container: DepthContainer = .none, unitsPerMetre: Float? = nil) {
        self.stored = stored
        self.container = container
        self.unitsPerMetre = unitsPerMetre
    }

    /// Any format that depthcheck writes and that stores its dimensions; nil for others.
    ///
    /// - Parameter unitsPerMetre: used where samples are whole units.
    package init?(_ format: DepthFileFormat, unitsPerMetre: Float) {
        guard format.definition.stored != nil, format.definition.encode != nil else { return nil }
        self.init(format, unitsPerMetre: format == .png16 ? unitsPerMetre : nil)
    }

    /// Little-endian float32 metres, row by row, packed. The dimensions are not stored. The capture server reads
    /// this in gzip.
    public static func float32(_ container: DepthContainer) -> WrittenFormat { WrittenFormat(.float32, container) }
    /// Little-endian float16 metres, row by row, in zlib. The dimensions are not stored.
    public static let float16 = WrittenFormat(.float16, .zlib)
    /// A NumPy array of float32, rows by columns, as `numpy.save` writes it.
    public static let npy = WrittenFormat(.npy)
    /// A portable float map of one channel, little-endian.
    public static let pfm = WrittenFormat(.pfm)
    /// A 16-bit greyscale PNG of whole units, rounded to the nearest, a half to the even one. 0 is no reading; NaN,
    /// infinities, negative distances and those beyond 65535 units become 0.
    public static func png16(unitsPerMetre: Float = ReadingOptions.assumedUnitsPerMetre) -> WrittenFormat {
        WrittenFormat(.png16, unitsPerMetre: unitsPerMetre)
    }

    /// The options that read the map back from a file of this format: dimensions where they are not stored, and the
    /// units of a PNG.
    ///
    /// - Parameter map: the written map. If it is no grid, its dimensions are inferred once more.
    public func readingOptions(for map: DepthMap) -> ReadingOptions {
        guard stored.definition.stored == nil else { return ReadingOptions(unitsPerMetre: unitsPerMetre) }
        return ReadingOptions(
            dimensions: map.isGrid ? map.dimensions : nil, sampleType: stored == .float16 ? .float16 : .float32)
    }
}
