import DepthAnalysis

// The wording of notes and of the server's answers.

extension ReadingNote: CustomStringConvertible {
    /// The note as a sentence without a full stop.
    public var description: String { message(naming: .properties) }

    /// ``description`` with the given names of reading options.
    package func message(naming names: ReadingOptionNames) -> String {
        switch self {
        case .meaning(let meaning): meaning.message(naming: names)
        case .bytesAfterEndIgnored(let trailing):
            "\(trailing.text) ignored"
        case .givenDimensionsDoNotFit(let given, let count, let used):
            "given dimensions \(given.text) do not fit \(sampleText(count)); "
                + "used \(used.text), as inferred by the server"
        case .severalMapsLikely(let count, let dimensions):
            "the samples may be \(count) maps of \(dimensions.text): give that size and name them FILE/0 "
                + "to FILE/\(count - 1)"
        case .sizeLikely(let size, .float32):
            "rows of \(size.width) samples continue each other: \(size.text)\(size.wholeText)? "
                + "Give \(names.width) \(size.width) and \(names.height) \(size.height)"
        case .sizeLikely(let size, let type):
            "\(size.text) samples of \(type.rawValue)? Give \(names.width) \(size.width), "
                + "\(names.height) \(size.height) and \(names.sampleType) \(type.rawValue)"
        case .headerRead(let count, let dimensions):
            "the first \(byteText(count)) are a header: \(dimensions.text) samples follow"
        case .tableRead(let size): "a text table of \(size.height) rows of \(size.width) numbers, read as metres"
        case .notAGrid(let inferred, let count):
            "inferred dimensions \(inferred.text) do not multiply to \(sampleText(count)); "
                + "edges and quadrants are not measured"
        case .unitsAssumed(let format, let unitsPerMetre):
            "assumed \(integerText(unitsPerMetre)) units per metre, because the \(format.noun) does not state its unit"
        case .storedDimensionsUsed(let format, let given, let used):
            "given dimensions \(given.text) ignored; used the \(format.noun)'s own \(used.text)"
        case .rowLengthIgnored(let format, let bytesPerRow):
            "given row length of \(byteText(bytesPerRow)) ignored; \(format.name) has none"
        case .decoderWarning(let format, let warning):
            "\(format.definition.decoder) warning: \(warning)"
        case .roundedToFloat32(let count, let infinite, let total):
            "\(count) of \(total) float64 numbers rounded to float32, which the analysis uses"
                + (infinite == 0 ? "" : "; \(infinite) of them exceed its range and became infinite")
        case .scaleIgnored(let format, let scale):
            "the \(format.noun)'s scale of \(integerText(scale)) ignored; its numbers are read as metres"
        case .confidenceMasked(let count, let total, let minimum):
            "\(count) of \(sampleText(total)) below \(minimum.name) confidence excluded; "
                + "the server has no confidence map"
        case .noConfidence:
            "the map has no confidence beside it, so no sample is excluded"
        case .confidenceUnreadable(let error):
            "no confidence is reported, because it cannot be read: \(error.description)"
        case .notTurned:
            "the map is not a grid, so it is neither turned nor filtered by confidence"
        case .unitsOfLayout(let layout, let unitsPerMetre):
            "\(integerText(unitsPerMetre)) units per metre, as written by \(layout.name)"
        case .equalChannels: "channels B, G and R are identical and read as one"
        case .unitsOfDataSet(let dataSet, let unitsPerMetre):
            "\(integerText(unitsPerMetre)) units per metre, as in \(dataSet.name), "
                + "recognised by its \(dataSet.recognisedPart)"
        case .furtherPicturesIgnored(let format, let count):
            "\(count == 1 ? "1 further image" : "\(count) further images") in the \(format.noun) ignored"
        case .readAsFloat16(let dimensions):
            "2 bytes for each of \(dimensions.text) samples; read as float16 metres"
        case .readAsUInt16(let dimensions):
            "2 bytes for each of \(dimensions.text) samples; read as uint16"
        case .resemblesOtherFormat(let name):
            "resembles \(name); read as float32, as the server does"
        case .portraitLikely(let inferred, let upright):
            "\(inferred.text) is inferred, but Record3D stores \(upright.text): "
                + "give the width and height, or keep the file beside its metadata"
        case .readAsUncompressed(let failure):
            "begins like a zlib stream but is read as uncompressed float32; as zlib it would be \(failure.finding)"
        case .fewPlausibleSamples(let plausible, let total, let causes):
            "only \(plausible) of \(total) numbers other than 0 are valid distances: "
                + (causes.isEmpty ? "the others are too near, too far, or not finite" : causes.question + "?")
        case .dimensionsSwapped(let used, let better):
            "nearly every row is discontinuous with the next at \(used.text), but few are at \(better.text): "
                + "width and height swapped?"
        case .inflatedAsServerDoes(let fault):
            "inflated as the server does; other programs find \(fault.finding)"
        }
    }
}

extension ReadingNote {
    /// A short form for lists with one line per file, if the note can change the meaning of the result; otherwise
    /// nil.
    package var brief: String? {
        switch self {
        case .fewPlausibleSamples(let plausible, let total, let causes):
            "\(Percentage(plausible, of: total).text) of the numbers are valid distances"
                + (causes.isEmpty ? "" : ": \(causes.question)?")
        case .meaning(let meaning): meaning.brief
        case .dimensionsSwapped: "width and height swapped?"
        case .givenDimensionsDoNotFit(let given, _, let used): "\(given.text) does not fit, used \(used.text)"
        case .sizeLikely(let size, let type): "\(size.text)\(type == .float32 ? "" : " of \(type.rawValue)")?"
        case .severalMapsLikely(let count, let dimensions): "\(count) maps of \(dimensions.text)?"
        case .unitsOfDataSet(let dataSet, let unitsPerMetre):
            "\(integerText(unitsPerMetre)) units per metre, as in \(dataSet.name)"
        case .resemblesOtherFormat(let name): "resembles \(name)"
        case .portraitLikely(_, let upright): "\(upright.text)?"
        case .unitsAssumed(_, let unitsPerMetre): "\(integerText(unitsPerMetre)) units per metre assumed"
        default: nil
        }
    }
}

extension MapDimensions {
    /// ", or half of a 640x480 map" if a map of this width and the usual 4:3 shape has twice the rows; otherwise empty.
    fileprivate var wholeText: String {
        width * 3 == height * 8 ? ", or half of a \(width)x\(2 * height) map" : ""
    }
}

/// A share in whole percent, such as "2 %"; "0 %" only if the count is 0.
private struct Percentage {
    let text: String

    init(_ count: Int, of total: Int) {
        let percent = total == 0 ? 0 : (200 * count + total) / (2 * total)
        text = percent == 0 && count > 0 ? "under 1 %" : "\(percent) %"
    }
}

extension [LikelyCause] {
    /// Lists the causes, such as "millimetres or centimetres".
    fileprivate var question: String {
        var text = ""
        for (place, cause) in enumerated() {
            text += (place == 0 ? "" : place == count - 1 ? " or " : ", ") + cause.words
        }
        return text
    }
}

extension LikelyCause {
    /// The cause as a short phrase, such as "swapped bytes".
    public var words: String {
        switch self {
        case .outdoors: "metres of a place outdoors (the analysis is for 0.1 to 20 m)"
        case .millimetres: "millimetres"
        case .tenthsOfMillimetres: "tenths of millimetres (as in YCB-Video)"
        case .centimetres: "centimetres"
        case .disparity: "disparity or inverse depth"
        case .fullRange: "relative or inverse depth stretched over 16 bits"
        case .swappedBytes: "swapped bytes"
        case .rotatedBits: "bits rotated as in SUN RGB-D"
        case .float16: "float16 read as float32"
        case .float64: "float64 read as float32"
        case .uint16: "uint16 read as float32"
        }
    }
}

extension ServerRefusal: CustomStringConvertible {
    /// The reason as a short phrase, such as "raw DEFLATE; the server reads only gzip".
    public var description: String {
        switch self {
        case .notGzip(.empty): "an empty file; the server reads only gzip"
        case .notGzip(.stored(let format)): "\(format.noun); the server reads only gzip"
        case .notGzip(.zlib): "zlib; the server reads only gzip"
        case .notGzip(.lzfse): "LZFSE; the server reads only gzip"
        case .notGzip(.deflate): "raw DEFLATE; the server reads only gzip"
        case .notGzip(.uncompressed): "not compressed; the server reads only gzip"
        case .notGzip(.foreign(let format)): "\(format.name); the server reads only gzip"
        case .damagedGzip(let error): error.finding
        case .headerTextTooLong(let limit):
            "a gzip header with a file name or comment of more than \(byteText(limit))"
        case .notWholeSamples(let count): "\(byteText(count)) inflated, not a multiple of 4"
        case .noSamples: "no samples"
        }
    }
}

extension ServerAnswer: CustomStringConvertible {
    /// The answer as a short phrase: `pass`, `fail`, or another code with its reason, such as "unavailable: no
    /// samples".
    public var description: String { code + (explanation.map { ": " + $0 } ?? "") }

    /// The reason why there is no verdict, as a short phrase; nil for a verdict.
    public var explanation: String? {
        switch self {
        case .pass, .fail: nil
        case .unavailable(.refused(let refusal)): refusal.description
        case .unavailable(.noValidSample): "no valid sample"
        case .unavailable(.nothingToRead): "there is nothing to read"
        case .unknown(.inflatesBeyond(let limit)): "it inflates to more than \(limit) bytes"
        case .unknown(.notRead): "the file was not read"
        }
    }
}

extension ReadingNote {
    /// The kind of note in snake case, such as `not_a_grid`.
    public var code: String {
        switch self {
        case .bytesAfterEndIgnored: "bytes_after_end_ignored"
        case .givenDimensionsDoNotFit: "given_dimensions_do_not_fit"
        case .severalMapsLikely: "several_maps_likely"
        case .notAGrid: "not_a_grid"
        case .sizeLikely: "size_likely"
        case .headerRead: "header_read"
        case .tableRead: "table_read"
        case .unitsAssumed: "units_assumed"
        case .storedDimensionsUsed(let format, _, _): format.codeStart + "_dimensions_used"
        case .rowLengthIgnored: "row_length_ignored"
        case .decoderWarning(let format, _): format.codeStart + "_warning"
        case .roundedToFloat32: "rounded_to_float32"
        case .scaleIgnored: "scale_ignored"
        case .furtherPicturesIgnored: "further_pictures_ignored"
        case .readAsFloat16: "read_as_float16"
        case .readAsUInt16: "read_as_uint16"
        case .resemblesOtherFormat: "resembles_other_format"
        case .portraitLikely: "portrait_likely"
        case .confidenceMasked: "confidence_masked"
        case .noConfidence: "no_confidence"
        case .confidenceUnreadable: "confidence_unreadable"
        case .notTurned: "not_turned"
        case .unitsOfLayout: "units_of_layout"
        case .readAsUncompressed: "read_as_uncompressed"
        case .fewPlausibleSamples: "few_plausible_samples"
        case .equalChannels: "equal_channels"
        case .meaning(let meaning): meaning.code
        case .unitsOfDataSet: "units_of_dataset"
        case .dimensionsSwapped: "width_and_height_exchanged"
        case .inflatedAsServerDoes: "inflated_as_server_does"
        }
    }
}
