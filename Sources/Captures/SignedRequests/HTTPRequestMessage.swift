internal import GzipReader
internal import Support

/// An HTTP/1 request as exported by proxies and browsers. Lines may end in LF alone. Without Content-Length, the body
/// is the rest of the message. A message that a server would refuse or parse differently is an error.
package struct HTTPRequestMessage: Sendable, Hashable {
    package let method: String
    /// The path, without host and query.
    package let path: String
    package let headers: RequestHeaders
    package let body: [UInt8]

    package enum Fault: Error, Hashable, Sendable {
        case requestLine
        case header(line: Int)
        case tooManyHeaders(count: Int, limit: Int)
        case endlessHeaders
        case contentLength
        case conflictingLengths(String, String)
        case codingBesideLength
        case transferCoding(String)
        case trailingBytes(count: Int, expected: Int)
        case bodyTooShort(found: Int, expected: Int)
        case chunks
    }

    package static func isRequest(_ bytes: [UInt8]) -> Bool { firstLine(of: bytes) != nil }

    package init(_ bytes: [UInt8]) throws(Fault) {
        var rest = bytes[...]
        let (method, target) = try Self.requestLine(&rest)
        let headers = try Self.headers(&rest)
        try self.init(method: method, target: target, headers: headers, body: try Self.body(rest, headers))
    }

    /// Assembles a request from the fields of an export, which holds the body without chunks.
    package init(method: String, target: String, headers: RequestHeaders, body: [UInt8]) throws(Fault) {
        self.headers = try Self.limited(headers)
        (self.method, path, self.body) = (method, Self.path(of: target), body)
    }

    package static func firstLine(of bytes: [UInt8]) -> (method: String, target: String)? {
        var rest = bytes[...]
        return try? requestLine(&rest)
    }

    package static func headers(of bytes: ArraySlice<UInt8>) throws(Fault) -> RequestHeaders {
        var rest = bytes
        _ = try requestLine(&rest)
        return try headers(&rest)
    }

    private static func headers(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> RequestHeaders {
        var fields: [RequestHeaders.Field] = []
        while true {
            guard let line = consumeLine(&rest) else { throw .endlessHeaders }
            if line.isEmpty { break }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.count < line.count, name.allSatisfy(MediaType.isTokenByte)
            else { throw .header(line: fields.count + 2) }
            fields.append(
                RequestHeaders.Field(
                    name: String(decoding: name, as: UTF8.self), value: Array(line.dropFirst(name.count + 1))))
        }
        return try limited(RequestHeaders(fields))
    }

    private static func limited(_ headers: RequestHeaders) throws(Fault) -> RequestHeaders {
        let count = headers.fields.count
        guard count <= headerLimit else { throw .tooManyHeaders(count: count, limit: headerLimit) }
        return headers
    }

    package var contentType: String? { headers.value("Content-Type").map { String(decoding: $0, as: UTF8.self) } }

    /// The largest number of headers. The server's framework answers 431 to more.
    private static let headerLimit = 100

    private static func requestLine(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> (method: String, target: String) {
        guard let line = consumeLine(&rest), line.count <= 65_536 else { throw .requestLine }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, words[2].starts(with: "HTTP/".utf8), !words[0].isEmpty, !words[1].isEmpty,
            words[0].allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw .requestLine }
        return (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
    }

    /// The next line without its line break; nil if no line break follows.
    private static func consumeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: 0x0A) else { return nil }
        var line = rest[..<end]
        rest = rest[(end + 1)...]
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    package static func path(of target: String) -> String {
        var rest = Array(target.utf8)[...]
        for scheme in ["https://", "http://"] where target.prefix(scheme.count).lowercased() == scheme {
            rest = rest.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }
        }
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(decoding: path, as: UTF8.self)
    }

    private static func body(_ rest: ArraySlice<UInt8>, _ headers: RequestHeaders) throws(Fault) -> [UInt8] {
        let lengths = headers.values("Content-Length")
        let codings = headers.values("Transfer-Encoding").map { String(decoding: $0, as: UTF8.self) }
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw .codingBesideLength }
            let coding = codings.joined(separator: ", ")
            guard coding.lowercased() == "chunked" else { throw .transferCoding(coding) }
            return try joined(rest)
        }
        guard let length = lengths.first else { return Array(rest) }
        if let other = lengths.first(where: { $0 != length }) {
            throw .conflictingLengths(String(decoding: length, as: UTF8.self), String(decoding: other, as: UTF8.self))
        }
        guard let count = FileSize(decimal: length)?.int(atMost: FileSize.largestFile) else { throw .contentLength }
        guard rest.count >= count else { throw .bodyTooShort(found: rest.count, expected: count) }
        // Text editors append a line break to a file.
        guard rest.dropFirst(count).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
        else { throw .trailingBytes(count: rest.count - count, expected: count) }
        return Array(rest.prefix(count))
    }

    private static func joined(_ chunks: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var rest = chunks
        var body: [UInt8] = []
        while true {
            guard let line = consumeLine(&rest) else { throw .chunks }
            let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            guard !digits.isEmpty, digits.allSatisfy({ Hexadecimal.digit($0) != nil }),
                let stated = UInt64(String(decoding: digits, as: UTF8.self), radix: 16),
                let count = FileSize(stated).int(atMost: rest.count)
            else { throw .chunks }
            if count == 0 { return body }
            body += rest.prefix(count)
            rest = rest.dropFirst(count)
            guard let end = consumeLine(&rest), end.isEmpty else { throw .chunks }
        }
    }
}

extension HTTPRequestMessage.Fault: CustomStringConvertible {
    package var description: String {
        "found \(wording); expected an HTTP/1.1 request as exported by a proxy; export it again"
    }

    package var wording: String {
        switch self {
        case .requestLine: "no request line"
        case .header(let line): "line \(line), which is not a header"
        case .endlessHeaders: "headers without an empty line at their end"
        case .tooManyHeaders(let count, let limit):
            "\(count) headers, where the server's framework accepts \(limit) and answers 431 to more"
        case .contentLength: "a Content-Length that is not a number"
        case .conflictingLengths(let first, let second):
            "the two lengths \"\(first.printable)\" and \"\(second.printable)\" in Content-Length"
        case .codingBesideLength:
            "both Transfer-Encoding and Content-Length, but a request may have only one (a body whose chunks are "
                + "joined has Content-Length)"
        case .transferCoding(let coding):
            "the Transfer-Encoding \"\(coding.printable)\", but only chunked is read (compression belongs in "
                + "Content-Encoding, which the server does not decode)"
        case .trailingBytes(let count, let expected):
            "\(NumberText.count(count, "byte")) after the body, which has \(expected) according to Content-Length (a "
                + "server reads them as another request)"
        case .bodyTooShort(let found, let expected): "\(found) bytes of body, where Content-Length states \(expected)"
        case .chunks:
            "malformed chunks: each is a size in hexadecimal digits, that many bytes and a line break, and the last "
                + "has size 0 (a body whose chunks are joined has no Transfer-Encoding)"
        }
    }
}
