package import Captures
internal import Support

/// A format in which programs save the requests of a session.
///
/// A format is an entry of ``all`` and a file beside this one.
struct RequestExport: Sendable {
    let name: String
    let noun: String
    let recognises: @Sendable (ExportFile) -> Bool
    /// Adds the requests in order. Throws where the file is damaged, and keeps the requests before that.
    let read: @Sendable (ExportFile, inout ExportedRequests) throws(ExportDamage) -> Void

    static let all: [RequestExport] = [.har, .mitmproxy, .curlTrace]

    static func recognised(_ file: ExportFile) -> RequestExport? { all.first { $0.recognises(file) } }
}

/// The bytes of a file, with the facts by which formats are recognised.
struct ExportFile: Sendable {
    let bytes: [UInt8]
    let names: Set<String>
    let text: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        text = marked.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        names = text.first == UInt8(ascii: "{") ? Set(JSONMemberNames.names(in: bytes)) : []
    }

    func json() throws(ExportDamage) -> JSONValue {
        do throws(JSONError) { return try JSONReader.read(bytes, .texts, isRepairing: true) } catch {
            throw ExportDamage(finding: "\(error.finding) in line \(error.line)")
        }
    }
}

extension ArraySlice<UInt8> {
    func range(of text: String) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return start..<(start + wanted.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

package struct ExportDamage: Error, Hashable, Sendable {
    let finding: String
}

struct ExportedRequests: Sendable {
    /// A request that is addressed to the capture server.
    struct Entry: Sendable {
        /// The number among all requests of the file, from 1.
        let number: Int
        let method: String
        let path: String
        let time: CaptureTimestamp?
        let message: Result<HTTPRequestMessage, ExportFault>
    }

    /// A session of several hours has hundreds of requests. A hostile file could have millions.
    private static let limit = 10_000

    private(set) var entries: [Entry] = []
    private(set) var count = 0
    private(set) var others: [String] = []

    /// Adds a request. If it is not addressed to the capture server, its headers and body are not read.
    mutating func add(
        method: String, target: String, time: CaptureTimestamp? = nil, headers: () -> [RequestHeaders.Field],
        body: (RequestHeaders) throws(ExportFault) -> [UInt8]
    ) throws(ExportDamage) {
        try add(method: method, target: target, time) { () throws(ExportFault) in
            // The exports of HTTP/2 have pseudo-headers.
            let headers = RequestHeaders(headers().filter { !$0.name.hasPrefix(":") })
            let body = try body(headers)
            do throws(HTTPRequestMessage.Fault) {
                return try HTTPRequestMessage(method: method, target: target, headers: headers, body: body)
            } catch {
                throw .message(error)
            }
        }
    }

    /// Adds a request in the syntax of HTTP/1.
    mutating func add(
        http bytes: [UInt8], time: CaptureTimestamp? = nil, checking fault: ([UInt8]) -> ExportFault? = { _ in nil }
    ) throws(ExportDamage) {
        let line = HTTPRequestMessage.firstLine(of: bytes)
        try add(method: line?.method ?? "", target: line?.target ?? "", time) { () throws(ExportFault) in
            let message: HTTPRequestMessage
            do throws(HTTPRequestMessage.Fault) { message = try HTTPRequestMessage(bytes) } catch {
                throw .message(error)
            }
            if let fault = fault(message.body) { throw fault }
            return message
        }
    }

    private mutating func add(
        method: String, target: String, _ time: CaptureTimestamp?,
        _ message: () throws(ExportFault) -> HTTPRequestMessage
    ) throws(ExportDamage) {
        count += 1
        let path = HTTPRequestMessage.path(of: target)
        guard RequestTarget(method: method, path: path) != nil else {
            if others.count < 3, !method.isEmpty { others.append("\(method) \(path)") }
            return
        }
        guard entries.count < Self.limit else {
            throw ExportDamage(finding: "more than \(Self.limit) requests to the capture server")
        }
        entries.append(
            Entry(
                number: count, method: method, path: path, time: time,
                message: Result { () throws(ExportFault) in try message() }))
    }
}

/// The reason why an export does not hold a request completely.
package enum ExportFault: Error, Hashable, Sendable {
    case noBody
    /// The body is text in which other characters replace bytes.
    case textBody
    case size(found: Int, stated: Int)
    case notBase64
    /// The body consists of fields of a form; the bytes between them are unknown.
    case fields
    /// A trace in ASCII, which shows other bytes as periods.
    case asciiTrace
    case message(HTTPRequestMessage.Fault)

    var wording: String {
        switch self {
        case .noBody: "a request whose body the file does not hold"
        case .textBody:
            "a request whose body the file holds as text, not as bytes: other characters replace some of them"
        case .size(let found, let stated):
            "\(NumberText.count(found, "byte")) of body, although \(stated) were sent: the file does not hold it as "
                + "bytes"
        case .notBase64: "a body that is marked as base64, but is not base64"
        case .fields: "the fields of a form without the bytes that were sent"
        case .asciiTrace: "a body in which periods replace bytes, as in every trace of curl in ASCII"
        case .message(let fault): fault.wording
        }
    }

    var advice: String {
        switch self {
        case .noBody, .textBody, .size, .notBase64, .fields:
            "save the body itself, or record with mitmdump -w, or with a proxy whose HAR has base64"
        case .asciiTrace: "record a trace in hexadecimal digits"
        case .message: "export the request again"
        }
    }
}
