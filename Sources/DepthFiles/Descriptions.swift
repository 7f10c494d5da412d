import DepthAnalysis
import Support

// The texts that `print` shows.

extension FileAnalysis: CustomStringConvertible {
    /// The file, its verdict or error, the server's answer if it differs, and the notes, one line each.
    public var description: String {
        let server = serverDiffers ? ["the server would answer: \(serverAnswer)"] : []
        return (["\(input.printable): \(error?.message ?? analysis.description)"] + server + notes.lines)
            .joined(separator: "\n")
    }
}

extension DecodedDepthFile: CustomStringConvertible {
    /// The map and its format, and the notes, one line each.
    public var description: String {
        let packed = container == .none ? "" : " in \(container.rawValue)"
        return (["\(map), stored as \(format.name)\(packed)"] + notes.lines).joined(separator: "\n")
    }
}

extension [ReadingNote] {
    fileprivate var lines: [String] { map { "note: \($0)" } }
}

extension EncodedDepthMap: CustomStringConvertible {
    /// The number of bytes, and the loss.
    public var description: String { "\(byteText(bytes.count)), \(loss)" }
}
