public import DepthAnalysis

/// The reason why a map cannot be written in a format.
///
///     do { bytes = try DepthFileWriter.encode(map, as: .npy).bytes } catch { print(error) }
///
/// ``message`` describes it, ``code`` identifies its kind for programs.
public enum WritingError: Error, Hashable, Sendable {
    /// The map has no samples.
    case noSamples
    /// The map is not a grid, and the format stores only grids.
    case notAGrid(MapDimensions, sampleCount: Int)
    /// The units of a PNG are not a positive finite number.
    case unitsNotPositive(Float)
    /// The samples have more bytes than zlib compresses at once.
    case tooLarge(byteCount: Int, limit: Int)
    /// Writing needs `byteCount` bytes of memory, which are not available.
    case notEnoughMemory(byteCount: Int)
    /// The file cannot be read back: the samples happen to begin like a damaged file of another kind.
    case notReadBack(DepthFileError)
    /// The file is read back as another kind or with other dimensions.
    case readAsOther(DepthContainer, DepthFileFormat, MapDimensions)
    /// At this path the file would be read as another map, and no description would help.
    case notDescribed(MapDimensions)
    /// The file at this path, where the description belongs, is not a description.
    case noPlaceForDescription(String)
}
