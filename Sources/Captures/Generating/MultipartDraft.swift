struct MultipartDraft: Sendable {
    struct Part: Sendable {
        /// Header lines without their ends.
        var lines: [[UInt8]]
        var content: Content
        var lineEnd = MultipartDraft.lineEnd
        var emptyLine = MultipartDraft.lineEnd
    }

    enum Content: Sendable {
        case photo, depthMap, metadata
        case bytes([UInt8])
    }

    var boundary = "edge"
    var parts: [Part]
    var preamble: [UInt8] = []
    var padding: [UInt8] = []
    /// The line end before and after each boundary.
    var boundaryLineEnd = Self.lineEnd
    /// The bytes after the last boundary; empty for a body that ends without a boundary.
    var end = Array("--\r\n".utf8)
    var edits: [@Sendable (inout [UInt8]) -> Void] = []

    static let lineEnd: [UInt8] = [0x0D, 0x0A]

    /// The parts as the app writes them.
    init() {
        parts = [
            Self.part(.photo, "image/jpeg", .photo), Self.part(.depthMap, "application/octet-stream", .depthMap),
            Self.part(.metadata, "application/json", .metadata),
        ]
    }

    static func part(_ name: CapturePart, _ contentType: String, _ content: Content) -> Part {
        part(#"form-data; name="\#(name.rawValue)"; filename="\#(name.fileName)""#, contentType, content)
    }

    static func part(_ disposition: String, _ contentType: String?, _ content: Content) -> Part {
        var lines = [Array("Content-Disposition: \(disposition)".utf8)]
        if let contentType { lines.append(Array("Content-Type: \(contentType)".utf8)) }
        return Part(lines: lines, content: content)
    }

    func bytes(_ content: (Content) -> [UInt8]) -> [UInt8] {
        let delimiter = Array("--\(boundary)".utf8)
        var bytes = preamble
        for part in parts {
            bytes += delimiter + padding + boundaryLineEnd
            for line in part.lines { bytes += line + part.lineEnd }
            bytes += part.emptyLine + content(part.content) + boundaryLineEnd
        }
        bytes += end.isEmpty ? [] : delimiter + end
        for edit in edits { edit(&bytes) }
        return bytes
    }
}
