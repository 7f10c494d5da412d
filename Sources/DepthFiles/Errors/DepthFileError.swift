public import DepthAnalysis
public import Support

/// The reason why the bytes of a file are not a depth map.
///
///     if case .failure(let error) = DepthFileReader().read(bytes).result {
///         print(error)  // found a gzip stream whose checksum does not match …; expected …; copy the file again
///     }
///
/// ``message`` is for people, ``code`` identifies the kind for programs.
public enum DepthFileError: Error, Hashable, Sendable {
    /// The file has no bytes.
    case empty
    /// The options request dimensions that are 0 or negative.
    case dimensionsNotPositive(MapDimensions)
    /// The file, or its unpacked content, has more than `limit` bytes.
    case tooLarge(container: DepthContainer, limit: Int)
    /// Reading the file needs `byteCount` bytes of memory, which are not available.
    case notEnoughMemory(byteCount: Int)
    /// The packed stream is incomplete; `inflated` bytes were unpacked.
    case truncated(container: DepthContainer, byteCount: Int, inflated: Int)
    /// The packed stream violates its format; `detail` is the message of the inflating library.
    case corrupt(container: DepthContainer, detail: String, inflated: Int)
    /// The stream was inflated completely, but its checksum does not match.
    case wrongChecksum(container: DepthContainer)
    /// The stream was inflated completely, but the length in the gzip trailer does not match.
    case wrongLength(inflated: Int)
    /// The zlib stream needs a preset dictionary.
    case needsDictionary
    /// There are bytes after the end of the stream.
    case bytesAfterEnd(TrailingBytes)
    /// The packed stream is complete but empty.
    case nothingInside(container: DepthContainer)
    /// The number of bytes is not a whole number of float32 samples.
    case notWholeSamples(container: DepthContainer, byteCount: Int)
    /// The file, or its unpacked content, has another format.
    case otherFormat(ForeignFormat, container: DepthContainer)
    /// The samples are not a whole number of maps of the given dimensions. For gzip this is an error only in strict
    /// reading.
    /// `paddedRow` is the probable number of bytes per row if rows are padded.
    case dimensionsDoNotFit(given: MapDimensions, sampleCount: Int, paddedRow: Int?)
    /// The number of samples does not match the dimensions stored beside the file.
    case knownDimensionsDoNotFit(MapDimensions, byteCount: Int)
    /// The file has a few bytes more than the samples of the given dimensions, as if it had a header.
    case bytesBeforeSamples(given: MapDimensions, extra: Int, sampleByteCount: Int)
    /// The file contains several maps of these dimensions, but one was requested.
    case severalMaps(count: Int, MapDimensions)
    /// There is no map with this number in the file; the first is 0.
    case noSuchMap(number: Int, count: Int)
    /// The confidence file beside the map is unusable: it has values other than the three of `meanings`, or `fault`
    /// describes what is wrong with it.
    case confidenceUnusable(meanings: [UInt8], fault: String?)
    /// A row length was given without dimensions.
    case bytesPerRowWithoutDimensions(bytesPerRow: Int)
    /// A given row length cannot hold a row of the given width.
    case rowTooShort(given: MapDimensions, bytesPerRow: Int)
    /// The given dimensions and row length need `expected` bytes (nil if the number overflows); the file has `found`.
    case rowsDoNotFit(given: MapDimensions, bytesPerRow: Int, expected: Int?, found: Int)
    /// The format can hold a map, but this file does not; `found` describes its content, such as "an 8-bit RGB PNG".
    case storedNotDepth(DepthFileFormat, found: String)
    /// The PNG has more rows than the byte limit allows.
    case pngTooHigh(rowCount: Int, rowLimit: Int, limit: Int)
    /// The file ends after `byteCount` bytes, before the end of the map.
    case storedTruncated(DepthFileFormat, byteCount: Int)
    /// The file violates its format; `detail` describes how.
    case storedDamaged(DepthFileFormat, detail: String)
    /// In strict reading: the dimensions stored in the file differ from the given ones.
    case storedDimensionsDiffer(DepthFileFormat, given: MapDimensions, found: MapDimensions)
    /// In strict reading: a row length was given for a format that has none.
    case storedHasNoRowLength(DepthFileFormat, bytesPerRow: Int)
    /// The library that decodes the format cannot be loaded; `reason` is the loader's message.
    case storedNeedsLibrary(DepthFileFormat, reason: String)
}

extension DepthFileError: CustomStringConvertible, PresentedError {
    /// The error in one line: "found …; expected …; …", without the file name.
    public var message: String { wording.description }
    /// The same as ``message``.
    public var description: String { message }
    /// The kind of error in snake case, such as `truncated`.
    public var code: String { words.code }

    package var wording: Message { words.sentence }
    var finding: String { words.finding }

    private var words: ErrorWords {
        switch self {
        case .empty: ErrorWords("empty", "an empty file", "a depth map", "check how the file was written")
        case .dimensionsNotPositive(let given):
            ErrorWords(
                "dimensions_not_positive", "\(given.text) as dimensions", "a width and a height of at least 1",
                "correct \(option: .dimensions)")
        case .tooLarge(.none, let limit):
            ErrorWords("too_large", "more than \(byteText(limit))", "no more than the limit", raiseLimit)
        case .tooLarge(let container, let limit):
            ErrorWords(
                "too_large", "\(container.stream) that inflates to more than \(byteText(limit))",
                "no more than the limit", raiseLimit)
        case .notEnoughMemory(let byteCount): lackOfMemory(byteCount)
        case .truncated(let container, let count, let inflated):
            ErrorWords(
                "truncated",
                "\(container.stream) that is cut off after \(byteText(count)) (\(byteText(inflated)) inflated)",
                "a complete stream", "copy the file again" + container.hint)
        case .corrupt(let container, let detail, let inflated):
            ErrorWords(
                "corrupt", "\(container.stream) that is damaged after \(byteText(inflated)) inflated (\(detail))",
                "an intact stream", "copy the file again" + container.hint)
        case .wrongChecksum(let container):
            ErrorWords(
                "wrong_checksum", "\(container.stream) whose checksum does not match its contents",
                "matching checksums", "copy the file again" + container.hint)
        case .wrongLength(let inflated):
            ErrorWords(
                "wrong_length", "a gzip stream whose trailer length differs from the \(byteText(inflated)) inflated",
                "matching lengths", "copy the file again")
        case .needsDictionary:
            ErrorWords(
                "needs_dictionary", "a zlib stream that needs a preset dictionary", "a stream without one",
                "compress the map without a dictionary" + DepthContainer.zlib.hint)
        case .bytesAfterEnd(let trailing):
            ErrorWords(
                "bytes_after_end", trailing.text, "the end of the file there",
                "truncate the file there, or copy it again")
        case .nothingInside(.none):
            ErrorWords("nothing_inside", "an empty file", "a depth map", "check how the file was written")
        case .nothingInside(let container):
            ErrorWords(
                "nothing_inside", "\(container.stream) with no contents", "float32 samples",
                "check how the file was written")
        case .notWholeSamples(let container, let count):
            ErrorWords(
                "not_whole_samples",
                "\(byteText(count)) \(container == .none ? "that are not packed in a known way" : "inflated")",
                "a multiple of 4, the size of a float32 sample",
                "check that the file is complete and holds float32 samples")
        case .otherFormat(let format, .none):
            ErrorWords(format.code, format.name, "a depth map in a supported format", format.remedy)
        case .otherFormat(let format, let container):
            ErrorWords(
                format.code, "\(container.stream) that contains \(format.name)", "float32 samples", format.remedy)
        case .dimensionsDoNotFit(let given, let count, let paddedRow):
            ErrorWords(
                "dimensions_do_not_fit",
                sampleText(count) + (given.fit(sampleCount: 2 * count) ? ", exactly half of \(given.text)" : ""),
                "\(given.text) samples as given, or a whole number of such maps",
                "correct \(option: .dimensions)"
                    + (paddedRow.map { ", give \(option: .rowBytes) \($0) if rows are padded," } ?? "" as Message)
                    + " or omit them to have them inferred")
        case .knownDimensionsDoNotFit(let dimensions, let byteCount):
            ErrorWords(
                "other_than_its_dimensions", "\(byteText(byteCount)) of samples",
                "\(dimensions.text) samples, as the file beside them states", "copy the archive again")
        case .bytesBeforeSamples(let given, let extra, let size):
            ErrorWords(
                "header_before_samples", "\(byteText(extra)) in addition to \(given.text) samples of \(size) bytes",
                "only these samples", "remove the header if there is one, or correct \(option: .dimensions)")
        case .severalMaps(let count, let dimensions):
            ErrorWords(
                "several_maps", "\(count) maps of \(dimensions.text) in one file", "one map",
                "name one of them, from FILE/0 to FILE/\(count - 1)")
        case .noSuchMap(let number, let count):
            ErrorWords(
                "no_such_map",
                "no map \(number) in the file", count == 1 ? "map 0, the only one" : "one from 0 to \(count - 1)",
                "correct the number after the file name")
        case .confidenceUnusable(let meanings, let fault):
            ErrorWords(
                "confidence_unusable", "\(fault ?? "unknown values") as confidence",
                "one of " + meanings.map { $0.description }.joined(separator: ", ") + " for each sample",
                "copy the file again, or read the map without a minimum confidence")
        case .bytesPerRowWithoutDimensions(let bytesPerRow):
            ErrorWords(
                "row_length_without_dimensions", "a row length of \(byteText(bytesPerRow)) without dimensions",
                "a width and a height as well", "give \(option: .dimensions)")
        case .rowTooShort(let given, let bytesPerRow):
            ErrorWords(
                "row_too_short", "a row length of \(byteText(bytesPerRow))",
                "at least 4 bytes for each of \(sampleText(given.width)) in a row",
                "correct \(option: .rowBytes) or \(option: .width)")
        case .rowsDoNotFit(let given, let bytesPerRow, let expected, let found):
            ErrorWords(
                "rows_do_not_fit", byteText(found),
                "\(expected.map(byteText) ?? "more bytes than can be counted") for \(given.height) rows of "
                    + byteText(bytesPerRow), "correct \(option: .height) and \(option: .rowBytes)")
        case .storedNotDepth(.openEXR, let found):
            ErrorWords(
                "exr_not_depth", found, DepthFileFormat.openEXR.definition.content,
                "\(DepthFileFormat.openEXR.definition.remedy), or name a channel with \(option: .channel)")
        case .storedNotDepth(let format, let found):
            ErrorWords(format.codeStart + "_not_depth", found, format.definition.content, "\(format.definition.remedy)")
        case .pngTooHigh(let rowCount, let rowLimit, let limit):
            ErrorWords(
                "png_too_high", "a PNG of \(rowCount) rows",
                "at most \(rowLimit), as the limit of \(byteText(limit)) allows", raiseLimit)
        case .storedTruncated(let format, let count):
            ErrorWords(
                format.codeStart + "_truncated", "\(format.name) that is cut off after \(byteText(count))",
                "a complete \(format.noun)", "copy the file again")
        case .storedDamaged(let format, let detail):
            ErrorWords(
                format.codeStart + "_damaged", "a damaged \(format.noun) (\(detail))", "an intact \(format.noun)",
                "copy the file again")
        case .storedDimensionsDiffer(let format, let given, let found):
            ErrorWords(
                format.codeStart + "_dimensions_differ", "\(format.name) of \(found.text)", "\(given.text) as given",
                "omit \(option: .dimensions): \(format.name) states its own")
        case .storedHasNoRowLength(let format, let bytesPerRow):
            ErrorWords(
                format.codeStart + "_has_no_row_length", "a row length of \(byteText(bytesPerRow)) for \(format.name)",
                "none, because \(format.name) has no padded rows", "omit \(option: .rowBytes)")
        case .storedNeedsLibrary(let format, let reason):
            ErrorWords(
                format.codeStart + "_needs_library",
                "\(format.name) but no \(format.definition.decoder) to read it with (\(reason))",
                "\(format.definition.decoder) to be installed",
                "\(format.definition.libraryRemedy), or convert the map to float32 or a 16-bit PNG")
        }
    }
}
