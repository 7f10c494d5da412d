public import DepthAnalysis
import Support

/// An encoded map, and the loss due to the encoding.
///
///     let encoded = try DepthFileWriter.encode(map, as: .png16())
///     if !encoded.loss.isEmpty { print(encoded.loss) }
public struct EncodedDepthMap: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The difference between the map and the file when read back.
    public let loss: WritingLoss
}

/// The difference between a map and the file written from it, when read back.
///
///     if encoded.loss.lostReadingCount > 0 { print("choose larger units: \(encoded.loss)") }
///
/// A reading is a finite sample above 0. Samples are compared bit for bit.
public struct WritingLoss: Sendable, Hashable {
    /// The number of samples.
    public let sampleCount: Int
    /// The number of samples with different bits.
    public private(set) var changedCount = 0
    /// The number of readings that are no longer readings.
    public private(set) var lostReadingCount = 0
    /// The number of other samples that changed their kind: NaN, an infinity, negative or 0.
    public private(set) var changedKindCount = 0
    /// The largest error in metres over all finite samples that kept their kind.
    public private(set) var largestError = 0.0

    /// Whether no sample changed.
    public var isEmpty: Bool { changedCount == 0 }

    init(from written: [Float], to read: [Float]) {
        precondition(written.count == read.count, "the maps have the same number of samples")
        sampleCount = written.count
        for (before, after) in zip(written, read) where before.bitPattern != after.bitPattern {
            changedCount += 1
            let kind = Kind(before)
            if kind != Kind(after) {
                if kind == .reading { lostReadingCount += 1 } else { changedKindCount += 1 }
            } else if before.isFinite {
                largestError = max(largestError, abs(Double(before) - Double(after)))
            }
        }
    }

    private enum Kind {
        case reading, zero, negative, nan, infinity, negativeInfinity

        init(_ sample: Float) {
            self =
                if sample.isNaN {
                    .nan
                } else if sample.isInfinite {
                    sample < 0 ? .negativeInfinity : .infinity
                } else if sample == 0 {
                    .zero
                } else {
                    sample < 0 ? .negative : .reading
                }
        }
    }
}

/// The reason why a map cannot be written in a format.
///
///     do { bytes = try DepthFileWriter.encode(map, as: .npy).bytes } catch { print(error) }
///
/// ``message`` describes the error, ``code`` identifies its kind for programs.
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

// The wording and the codes of written maps and their errors. The codes are stable between versions.

extension WritingError: CustomStringConvertible {
    /// One line: "found …; expected …; …". The caller prefixes the name of the map.
    public var message: String { words.sentence.description }
    /// The same as ``message``.
    public var description: String { message }

    private var words: ErrorWords {
        switch self {
        case .noSamples: ErrorWords("no_samples", "a map without samples", "at least one sample", "omit the map")
        case .notAGrid(let dimensions, let count):
            ErrorWords(
                "not_a_grid", sampleText(count), "the \(dimensions.text) of a complete grid",
                "give the dimensions when reading the map, or write it as float32")
        case .unitsNotPositive(let units):
            ErrorWords(
                "units_not_positive", "\(units) units per metre", "a positive finite number",
                "give 1000 for millimetres")
        case .tooLarge(let byteCount, let limit):
            ErrorWords(
                "too_large_to_pack", "\(byteText(byteCount)) to compress", "at most \(limit)",
                "write the map as a NumPy array")
        case .notEnoughMemory(let byteCount):
            ErrorWords(
                "not_enough_memory", "too little memory for the \(byteText(byteCount)) needed", "that much free memory",
                "free memory, or raise the limit of the process")
        case .notReadBack(let error):
            ErrorWords(
                "not_read_back", "samples that cannot be read back (\(error.finding))", "the map that was written",
                "write it in another format or container")
        case .readAsOther(let container, let format, let dimensions):
            ErrorWords(
                "read_as_other",
                "samples that would be read as \(dimensions.text) of \(format.name)"
                    + (container == .none ? "" : " in \(container.rawValue)"),
                "the map that was written", "write it in another format or container")
        case .notDescribed(let dimensions):
            ErrorWords(
                "not_described", "a map of \(dimensions.text), which would be read with other dimensions",
                "a regular file, so that a description can be written beside it", "name one, or write npy")
        case .noPlaceForDescription(let path):
            ErrorWords(
                "no_place_for_description", "\(Printable.form(of: path)), which is not a depth map description",
                "no such file, because the dimensions of the map are written there", "move it away, or write npy")
        }
    }

    /// The kind of error in snake case, such as `not_a_grid`.
    public var code: String { words.code }
}

extension WritingLoss: CustomStringConvertible {
    /// The loss in one line, such as "512 of 768 samples changed, by 0.0005 m at most; 3 readings became none".
    public var description: String {
        guard !isEmpty else { return "nothing lost" }
        var text = "\(changedCount) of \(sampleText(sampleCount)) changed"
        if largestError > 0 { text += ", by at most \(largestError) m" }
        if lostReadingCount > 0 {
            text += lostReadingCount == 1 ? "; 1 reading was lost" : "; \(lostReadingCount) readings were lost"
        }
        if changedKindCount > 0 {
            let samples = changedKindCount == 1 ? "1 invalid sample" : "\(changedKindCount) invalid samples"
            text += "; \(samples) changed kind"
        }
        return text
    }
}

extension EncodedDepthMap: CustomStringConvertible {
    /// The number of bytes, and the loss.
    public var description: String { "\(byteText(bytes.count)), \(loss)" }
}
