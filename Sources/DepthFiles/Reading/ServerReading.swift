public import DepthAnalysis

/// The result of the capture server reading a file.
///
///     if case .unavailable(let refusal) = DepthFileReader().read(bytes).serverReading { print(refusal) }
///
/// The server reads gzip, the first member only, and little-endian float32 without row padding.
///
/// Source: specification §10.
public enum ServerReading: Sendable, Equatable {
    /// The same map that was decoded here.
    case sameMap
    /// A map other than the one decoded here, or a map although none was decoded here: the server ignores row lengths
    /// and is never strict.
    case otherMap(DepthMap)
    /// No map, so its status is `unavailable`.
    case unavailable(ServerRefusal)
    /// Unknown, because the gzip member inflates to more than `byteLimit` bytes and was not inflated further.
    case unknown(byteLimit: Int)
}

/// The reason why the capture server would read no map.
///
/// ``description`` is a short phrase, ``code`` identifies the kind for programs.
public enum ServerRefusal: Sendable, Hashable {
    /// The kind of a file that is not gzip.
    public enum OtherKind: Sendable, Hashable {
        /// No bytes.
        case empty
        /// A file of a format that stores its dimensions, such as a PNG.
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

        init(bare container: DepthContainer) {
            self =
                switch container {
                case .zlib: .zlib
                case .deflate: .deflate
                case .lzfse: .lzfse
                case .gzip, .none: .uncompressed
                }
        }
    }

    /// The file is not gzip.
    case notGzip(found: OtherKind)
    /// The gzip member cannot be inflated.
    case damagedGzip(DepthFileError)
    /// The gzip header has a file name or comment longer than `limit` bytes. Only the server refuses this.
    case headerTextTooLong(limit: Int)
    /// The inflated bytes are not a whole number of samples.
    case notWholeSamples(byteCount: Int)
    /// The gzip member is empty.
    case noSamples
}

/// The answer of the capture server to the bytes of a file.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer(profile: .client)).analyze("room.bin.gz")
///     if result.serverAnswer != .pass { print("the server would answer: \(result.serverAnswer)") }
///
/// ``description`` is a short phrase, ``code`` identifies the kind for programs.
public enum ServerAnswer: Sendable, Hashable {
    /// The reason why there is no verdict.
    public enum Unavailability: Sendable, Hashable {
        /// The server would read no map.
        case refused(ServerRefusal)
        /// No sample of the map is valid.
        case noValidSample
        /// There is no such file.
        case nothingToRead
    }

    /// The reason why the answer is unknown.
    public enum Uncertainty: Sendable, Hashable {
        /// The gzip member inflates to more than `byteLimit` bytes and was not inflated further.
        case inflatesBeyond(byteLimit: Int)
        /// The file exists but could not be read.
        case notRead
    }

    /// The map is likely that of a real scene.
    case pass
    /// The map is not likely that of a real scene.
    case fail
    /// There is no verdict.
    case unavailable(Unavailability)
    /// The answer is unknown.
    case unknown(Uncertainty)

    /// - Parameter analysis: an analysis with the server's profile and constants.
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
    /// The kind of reason why the server reads no map, as in ``ServerAnswer/reasonCode``. Nil if it reads one.
    public var reasonCode: String? {
        switch self {
        case .sameMap, .otherMap: nil
        case .unavailable(let refusal): refusal.code
        case .unknown(let byteLimit): ServerAnswer.unknown(.inflatesBeyond(byteLimit: byteLimit)).reasonCode
        }
    }
}

extension ServerAnswer {
    /// Every ``code``, verdicts first.
    public static let codes = ["pass", "fail", "unavailable", "unknown"]

    /// The kind of answer: `pass`, `fail`, `unavailable` or `unknown`.
    public var code: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .unavailable: "unavailable"
        case .unknown: "unknown"
        }
    }

    /// The reason why there is no verdict, in snake case, such as `raw_deflate`. Nil for a verdict.
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

extension ServerRefusal: CustomStringConvertible {
    /// The kind of refusal in snake case, such as `raw_deflate`; for a damaged file the code of its error.
    public var code: String { words.code }
    /// The reason as a short phrase, such as "raw DEFLATE; the server reads only gzip".
    public var description: String { words.text }

    private var words: (code: String, text: String) {
        switch self {
        case .notGzip(let kind): (kind.words.code, kind.words.text + "; the server reads only gzip")
        case .damagedGzip(let error): (error.code, error.finding)
        case .headerTextTooLong(let limit):
            ("header_text_too_long", "a gzip header with a file name or comment of more than \(byteText(limit))")
        case .notWholeSamples(let count): ("not_whole_samples", "\(byteText(count)) inflated, not a multiple of 4")
        case .noSamples: (VerdictReason.noSamples.rawValue, "no samples")
        }
    }
}

extension ServerRefusal.OtherKind {
    package var noun: String { words.text }

    fileprivate var words: (code: String, text: String) {
        switch self {
        case .empty: ("empty", "an empty file")
        case .stored(let format): (format.codeStart, format.noun)
        case .zlib: ("zlib", "zlib")
        case .deflate: ("raw_deflate", "raw DEFLATE")
        case .lzfse: ("lzfse", "LZFSE")
        case .uncompressed: ("uncompressed", "not compressed")
        // The actual format makes no difference to the server; the error of the file reports it.
        case .foreign(let format): ("uncompressed", format.name)
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
