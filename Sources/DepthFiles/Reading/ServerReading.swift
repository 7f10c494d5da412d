public import DepthAnalysis

/// What the capture server would get out of a file.
///
/// The server reads gzip, the first member only, and little-endian float32 without row padding.
///
/// Source: specification §10.
public enum ServerReading: Sendable, Equatable {
    /// The very map that was decoded here.
    case sameMap
    /// Another map than was decoded here, or a map where nothing was: the server ignores row lengths and is never strict.
    case otherMap(DepthMap)
    /// No map, so that its status is `unavailable`.
    case unavailable(ServerRefusal)
    /// Not known, because the gzip member inflates to more than `byteLimit` bytes and was not followed further.
    case unknown(byteLimit: Int)
}

/// Why the capture server would not get a map. ``description`` puts it into a few words.
public enum ServerRefusal: Sendable, Equatable {
    /// What a file is when it is not gzip.
    public enum OtherKind: Sendable, Equatable {
        /// No bytes at all.
        case empty
        /// A PNG.
        case png
        /// A zlib stream.
        case zlib
        /// A raw DEFLATE stream.
        case deflate
        /// Bytes that are not packed.
        case uncompressed
    }

    /// The file is not gzip.
    case notGzip(found: OtherKind)
    /// The gzip member cannot be inflated.
    case damagedGzip(DepthFileError)
    /// The inflated bytes are not a whole number of samples.
    case notWholeSamples(byteCount: Int)
    /// The gzip member is empty.
    case noSamples
}
