/// The framing of a DEFLATE stream.
package enum DeflateFraming {
    case gzip
    case zlib
    case raw
}

package enum InflationEnd: Equatable {
    /// The stream is complete, and its checksum, if any, is right.
    case complete
    /// The input ended first.
    case truncated
    /// The stream violates DEFLATE or its framing.
    case corrupt(detail: String)
    /// The stream is complete, but the checksum differs.
    case wrongChecksum
    /// The stream is complete, but the length in the gzip trailer differs.
    case wrongLength
    /// A preset dictionary is needed.
    case needsDictionary
    /// The output would exceed the limit.
    case overLimit
    /// There is not enough memory for the output.
    case notEnoughMemory(byteCount: Int)
}

package struct Inflation {
    /// The bytes up to the end or the fault, at most the limit.
    package var output: [UInt8]
    /// The number of input bytes used, including the trailer.
    package var consumed: Int
    package var end: InflationEnd
}

extension Inflation {
    /// The error of this outcome; nil for a complete stream.
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
