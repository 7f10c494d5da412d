public import DepthAnalysis

/// What the capture server would get out of a file.
///
/// The server reads gzip, the first member only, and little-endian float32 without row padding.
///
/// Source: specification §10.
public enum ServerReading: Sendable, Equatable {
    /// The very map that was decoded here.
    case sameMap
    /// Another map than was decoded here, or one where none was: the server ignores row lengths and is never strict.
    case otherMap(DepthMap)
    /// No map, so that its status is `unavailable`.
    case unavailable(ServerRefusal)
    /// Not known, because the gzip member inflates to more than `byteLimit` bytes and was not followed further.
    case unknown(byteLimit: Int)
}

/// Why the capture server would not get a map.
///
/// ``description`` puts it into a few words, ``code`` names its kind for programs.
public enum ServerRefusal: Sendable, Hashable {
    /// What a file is when it is not gzip.
    public enum OtherKind: Sendable, Hashable {
        /// No bytes at all.
        case empty
        /// A file of a format that says its dimensions itself, such as a PNG.
        case stored(DepthFileFormat)
        /// A zlib stream.
        case zlib
        /// A raw DEFLATE stream.
        case deflate
        /// An LZFSE stream.
        case lzfse
        /// Bytes that are not packed.
        case uncompressed
        /// A file of another format.
        case foreign(ForeignFormat)
    }

    /// The file is not gzip.
    case notGzip(found: OtherKind)
    /// The gzip member cannot be inflated.
    case damagedGzip(DepthFileError)
    /// The gzip header has a file name or a comment of more than `limit` bytes, which only the server minds.
    case headerTextTooLong(limit: Int)
    /// The inflated bytes are not a whole number of samples.
    case notWholeSamples(byteCount: Int)
    /// The gzip member is empty.
    case noSamples
}

/// What the capture server would answer to the bytes of a file.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer(profile: .client)).analyze("room.bin.gz")
///     if result.serverAnswer != .pass { print("the server would answer: \(result.serverAnswer)") }
///
/// ``description`` puts it into a few words, ``code`` names its kind for programs.
public enum ServerAnswer: Sendable, Hashable {
    /// Why there is no verdict.
    public enum Unavailability: Sendable, Hashable {
        /// The server would not get a map.
        case refused(ServerRefusal)
        /// No sample of the map is valid.
        case noValidSample
        /// There is no such file.
        case nothingToRead
    }

    /// Why it is not known what the server would answer.
    public enum Uncertainty: Sendable, Hashable {
        /// The gzip member inflates to more than `byteLimit` bytes and was not followed further.
        case inflatesBeyond(byteLimit: Int)
        /// The file is there but could not be read.
        case notRead
    }

    /// The map is likely of a real scene.
    case pass
    /// It is not.
    case fail
    /// There would be no verdict.
    case unavailable(Unavailability)
    /// Not known.
    case unknown(Uncertainty)

    /// The answer that an analysis with the server's profile and constants is.
    init(_ analysis: SceneAnalysis) {
        self =
            switch analysis.status {
            case .pass: .pass
            case .fail: .fail
            case .unavailable: .unavailable(.noValidSample)
            }
    }
}

extension ServerReading {
    /// What kind of reason there is for the server to get no map, as ``ServerAnswer/reasonCode`` names it. Nil where it
    /// gets one.
    public var reasonCode: String? {
        switch self {
        case .sameMap, .otherMap: nil
        case .unavailable(let refusal): refusal.code
        case .unknown(let byteLimit): ServerAnswer.unknown(.inflatesBeyond(byteLimit: byteLimit)).reasonCode
        }
    }
}

extension ServerAnswer {
    /// Every ``code`` there is, verdicts first.
    public static let codes = ["pass", "fail", "unavailable", "unknown"]

    /// Which answer it is: `pass`, `fail`, `unavailable` or `unknown`, whatever the reason.
    public var code: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .unavailable: "unavailable"
        case .unknown: "unknown"
        }
    }

    /// The reason for having no verdict in snake case, such as `raw_deflate`. Nil for a verdict.
    public var reasonCode: String? {
        switch self {
        case .pass, .fail: nil
        case .unavailable(.refused(let refusal)): refusal.code
        case .unavailable(.noValidSample): VerdictReason.noValidSample.rawValue
        case .unavailable(.nothingToRead): "nothing_to_read"
        case .unknown(.inflatesBeyond): "too_large"
        case .unknown(.notRead): "not_read"
        }
    }
}

extension ServerRefusal {
    /// The kind of refusal in snake case, such as `raw_deflate`; for a damaged file that of its error.
    public var code: String {
        switch self {
        case .notGzip(.empty): "empty"
        case .notGzip(.stored(let format)): format.codeStart
        case .notGzip(.zlib): "zlib"
        case .notGzip(.deflate): "raw_deflate"
        case .notGzip(.lzfse): "lzfse"
        // What it is instead makes no difference to the server; the error of the file tells it.
        case .notGzip(.uncompressed), .notGzip(.foreign): "uncompressed"
        case .damagedGzip(let error): error.code
        case .headerTextTooLong: "header_text_too_long"
        case .notWholeSamples: "not_whole_samples"
        case .noSamples: VerdictReason.noSamples.rawValue
        }
    }
}
