package import Captures
internal import GzipReader
internal import Support

/// The file formats around an input: an export of several requests, compression, base64 or hexadecimal digits.
package struct InputOrigin: Sendable, Hashable {
    /// The formats, outermost first.
    package var formats: [String] = []
    /// The request of an export; nil for a single body or request.
    package var request: Request?

    package struct Request: Sendable, Hashable {
        /// The number among all requests of the file, from 1.
        package let number: Int
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

/// An encoding in which programs save a body or a request.
enum FileEncoding: String, Sendable, CaseIterable {
    case gzip, base64, hexadecimal

    /// The outermost encoding of a file, and the decoded bytes; nil if the file is in none of these encodings.
    ///
    /// Base64 can also have the URL alphabet, line breaks or no padding. Hexadecimal digits can have `0x` before them
    /// and blanks between them.
    static func decoded(_ bytes: [UInt8], limit: Int) -> (encoding: FileEncoding, bytes: [UInt8])? {
        if bytes.starts(with: [0x1F, 0x8B]) {
            return (try? GzipMember(bytes, limit: limit)).map { (.gzip, $0.bytes) }
        }
        // Few files consist only of such digits, so the first bytes rule out most files.
        guard (8...textByteCount).contains(bytes.count), bytes.prefix(256).allSatisfy(isDigit),
            Base64Reading.all(of: bytes.prefix(256)).contains(where: { isBeginning($0.bytes) }),
            bytes.allSatisfy(isDigit)
        else { return nil }
        return Base64Reading.complete(bytes).map { reading in
            (reading.differences.contains(.hexadecimal) ? .hexadecimal : .base64, reading.bytes)
        }
    }

    /// The size up to which text is decoded: more than the digits of the largest capture.
    private static let textByteCount = 6 << 20

    /// Whether bytes can begin a body, a request or an export: text, or gzip.
    private static func isBeginning(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return bytes.starts(with: [0x1F, 0x8B])
            || text.prefix(8).allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x20, 0x09, 0x0A, 0x0D:
            true
        default: "+/-_=".utf8.contains(byte)
        }
    }
}
