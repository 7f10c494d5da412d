package import Captures
internal import Support

/// The file formats around an input: an export of several requests, compression, base64 or hexadecimal digits.
package struct InputOrigin: Sendable, Hashable {
    /// The formats from the outermost on.
    package var formats: [String] = []
    /// The request of an export; nil for a single body or request.
    package var request: Request?

    package struct Request: Sendable, Hashable {
        /// From 1, among all requests of the file.
        package let number: Int
        /// The number of all requests.
        package let count: Int
        /// The number of requests that are not addressed to the capture server.
        package let otherCount: Int
        package let time: CaptureTimestamp?
    }

    /// The formats in words, such as `a HAR (HTTP archive) in gzip`.
    private var nouns: String {
        formats.reversed().map { name in
            RequestExport.all.first { $0.name == name }?.noun ?? name
        }.joined(separator: " in ")
    }

    /// The origin in one line.
    var wording: String {
        guard let request else { return "read from \(nouns)" }
        var text = "request \(request.number) of \(request.count) in \(nouns)"
        if let time = request.time?.millisecondText { text += ", sent at \(time)" }
        guard request.otherCount > 0 else { return text }
        return text + "; \(NumberText.count(request.otherCount, "request")) to other addresses ignored"
    }

    static let meaning =
        "only for a request of an export, and for a file in gzip, base64 or hexadecimal digits. `formats`: from the "
        + "outermost on, "
        + (RequestExport.all.map(\.name) + FileEncoding.allCases.map(\.rawValue)).map { "`\($0)`" }
        .joined(separator: ", ")
        + ". For an export also `request`, the number of the request from 1, `requests`, the number of all, "
        + "`other_requests`, those to other addresses, and `sent_at`"

    static let shape = Shape<InputOrigin> {
        Member("formats", .texts) { $0.formats }
        Member("request", .count, or: .absent) { $0.request?.number }
        Member("requests", .count, or: .absent) { $0.request?.count }
        Member("other_requests", .count, or: .absent) { $0.request?.otherCount }
        Member("sent_at", .text, or: .absent) { $0.request?.time?.millisecondText }
    }
}
