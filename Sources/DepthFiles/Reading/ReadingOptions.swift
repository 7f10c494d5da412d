public import DepthAnalysis

/// What is known about a file before it is read, and how much of it may be read.
public struct ReadingOptions: Sendable {
    /// Width and height as the user gave them; `nil` infers them from the number of samples, as the capture server does.
    ///
    /// Dimensions that are not positive make every reading fail with ``DepthFileError/dimensionsNotPositive(_:)``.
    public var dimensions: MapDimensions?

    /// Distance in bytes between the starts of two rows, for padded rows; `nil` for rows without padding.
    ///
    /// Needs ``dimensions``. Counts for float32 samples only.
    public var bytesPerRow: Int?

    /// How many steps of a 16-bit PNG make a metre: `metres = Float(pixel) / unitsPerMetre`, in binary32.
    ///
    /// 1000 when pixels are millimetres, which is usual; 5000 in some Kinect sets. Anything but a positive finite number
    /// gives samples that are not valid.
    public var unitsPerMetre: Float

    /// Whether what is otherwise only noted makes the reading fail: given dimensions that do not fit, and bytes after the end.
    public var isStrict: Bool

    /// The most bytes that are read from a file, and the most that are inflated from it. 256 MiB by default.
    ///
    /// Of a PNG, two bytes a pixel are counted.
    public var maximumByteCount: Int

    /// Makes options; each default is the one its property describes.
    public init(
        dimensions: MapDimensions? = nil, bytesPerRow: Int? = nil, unitsPerMetre: Float = 1000, isStrict: Bool = false,
        maximumByteCount: Int = 256 << 20
    ) {
        self.dimensions = dimensions
        self.bytesPerRow = bytesPerRow
        self.unitsPerMetre = unitsPerMetre
        self.isStrict = isStrict
        self.maximumByteCount = maximumByteCount
    }
}
