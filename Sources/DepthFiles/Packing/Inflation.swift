/// What a DEFLATE stream is wrapped in.
package enum DeflateFraming {
    case gzip
    case zlib
    case raw
}

/// How inflating ended.
package enum InflationEnd: Equatable {
    /// The stream is complete and its checksum, if it has one, is right.
    case complete
    /// The input ended first.
    case truncated
    /// The stream breaks the rules of DEFLATE or of its framing.
    case corrupt(detail: String)
    /// Complete, but the checksum is another.
    case wrongChecksum
    /// Complete, but the length in the gzip trailer is another.
    case wrongLength
    /// A preset dictionary is needed.
    case needsDictionary
    /// More bytes would come out than the limit allows.
    case overLimit
    /// There was no memory for what comes out.
    case notEnoughMemory(byteCount: Int)
}

/// What came out of inflating one stream with zlib.
package struct Inflation {
    /// The bytes up to the end, or up to where it broke. At most the limit.
    package var output: [UInt8]
    /// Input bytes used, trailer included.
    package var consumed: Int
    /// How it ended.
    package var end: InflationEnd
}

extension Inflation {
    /// The error that this ending is, or `nil` for a complete stream.
    func error(in container: DepthContainer, inputCount: Int, limit: Int) -> DepthFileError? {
        switch end {
        case .complete: nil
        case .truncated: .truncated(container: container, byteCount: inputCount, inflated: output.count)
        case .corrupt(let detail): .corrupt(container: container, detail: detail, inflated: output.count)
        case .wrongChecksum: .wrongChecksum(container: container)
        case .wrongLength: .wrongLength(inflated: output.count)
        case .needsDictionary: .needsDictionary
        case .overLimit: .tooLarge(container: container, limit: limit)
        case .notEnoughMemory(let byteCount): .notEnoughMemory(byteCount: byteCount)
        }
    }
}
