public import DepthAnalysis

/// What is known about a file before it is read, and how much of it may be read.
///
///     let options = ReadingOptions(dimensions: MapDimensions(width: 256, height: 192), isStrict: true)
///     let map = try DepthMap(contentsOf: "room.bin.gz", options: options)
public struct ReadingOptions: Sendable, Hashable {
    /// The most samples in a row and the most rows that can be asked for: depth maps are counted in 32 bits wherever
    /// they are met.
    package static let largestDimension = Int(Int32.max)

    /// Width and height as the user gave them; nil infers them from the number of samples, as the capture server does.
    ///
    /// Dimensions that are not positive make every reading fail with ``DepthFileError/dimensionsNotPositive(_:)``.
    public var dimensions: MapDimensions?

    /// Distance in bytes between the starts of two rows, for padded rows; `nil` for rows without padding.
    ///
    /// Needs ``dimensions``. Counts for float32 samples only.
    public var bytesPerRow: Int?

    /// How many steps of a 16-bit PNG, or of other whole numbers, make a metre: in binary32,
    /// `metres = Float(pixel) / unitsPerMetre`.
    ///
    /// 1000 when pixels are millimetres, which is usual; 5000 in some Kinect sets. `nil` assumes
    /// ``assumedUnitsPerMetre`` and notes it (``ReadingNote/unitsAssumed(_:unitsPerMetre:)``). Anything but a positive
    /// finite number gives samples that are not valid.
    public var unitsPerMetre: Float?

    /// What whole numbers are taken for where nothing is known: millimetres.
    public static let assumedUnitsPerMetre: Float = 1000

    /// Numbers of the file, metres of float32 and pixels of a PNG, that stand for "no reading" and become NaN.
    public var invalidValues: [Float]

    /// The least confidence of samples that are kept, where it stands beside the map; the others become NaN. `nil`
    /// keeps all, as the server does, which knows no confidence.
    public var minimumConfidence: Confidence?

    /// How maps are turned after they were read.
    public var orientation: MapOrientation

    /// Whether what is otherwise only noted makes the reading fail: given dimensions that do not fit, bytes after
    /// the end, and a gzip member that only the server inflates.
    public var isStrict: Bool

    /// The most bytes that are read from a file, and the most that are inflated from it. 256 MiB by default.
    ///
    /// Of a PNG, two bytes a pixel are counted.
    public var maximumByteCount: Int

    /// How samples without a header are stored; `nil` finds it out: float32 in gzip, as the server reads it, else what
    /// ``dimensions`` and the samples imply. Formats with a header say it themselves.
    public var sampleType: SampleType?

    /// The channel of an OpenEXR file to read, by its full name; `nil` takes the one that holds depth by its name.
    public var channel: String?

    /// The map to read of a file of several, from 0 on.
    package var mapNumber: Int?

    /// How many bits each stored whole number of 16 bits is rotated to the right before it counts.
    package var stepRotation = 0

    /// Whether the name of the file says that it holds float16.
    package var nameImpliesHalves = false

    /// The format whose extension the file has, where other bytes than its own are damage; nil for other extensions.
    var impliedFormat: DepthFileFormat?

    /// Whether ``dimensions`` come from what stands beside the samples, so that another number of them is damage.
    package var dimensionsAreCertain = false

    /// Makes options; each default is the one its property describes.
    public init(
        dimensions: MapDimensions? = nil, bytesPerRow: Int? = nil, unitsPerMetre: Float? = nil,
        invalidValues: [Float] = [], minimumConfidence: Confidence? = nil, orientation: MapOrientation = .unchanged,
        isStrict: Bool = false, maximumByteCount: Int = 256 << 20, sampleType: SampleType? = nil,
        channel: String? = nil
    ) {
        self.dimensions = dimensions
        self.bytesPerRow = bytesPerRow
        self.unitsPerMetre = unitsPerMetre
        self.invalidValues = invalidValues
        self.minimumConfidence = minimumConfidence
        self.orientation = orientation
        self.isStrict = isStrict
        self.maximumByteCount = maximumByteCount
        self.sampleType = sampleType
        self.channel = channel
    }
}

/// What the properties of ``ReadingOptions`` are called where a person sets them: messages name them so.
package struct ReadingOptionNames: Sendable, Hashable {
    /// As the API calls them.
    package static let properties = ReadingOptionNames(
        dimensions: "dimensions", width: "dimensions.width", height: "dimensions.height", bytesPerRow: "bytesPerRow",
        isStrict: "isStrict", channel: "channel", takesAll: "FileSelection.takesAll",
        maximumByteCount: "maximumByteCount")

    /// For what is no depth map, whose limit nobody can raise.
    package static let fixed = ReadingOptionNames(
        dimensions: "dimensions", width: "dimensions.width", height: "dimensions.height", bytesPerRow: "bytesPerRow",
        isStrict: "isStrict", channel: "channel", takesAll: "FileSelection.takesAll", maximumByteCount: nil)

    /// ``ReadingOptions/dimensions`` as a whole, and the two sides of them.
    let dimensions, width, height: String
    /// ``ReadingOptions/bytesPerRow``.
    let bytesPerRow: String
    /// ``ReadingOptions/isStrict``.
    let isStrict: String
    /// ``ReadingOptions/channel``.
    let channel: String
    /// `FileSelection.takesAll`.
    let takesAll: String
    /// ``ReadingOptions/maximumByteCount``; nil where nothing raises the limit.
    let maximumByteCount: String?

    /// Takes the names.
    package init(
        dimensions: String, width: String, height: String, bytesPerRow: String, isStrict: String, channel: String,
        takesAll: String, maximumByteCount: String?
    ) {
        self.dimensions = dimensions
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.isStrict = isStrict
        self.channel = channel
        self.takesAll = takesAll
        self.maximumByteCount = maximumByteCount
    }
}
