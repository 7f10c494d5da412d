public import DepthAnalysis

/// Why a map cannot be written in a format.
///
///     do { bytes = try DepthFileWriter.encode(map, as: .npy).bytes } catch { print(error) }
///
/// ``message`` puts it into words, ``code`` names its kind for programs.
public enum WritingError: Error, Hashable, Sendable {
    /// The map has no samples.
    case noSamples
    /// The map is no grid, and the format stores nothing else.
    case notAGrid(MapDimensions, sampleCount: Int)
    /// The units of a PNG are no positive finite number.
    case unitsNotPositive(Float)
    /// The samples have more bytes than zlib packs at once.
    case tooLarge(byteCount: Int, limit: Int)
    /// Writing takes `byteCount` bytes of memory, which are not there.
    case notEnoughMemory(byteCount: Int)
    /// What was written is not read back: the samples happen to begin like a file of another kind that is damaged.
    case notReadBack(DepthFileError)
    /// What was written is read back as a file of another kind, or with other dimensions.
    case readAsOther(DepthContainer, DepthFileFormat, MapDimensions)
    /// Where the file goes it would be read as another map, and no description can be written beside it.
    case notDescribed(MapDimensions)
    /// The file at this path, where the description of the map would go, is no description.
    case noPlaceForDescription(String)
}
