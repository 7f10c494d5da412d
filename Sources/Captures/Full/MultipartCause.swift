internal import Support

/// The cause of a ``MultipartFault``: the part of the sent body that is wrong.
///
///     let cause = MultipartCause(of: fault, in: body)
package enum MultipartCause: Sendable, Hashable {
    case emptyBody
    /// The body is compressed or encoded as a whole.
    case encodedBody(PartDamage)
    /// The body has another boundary than the one that is named.
    ///
    /// - Parameter isHeader: Whether the content type names it.
    case otherBoundary(found: String, named: String, isHeader: Bool)
    /// Only the last boundary is another one.
    case otherLastBoundary(found: String, boundary: String)
    /// The boundary that is named begins with the two hyphens that come before it in the body.
    case hyphensNamed(boundary: String)
    /// The boundary is in the body without two hyphens before it.
    case hyphensMissing(boundary: String)
    /// No line begins with two hyphens; the start of the body.
    case noBoundaryLine(start: [UInt8])
    /// A line ends with something other than CR LF.
    case lineEnd(LineEnd, offset: Int)
    /// A boundary follows the content of a part on the same line.
    case noLineEndBeforeBoundary(offset: Int)
    /// The last boundary lacks the two hyphens behind it.
    case hyphensMissingAtEnd(boundary: String)
    /// The body ends within the content of a part.
    case noClosingBoundary(boundary: String)
    /// The body ends within the headers of a part.
    case cutHeaders(offset: Int)
    /// The content of a part follows its headers without an empty line.
    case noEmptyLine(offset: Int)
    case badHeader(line: String, offset: Int)
    /// Content follows a boundary at once.
    case boundaryInContent(boundary: String, offset: Int)

    package enum LineEnd: String, Sendable, Hashable {
        case lineFeed = "lf"
        case carriageReturn = "cr"
        /// CR CR LF, which becomes of CR LF if each LF gets a CR.
        case twoCarriageReturns = "cr_cr_lf"
    }

    /// Nil if the fault itself is the cause, and for a body that is not encoded.
    package init?(of fault: MultipartFault, in body: FullCaptureBody) {
        guard let bytes = body.bytes, let boundary = body.boundary else { return nil }
        switch fault {
        case .boundaryNotFound: self.init(ofAbsent: boundary, in: bytes, isHeader: body.contentType != nil)
        case .noLineAfterBoundary(let offset):
            self.init(ofLineAt: offset, boundary, in: bytes, isHeader: body.contentType != nil)
        case .endlessHeaders(let offset):
            let isAtEnd = bytes[offset...].allSatisfy { $0 == 0x0D || $0 == 0x0A }
            self =
                isAtEnd ? .hyphensMissingAtEnd(boundary: boundary) : Self.ofHeaders(at: offset, boundary, in: bytes)
        case .badHeader(let offset): self = Self.ofBadLine(at: offset, boundary, in: bytes)
        case .endlessPart(_, let offset):
            self.init(ofPartAt: offset, boundary, in: bytes, isHeader: body.contentType != nil)
        case .tooLarge, .noBoundary, .noHeaders, .tooManyHeaders: return nil
        }
    }

    /// The fault of a body that the server reads to its end, but not in the parts that were meant; nil without one.
    ///
    /// A boundary without CR LF before it is content of the part before it.
    package init?(unnoticedIn body: FullCaptureBody) {
        guard let bytes = body.bytes, let boundary = body.boundary, !boundary.isEmpty else { return nil }
        let (delimiter, headersEnd) = (ByteSearch("--\(boundary)"), ByteSearch("\r\n\r\n"))
        guard var place = delimiter.firstIndex(in: bytes, from: 0) else { return nil }
        while true {
            let start = place + 2 + boundary.utf8.count
            if bytes[start...].starts(with: "--".utf8) { return nil }
            let headers = bytes[start..<(headersEnd.firstIndex(in: bytes, from: start) ?? bytes.count)]
            if let end = ByteSearch("\n\n").firstIndex(in: headers) {
                self = .lineEnd(.lineFeed, offset: end)
                return
            }
            guard let next = delimiter.firstIndex(in: bytes, from: start) else { return nil }
            if !bytes[..<next].suffix(2).elementsEqual("\r\n".utf8) {
                self.init(ofPartAt: headers.endIndex, boundary, in: bytes, isHeader: body.contentType != nil)
                return
            }
            place = next
        }
    }

    private init(ofAbsent boundary: String, in bytes: [UInt8], isHeader: Bool) {
        let encoded = [PartDamage.gzip, .base64, .hexadecimal, .jsonString, .percentEncoding, .utf16]
        if bytes.isEmpty {
            self = .emptyBody
        } else if let damage = encoded.first(where: { $0.undone(bytes).contains { Self.boundaryLine(of: $0) != nil } })
        {
            self = .encodedBody(damage)
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            self = .encodedBody(.gzip)
        } else if let found = Self.boundaryLine(of: bytes) {
            self =
                boundary == "--\(found)"
                ? .hyphensNamed(boundary: found) : .otherBoundary(found: found, named: boundary, isHeader: isHeader)
        } else if !boundary.isEmpty, ByteSearch(boundary).firstIndex(in: bytes, from: 0) != nil {
            self = .hyphensMissing(boundary: boundary)
        } else {
            self = .noBoundaryLine(start: Array(bytes.prefix(24)))
        }
    }

    /// - Parameter offset: The end of a boundary, where neither a line ends nor two hyphens follow.
    private init(ofLineAt offset: Int, _ boundary: String, in bytes: [UInt8], isHeader: Bool) {
        let rest = bytes[offset...]
        if rest.first == 0x0A {
            self = .lineEnd(.lineFeed, offset: offset)
        } else if rest.starts(with: "\r\r\n".utf8) {
            self = .lineEnd(.twoCarriageReturns, offset: offset)
        } else if rest.first == 0x0D, rest.count > 1 {
            self = .lineEnd(.carriageReturn, offset: offset)
        } else if rest.count <= 1 || rest.allSatisfy({ [0x0D, 0x0A, UInt8(ascii: "-")].contains($0) }) {
            self = .hyphensMissingAtEnd(boundary: boundary)
        } else {
            let tail = rest.prefix(100).prefix { $0 != 0x0D && $0 != 0x0A }
            guard Self.isText(tail) else {
                self = .boundaryInContent(boundary: boundary, offset: offset)
                return
            }
            let found = boundary + String(decoding: tail, as: UTF8.self)
            self = .otherBoundary(found: found, named: boundary, isHeader: isHeader)
        }
    }

    /// - Parameter offset: The start of the content of a part that no boundary on a line of its own ends.
    private init(ofPartAt offset: Int, _ boundary: String, in bytes: [UInt8], isHeader: Bool) {
        // The reader finds the named boundary within the longer one.
        if let found = Self.boundaryLine(of: bytes), found != boundary, found.hasSuffix(boundary),
            found.dropLast(boundary.count).allSatisfy({ $0 == "-" })
        {
            self = .otherBoundary(found: found, named: boundary, isHeader: isHeader)
            return
        }
        guard let place = ByteSearch("--\(boundary)").firstIndex(in: bytes, from: offset) else {
            let last = bytes[offset...].suffix(200)
            let end = last.lastIndex(of: 0x0A).flatMap { Self.boundaryLine(of: Array(bytes[($0 + 1)...])) }
            let before = Self.boundaryLine(of: Array(last.drop { $0 != 0x0A }))
            let found = (end ?? before).map { $0.hasSuffix("--") ? String($0.dropLast(2)) : $0 }
            // The start of the boundary is one that was cut.
            self =
                found.flatMap { boundary.hasPrefix($0) ? nil : $0 }.map {
                    .otherLastBoundary(found: $0, boundary: boundary)
                }
                ?? .noClosingBoundary(boundary: boundary)
            return
        }
        switch place > offset ? bytes[place - 1] : nil {
        case 0x0A?:
            let isDoubled = bytes[offset..<place].suffix(3).elementsEqual("\r\r\n".utf8)
            self = .lineEnd(isDoubled ? .twoCarriageReturns : .lineFeed, offset: place)
        case 0x0D?: self = .lineEnd(.carriageReturn, offset: place)
        default: self = .noLineEndBeforeBoundary(offset: place)
        }
    }

    /// The cause of headers without an end.
    private static func ofHeaders(at offset: Int, _ boundary: String, in bytes: [UInt8]) -> MultipartCause {
        var start = offset
        while let end = bytes[start...].firstIndex(of: PartDamage.lineFeed) {
            let line = bytes[start..<end]
            if line.suffix(2).elementsEqual("\r\r".utf8) { return .lineEnd(.twoCarriageReturns, offset: end - 2) }
            let text = line.last == PartDamage.carriageReturn ? line.dropLast() : line
            if text.isEmpty { return .lineEnd(.lineFeed, offset: start - 1) }
            if PartHeader(text) == nil { return ofBadLine(at: start, boundary, in: bytes) }
            start = end + 1
        }
        let rest = bytes[start...].last == PartDamage.carriageReturn ? bytes[start...].dropLast() : bytes[start...]
        return isText(rest) || PartHeader(rest) != nil
            ? .cutHeaders(offset: offset) : ofBadLine(at: start, boundary, in: bytes)
    }

    /// The cause of a line among the headers that is not one.
    private static func ofBadLine(at offset: Int, _ boundary: String, in bytes: [UInt8]) -> MultipartCause {
        let line = bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }
        if PartHeader(line) != nil { return .lineEnd(.carriageReturn, offset: line.endIndex) }
        if isText(line), line.first != UInt8(ascii: "{") {
            return .badHeader(line: String(decoding: line.prefix(60), as: UTF8.self), offset: offset)
        }
        let isFirst = bytes[..<offset].reversed().starts(with: "--\(boundary)\r\n".utf8.reversed())
        return isFirst ? .boundaryInContent(boundary: boundary, offset: offset) : .noEmptyLine(offset: offset)
    }

    /// Whether all bytes are printable ASCII or tabs.
    private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    }

    /// The text after two hyphens in the first line that begins with them.
    private static func boundaryLine(of bytes: [UInt8]) -> String? {
        if let boundary = MultipartReader.boundary(of: bytes) { return boundary }
        return ByteSearch("\n--").firstIndex(in: bytes, from: 0).flatMap {
            MultipartReader.boundary(of: Array(bytes[($0 + 1)...].prefix(200)))
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .emptyBody: "empty_body"
        case .encodedBody(let damage): "body_\(damage.rawValue)"
        case .otherBoundary: "other_boundary"
        case .otherLastBoundary: "other_last_boundary"
        case .hyphensNamed: "hyphens_in_named_boundary"
        case .hyphensMissing: "no_hyphens_before_boundary"
        case .noBoundaryLine: "no_boundary_line"
        case .lineEnd(let end, _): "line_end_\(end.rawValue)"
        case .noLineEndBeforeBoundary: "no_line_end_before_boundary"
        case .hyphensMissingAtEnd: "no_hyphens_behind_last_boundary"
        case .noClosingBoundary: "no_closing_boundary"
        case .cutHeaders: "cut_headers"
        case .noEmptyLine: "no_empty_line"
        case .badHeader: "bad_header"
        case .boundaryInContent: "boundary_in_content"
        }
    }
}

extension FullCaptureBody {
    /// The boundary by which the body is read; nil for parts and for a body without one.
    var boundary: String? {
        switch self {
        case .multipart(let bytes, let boundary): boundary ?? MultipartReader.boundary(of: bytes)
        case .request(_, let contentType): contentType.flatMap { MediaType($0) }?.formBoundary
        case .parts: nil
        }
    }

    /// The boundary in the first line of an encoded body, whatever the content type names.
    package var firstLineBoundary: String? { bytes.flatMap { MultipartReader.boundary(of: $0) } }
}
