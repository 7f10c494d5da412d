public import DepthAnalysis

/// Why the bytes of a file do not give a depth map.
///
///     if case .failure(let error) = DepthFileReader().read(bytes).result {
///         print(error)  // found a gzip stream whose checksum does not match …; expected …; copy the file again
///     }
///
/// ``message`` puts it into words, ``code`` names its kind for programs.
public enum DepthFileError: Error, Hashable, Sendable {
    /// There are no bytes.
    case empty
    /// The options ask for dimensions that are 0 or negative.
    case dimensionsNotPositive(MapDimensions)
    /// The file, or what is packed in it, has more than `limit` bytes.
    case tooLarge(container: DepthContainer, limit: Int)
    /// Reading it takes `byteCount` bytes of memory, which are not there.
    case notEnoughMemory(byteCount: Int)
    /// The packed stream ends before it is complete; `inflated` bytes came out of it.
    case truncated(container: DepthContainer, byteCount: Int, inflated: Int)
    /// The packed stream breaks the rules of its format; `detail` is the inflating library's word for it.
    case corrupt(container: DepthContainer, detail: String, inflated: Int)
    /// All could be inflated, but the checksum is another.
    case wrongChecksum(container: DepthContainer)
    /// All could be inflated, but the gzip trailer gives another length.
    case wrongLength(inflated: Int)
    /// The zlib stream needs a preset dictionary.
    case needsDictionary
    /// Bytes follow where the file should end.
    case bytesAfterEnd(TrailingBytes)
    /// The packed stream is complete and holds nothing.
    case nothingInside(container: DepthContainer)
    /// The number of bytes is not a whole number of float32 samples.
    case notWholeSamples(container: DepthContainer, byteCount: Int)
    /// The file, or what is packed in it, is clearly something else than a depth map.
    case otherFormat(ForeignFormat, container: DepthContainer)
    /// The samples are not a whole number of maps of the given dimensions. In gzip only strict reading makes it an
    /// error. `paddedRow` is the number of bytes of a row, where each may be padded to that.
    case dimensionsDoNotFit(given: MapDimensions, sampleCount: Int, paddedRow: Int?)
    /// The file has another number of samples than what stands beside it says.
    case otherThanItsDimensions(MapDimensions, byteCount: Int)
    /// A few bytes more than the samples of the given dimensions take, as if a header came before them.
    case bytesBeforeSamples(given: MapDimensions, extra: Int, sampleByteCount: Int)
    /// Several maps of these dimensions, where one was asked for.
    case severalMaps(count: Int, MapDimensions)
    /// A map by a number of which the file has none; the first is 0.
    case noSuchMap(number: Int, count: Int)
    /// What stands beside the map is no confidence that is written in these three numbers; `fault` says what is wrong
    /// with the file where it is not the numbers.
    case confidenceUnusable(meanings: [UInt8], fault: String?)
    /// A row length was given without dimensions.
    case bytesPerRowWithoutDimensions(bytesPerRow: Int)
    /// A given row length cannot hold a row of the given width.
    case rowTooShort(given: MapDimensions, bytesPerRow: Int)
    /// The given dimensions and row length need `expected` bytes, nil for more than can be counted; the file has
    /// `found`.
    case rowsDoNotFit(given: MapDimensions, bytesPerRow: Int, expected: Int?, found: Int)
    /// A file of a format that maps come in, but without one in it; `found` says what, such as "an 8-bit RGB PNG".
    case storedNotDepth(DepthFileFormat, found: String)
    /// A PNG of more rows than the limit of bytes allows.
    case pngTooHigh(rowCount: Int, rowLimit: Int, limit: Int)
    /// The file, of `byteCount` bytes, ends before its map does.
    case storedTruncated(DepthFileFormat, byteCount: Int)
    /// The file breaks the rules of its format; `detail` says how.
    case storedDamaged(DepthFileFormat, detail: String)
    /// In strict reading: the file says other dimensions than the given ones.
    case storedDimensionsDiffer(DepthFileFormat, given: MapDimensions, found: MapDimensions)
    /// In strict reading: a row length was given for a format that has none.
    case storedHasNoRowLength(DepthFileFormat, bytesPerRow: Int)
    /// The library that decodes the format cannot be opened; `reason` is the loader's word for it.
    case storedNeedsLibrary(DepthFileFormat, reason: String)
}

/// What follows the end of a packed stream or a picture.
public struct TrailingBytes: Hashable, Sendable {
    /// What kind of bytes they are.
    public enum Kind: Hashable, Sendable {
        /// They begin like another gzip member.
        case gzipMember
        /// They are all zero, as tapes and block devices pad.
        case zeros
        /// Neither.
        case other
    }

    /// What they follow: "gzip member", "zlib stream", "PNG" and so on.
    public let after: String
    /// How many there are. At least 1.
    public let count: Int
    /// What kind of bytes they are.
    public let kind: Kind

    init(after: String, _ bytes: ArraySlice<UInt8>) {
        self.after = after
        self.count = bytes.count
        self.kind =
            if ContainerDetection.looksLikeGzip(bytes) {
                .gzipMember
            } else if bytes.allSatisfy({ $0 == 0 }) {
                .zeros
            } else {
                .other
            }
    }
}
