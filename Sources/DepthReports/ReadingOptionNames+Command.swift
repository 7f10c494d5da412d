package import DepthFiles

extension ReadingOptionNames {
    /// As the options of the command are called.
    package static let command = ReadingOptionNames(
        dimensions: "--width and --height", width: "--width", height: "--height", bytesPerRow: "--row-bytes",
        isStrict: "--strict", maximumByteCount: "--max-bytes")
}
