public import DepthAnalysis
package import Support

/// A note about how a file was read that can change the meaning of the result.
///
///     for note in try DepthFileReader().read(bytes).result.get().notes { print("note: \(note)") }
///
/// ``description`` is a sentence, ``code`` identifies the kind for programs.
public enum ReadingNote: Sendable, Hashable {
    /// Bytes after the end of the stream or picture were ignored, as the server ignores those after the first gzip
    /// member.
    case bytesAfterEndIgnored(TrailingBytes)
    /// The given dimensions do not match the number of samples. Inferred dimensions were used, as on the server.
    case givenDimensionsDoNotFit(given: MapDimensions, sampleCount: Int, used: MapDimensions)
    /// The samples of a gzip file fill several maps of the given dimensions. They were read as one map, as on the
    /// server.
    case severalMapsLikely(count: Int, MapDimensions)
    /// The samples suggest these dimensions and this type.
    case sizeLikely(MapDimensions, SampleType)
    /// The first `byteCount` bytes are the dimensions of the samples that follow.
    case headerRead(byteCount: Int, MapDimensions)
    /// The inferred dimensions do not multiply to the number of samples, so edges and quadrants are not measured.
    case notAGrid(inferred: MapDimensions, sampleCount: Int)
    /// The file does not state its units; this number of units in a metre was assumed.
    case unitsAssumed(DepthFileFormat, unitsPerMetre: Float)
    /// The file's own dimensions were used instead of the given ones.
    case storedDimensionsUsed(DepthFileFormat, given: MapDimensions, used: MapDimensions)
    /// A row length was given for a format that has none.
    case rowLengthIgnored(DepthFileFormat, bytesPerRow: Int)
    /// A warning of the library that decodes the format.
    case decoderWarning(DepthFileFormat, String)
    /// `count` of the float64 numbers were rounded to float32, the type of samples, and `infinite` of those became
    /// infinite.
    case roundedToFloat32(count: Int, infinite: Int, total: Int)
    /// The file has a scale factor without a defined meaning, which was ignored.
    case scaleIgnored(DepthFileFormat, scale: Float)
    /// The file contains `count` more pictures; the first one was read.
    case furtherPicturesIgnored(DepthFileFormat, count: Int)
    /// Two-byte samples were read as float16, as implied by the given dimensions, the file or its name.
    case readAsFloat16(MapDimensions)
    /// The given dimensions leave two bytes per sample, which were read as integers.
    case readAsUInt16(MapDimensions)
    /// A gzip file of float32 samples resembles another format, given by its name with an article. The server reads it
    /// as a map.
    case resemblesOtherFormat(String)
    /// Width and height were inferred; Record3D stores such maps upright.
    case portraitLikely(inferred: MapDimensions, upright: MapDimensions)
    /// The file begins like a packed file but was read as uncompressed; `failure` is the error of inflating it.
    case readAsUncompressed(failure: DepthFileError)
    /// Most finite non-zero numbers lie outside the valid range, as in a file of another kind; `causes` lists the
    /// likely ones, most likely first.
    case fewPlausibleSamples(plausible: Int, total: Int, causes: [ImplausibilityCause])
    /// The numbers probably have another meaning than the distances that they are read as.
    case meaning(NumberMeaning)
    /// Neighbouring rows do not match, but do if width and height are swapped.
    case dimensionsSwapped(used: MapDimensions, better: MapDimensions)
    /// Samples below the minimum confidence became NaN. The server keeps them.
    case confidenceMasked(count: Int, total: Int, below: DepthConfidence)
    /// A minimum confidence was requested, but there is no confidence beside the map.
    case noConfidence
    /// The confidence beside the map could not be read; the result does not depend on it.
    case confidenceUnreadable(ReadingError)
    /// The map is not a grid, so it could be neither turned nor masked.
    case notTurned
    /// The folder belongs to an app that stores this number of units in a metre.
    case unitsOfLayout(CaptureLayout, unitsPerMetre: Float)
    /// The channels B, G and R are identical and were read as one.
    case equalChannels
    /// The path belongs to a published data set, which stores this number of units in a metre.
    case unitsOfDataSet(PublishedDataSet, unitsPerMetre: Float)
    /// The gzip member was read because the server inflates it. Other programs refuse it; `fault` is their reason.
    case inflatedAsServerDoes(fault: DepthFileError)

    /// The kind of note in snake case, such as `not_a_grid`.
    public var code: String { words.code }

    var isUnitsAssumed: Bool { if case .unitsAssumed = self { true } else { false } }
    package var wording: Message { words.text }
    /// The note in a few words, for lists with one line per file; nil if it cannot change the meaning of the result.
    package var brief: String? { words.brief }
}

extension ReadingNote: CustomStringConvertible {
    /// The note as a sentence without a full stop.
    public var description: String { wording.description }
}

struct NoteWords {
    let code: String
    let text: Message
    let brief: String?

    init(_ code: String, _ text: Message, brief: String? = nil) {
        (self.code, self.text, self.brief) = (code, text, brief)
    }
}

extension ReadingNote {
    private var words: NoteWords {
        switch self {
        case .meaning(let meaning): meaning.words
        case .bytesAfterEndIgnored(let trailing): NoteWords("bytes_after_end_ignored", "\(trailing.text) ignored")
        case .givenDimensionsDoNotFit(let given, let count, let used):
            NoteWords(
                "given_dimensions_do_not_fit",
                "given dimensions \(given.text) do not fit \(sampleText(count)); "
                    + "used \(used.text), as inferred by the server",
                brief: "\(given.text) does not fit, used \(used.text)")
        case .severalMapsLikely(let count, let size):
            NoteWords(
                "several_maps_likely",
                "the samples may be \(count) maps of \(size.text): give that size and name them FILE/0 "
                    + "to FILE/\(count - 1)",
                brief: "\(count) maps of \(size.text)?")
        case .sizeLikely(let size, .float32):
            NoteWords(
                "size_likely",
                "rows of \(size.width) samples continue each other: \(size.text)\(size.wholeText)? "
                    + "Give \(option: .width) \(size.width) and \(option: .height) \(size.height)",
                brief: "\(size.text)?")
        case .sizeLikely(let size, let type):
            NoteWords(
                "size_likely",
                "\(size.text) samples of \(type.rawValue)? Give \(option: .width) \(size.width), "
                    + "\(option: .height) \(size.height) and \(option: .sampleType) \(type.rawValue)",
                brief: "\(size.text) of \(type.rawValue)?")
        case .headerRead(let count, let size):
            NoteWords("header_read", "the first \(byteText(count)) are a header: \(size.text) samples follow")
        case .notAGrid(let inferred, let count):
            NoteWords(
                "not_a_grid",
                "inferred dimensions \(inferred.text) do not multiply to \(sampleText(count)); "
                    + "edges and quadrants are not measured")
        case .unitsAssumed(let format, let units):
            NoteWords(
                "units_assumed",
                "assumed \(integerText(units)) units per metre, because the \(format.noun) does not state its unit",
                brief: "\(integerText(units)) units per metre assumed")
        case .unitsOfLayout(let layout, let units):
            NoteWords("units_of_layout", "\(integerText(units)) units per metre, as written by \(layout.name)")
        case .unitsOfDataSet(let dataSet, let units):
            NoteWords(
                "units_of_dataset",
                "\(integerText(units)) units per metre, as in \(dataSet.name), "
                    + "recognised by its \(dataSet.recognisedPart)",
                brief: "\(integerText(units)) units per metre, as in \(dataSet.name)")
        case .storedDimensionsUsed(let format, let given, let used):
            NoteWords(
                format.codeStart + "_dimensions_used",
                "given dimensions \(given.text) ignored; used the \(format.noun)'s own \(used.text)")
        case .rowLengthIgnored(let format, let bytesPerRow):
            NoteWords(
                "row_length_ignored",
                "given row length of \(byteText(bytesPerRow)) ignored; \(format.name) has none")
        case .decoderWarning(let format, let warning):
            NoteWords(format.codeStart + "_warning", "\(format.definition.decoder) warning: \(warning)")
        case .roundedToFloat32(let count, let infinite, let total):
            NoteWords(
                "rounded_to_float32",
                "\(count) of \(total) float64 numbers rounded to float32, which the analysis uses"
                    + (infinite == 0 ? "" : "; \(infinite) of them exceed its range and became infinite"))
        case .scaleIgnored(let format, let scale):
            NoteWords(
                "scale_ignored",
                "the \(format.noun)'s scale of \(integerText(scale)) ignored; its numbers are read as metres")
        case .furtherPicturesIgnored(let format, let count):
            NoteWords(
                "further_pictures_ignored",
                "\(count == 1 ? "1 further image" : "\(count) further images") in the \(format.noun) ignored")
        case .equalChannels: NoteWords("equal_channels", "channels B, G and R are identical and read as one")
        case .confidenceMasked(let count, let total, let minimum):
            NoteWords(
                "confidence_masked",
                "\(count) of \(sampleText(total)) below \(minimum.name) confidence excluded; "
                    + "the server has no confidence map")
        case .noConfidence:
            NoteWords("no_confidence", "the map has no confidence beside it, so no sample is excluded")
        case .confidenceUnreadable(let error):
            NoteWords(
                "confidence_unreadable",
                "no confidence is reported, because it cannot be read: \(error.description)")
        case .notTurned:
            NoteWords("not_turned", "the map is not a grid, so it is neither turned nor filtered by confidence")
        case .readAsFloat16(let size):
            NoteWords("read_as_float16", "2 bytes for each of \(size.text) samples; read as float16 metres")
        case .readAsUInt16(let size):
            NoteWords("read_as_uint16", "2 bytes for each of \(size.text) samples; read as uint16")
        case .resemblesOtherFormat(let name):
            NoteWords(
                "resembles_other_format", "resembles \(name); read as float32, as the server does",
                brief: "resembles \(name)")
        case .portraitLikely(let inferred, let upright):
            NoteWords(
                "portrait_likely",
                "\(inferred.text) is inferred, but Record3D stores \(upright.text): "
                    + "give the width and height, or keep the file beside its metadata",
                brief: "\(upright.text)?")
        case .readAsUncompressed(let failure):
            NoteWords(
                "read_as_uncompressed",
                "begins like a zlib stream but is read as uncompressed float32; as zlib it would be \(failure.finding)")
        case .fewPlausibleSamples(let plausible, let total, let causes):
            NoteWords(
                "few_plausible_samples",
                "only \(plausible) of \(total) numbers other than 0 are valid distances: "
                    + (causes.isEmpty
                        ? "the others are too near, too far, or not finite" : "\(causes.question(\.wording))?"),
                brief: "\(percentText(plausible, of: total)) of the numbers are valid distances"
                    + (causes.isEmpty ? "" : ": \(causes.question { "\($0.words)" })?"))
        case .dimensionsSwapped(let used, let better):
            NoteWords(
                "width_and_height_exchanged",
                "nearly every row is discontinuous with the next at \(used.text), but few are at \(better.text): "
                    + "width and height swapped?",
                brief: "width and height swapped?")
        case .inflatedAsServerDoes(let fault):
            NoteWords("inflated_as_server_does", "inflated as the server does; other programs find \(fault.finding)")
        }
    }
}

extension MapDimensions {
    /// ", or half of a 640x480 map" if a map of this width and the usual 4:3 shape has twice the rows; otherwise empty.
    fileprivate var wholeText: String { width * 3 == height * 8 ? ", or half of a \(width)x\(2 * height) map" : "" }
}

/// A share in whole percent, such as "2 %"; "0 %" only if the count is 0.
private func percentText(_ count: Int, of total: Int) -> String {
    let percent = total == 0 ? 0 : (200 * count + total) / (2 * total)
    return percent == 0 && count > 0 ? "under 1 %" : "\(percent) %"
}

extension ImplausibilityCause {
    fileprivate var wording: Message { dataSet.map { "\(words) (\(option: .dataset) \($0.rawValue))" } ?? "\(words)" }
}

extension [ImplausibilityCause] {
    /// Lists the causes, such as "millimetres or centimetres".
    fileprivate func question(_ words: (ImplausibilityCause) -> Message) -> Message {
        let words = map(words)
        guard let last = words.last, words.count > 1 else { return words.joined(separator: "") }
        return "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }
}

extension [ReadingNote] {
    var lines: [String] { map { "note: \($0)" } }
}
