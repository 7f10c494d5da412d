package struct MultipartWriter {
    /// The separator; it must not occur in the parts.
    package let boundary: String

    /// A boundary of the same length as the app's, which consists of `Boundary-` and a UUID.
    package static let standard = MultipartWriter(boundary: "Boundary-00000000-0000-4000-8000-000000000000")

    package init(boundary: String) { self.boundary = boundary }
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    package func body(of parts: [BodyPart]) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(byteCount(of: parts))
        for part in parts {
            body += start(of: part).utf8
            body += part.content
            body += "\r\n".utf8
        }
        body += end.utf8
        return body
    }

    package func byteCount(of parts: [BodyPart]) -> Int {
        parts.reduce(end.utf8.count) { $0 + start(of: $1).utf8.count + $1.content.count + 2 }
    }

    private var end: String { "--\(boundary)--\r\n" }

    private func start(of part: BodyPart) -> String {
        var lines = ["--\(boundary)"]
        if part.name != nil || part.fileName != nil {
            let name = part.name.map { "; name=\"\(Self.quoted($0))\"" } ?? ""
            let fileName = part.fileName.map { "; filename=\"\(Self.quoted($0))\"" } ?? ""
            lines.append("Content-Disposition: form-data\(name)\(fileName)")
        }
        if let contentType = part.contentType { lines.append("Content-Type: \(contentType)") }
        if lines.count == 1 { lines.append("Content-Length: \(part.content.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Escapes a name as browsers do inside quotes.
    private static func quoted(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
