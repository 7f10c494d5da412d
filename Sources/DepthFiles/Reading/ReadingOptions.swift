public import DepthAnalysis

/// Facts about a file that the caller knows before it is read, and limits on reading it.
///
///     let options = ReadingOptions(dimensions: MapDimensions(width: 256, height: 192), isStrict: true)
///     let map = try DepthMap(contentsOf: "room.bin.gz", options: options)
public struct ReadingOptions: Sendable, Hashable {
    /// The largest width and height: dimensions of depth maps are 32-bit numbers throughout.
    package static let largestDimension = Int(Int32.max)

    /// The width and height given by the user; nil infers them from the number of samples, as the capture server
    /// does.
    ///
    /// Dimensions that are not positive make every reading fail with ``DepthFileError/dimensionsNotPositive(_:)``.
    public var dimensions: MapDimensions?
    /// Distance in bytes between the starts of two rows, for padded rows; nil for rows without padding.
    ///
    /// Requires ``dimensions``. Applies to float32 samples only.
    public var bytesPerRow: Int?

    /// The number of integer units in a metre, for 16-bit PNGs and other integer formats: in binary32,
    /// `metres = Float(pixel) / unitsPerMetre`.
    ///
    /// 1000 for millimetres, which is usual; 5000 in some Kinect sets. Nil assumes ``assumedUnitsPerMetre`` and adds
    /// a note (``ReadingNote/unitsAssumed(_:unitsPerMetre:)``). Any value that is not positive and finite produces
    /// invalid samples.
    public var unitsPerMetre: Float?

    /// The unit assumed for integers if none is known: millimetres.
    public static let assumedUnitsPerMetre: Float = 1000

    /// Stored numbers that mean "no reading" and become NaN: metres for float32, pixel values for a PNG.
    public var invalidValues: [Float]
    /// The minimum confidence of samples to keep, if there is confidence beside the map; the others become NaN. Nil
    /// keeps all samples, like the server, which does not read confidence.
    public var minimumConfidence: DepthConfidence?
    /// The rotation and reflection to apply to maps.
    public var orientation: MapOrientation
    /// Whether these are errors instead of notes: given dimensions that do not fit, bytes after the end, and a gzip
    /// member that only the server inflates.
    public var isStrict: Bool

    /// The largest number of bytes read from a file, and of bytes inflated from it. The default is 256 MiB.
    ///
    /// A PNG counts two bytes per pixel. Values above 256 TiB become 256 TiB.
    public var maximumByteCount: Int { didSet { maximumByteCount = min(maximumByteCount, Self.largestByteCount) } }

    /// Avoids overflow: readers multiply a size within the limit by a few bytes per sample, and add such sizes.
    private static let largestByteCount = 1 << 48

    /// The type of samples without a header. Nil infers it: float32 in gzip, as the server reads it; otherwise the
    /// type implied by ``dimensions`` and the samples. Formats with a header store their own type.
    public var sampleType: SampleType?
    /// The full name of the OpenEXR channel to read; nil selects the depth channel by its name.
    public var channel: String?

    package var mapNumber: Int?
    /// The number of bits by which each stored 16-bit integer is rotated right.
    package var stepRotation = 0
    /// Whether stored 16-bit integers are the bits of float16 metres.
    package var stepsAreHalves = false

    package var nameImpliesHalves = false
    /// The only format with the file's extension, so that other contents are damage; nil for other extensions.
    var impliedFormat: DepthFileFormat?
    /// The unsupported format that the extension implies; nil for other extensions.
    var refusedFormat: ForeignFormat?
    /// Whether an array that looks like a matrix is an error. With given dimensions it is not.
    var refusesMatrices = false
    /// Whether ``dimensions`` come from metadata beside the samples, so that another number of samples is an error.
    package var dimensionsAreCertain = false

    /// Makes options; see the properties for the defaults.
    public init(
        dimensions: MapDimensions? = nil, bytesPerRow: Int? = nil, unitsPerMetre: Float? = nil,
        invalidValues: [Float] = [], minimumConfidence: DepthConfidence? = nil,
        orientation: MapOrientation = .unchanged,
        isStrict: Bool = false, maximumByteCount: Int = 256 << 20, sampleType: SampleType? = nil,
        channel: String? = nil
    ) {
        (self.dimensions, self.bytesPerRow, self.unitsPerMetre) = (dimensions, bytesPerRow, unitsPerMetre)
        (self.invalidValues, self.minimumConfidence, self.orientation) = (invalidValues, minimumConfidence, orientation)
        self.isStrict = isStrict
        self.maximumByteCount = min(maximumByteCount, Self.largestByteCount)
        (self.sampleType, self.channel) = (sampleType, channel)
    }
}
