internal import Support

/// The cause of a ``MultipartFault``: the part of the sent body that is wrong.
package enum MultipartCause: Sendable, Hashable {
    case otherBoundary(found: String, named: String, isHeader: Bool)
    case noBoundaryLine(start: [UInt8])
    case lineEnd(LineEnd, offset: Int)
    /// A boundary is not on its own line: it directly follows the content of a part.
    case noLineEndBeforeBoundary(offset: Int)
    case hyphensMissingAtEnd(boundary: String)
    case noClosingBoundary(boundary: String)
    case noEmptyLine(offset: Int)
    case badHeader(line: String, offset: Int)

    package enum LineEnd: String, Sendable, Hashable {
        case lineFeed = "lf"
        case carriageReturn = "cr"
    }

    package init?(of fault: MultipartFault, in body: FullCaptureBody) {
        guard let bytes = body.bytes, let boundary = body.boundary else { return nil }
        switch fault {
        case .boundaryNotFound:
            self =
                Self.boundaryLine(of: bytes).map {
                    .otherBoundary(found: $0, named: boundary, isHeader: body.contentType != nil)
                } ?? .noBoundaryLine(start: Array(bytes.prefix(24)))
        case .noLineAfterBoundary(let offset):
            self.init(ofLineAt: offset, boundary, in: bytes, isHeader: body.contentType != nil)
        case .endlessHeaders(let offset):
            let isAtEnd = bytes[offset...].allSatisfy { $0 == 0x0D || $0 == 0x0A }
            self = isAtEnd ? .hyphensMissingAtEnd(boundary: boundary) : Self.ofHeaders(at: offset, boundary, in: bytes)
        case .badHeader(let offset): self = Self.ofBadLine(at: offset, in: bytes)
        case .endlessPart(_, let offset):
            self.init(ofPartAt: offset, boundary, in: bytes, isHeader: body.contentType != nil)
        case .tooLarge, .noBoundary, .noHeaders, .tooManyHeaders: return nil
        }
    }

    /// Finds a boundary without CR LF before it. The server takes it for content of the preceding part.
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

    /// - Parameter offset: The end of a boundary that is followed by neither a line end nor two hyphens.
    private init(ofLineAt offset: Int, _ boundary: String, in bytes: [UInt8], isHeader: Bool) {
        let rest = bytes[offset...]
        if rest.first == 0x0A {
            self = .lineEnd(.lineFeed, offset: offset)
        } else if rest.first == 0x0D, rest.count > 1 {
            self = .lineEnd(.carriageReturn, offset: offset)
        } else if rest.count <= 1 || rest.allSatisfy({ [0x0D, 0x0A, UInt8(ascii: "-")].contains($0) }) {
            self = .hyphensMissingAtEnd(boundary: boundary)
        } else {
            let tail = rest.prefix(100).prefix { $0 != 0x0D && $0 != 0x0A }
            guard Self.isText(tail) else {
                self = .noEmptyLine(offset: offset)
                return
            }
            let found = boundary + String(decoding: tail, as: UTF8.self)
            self = .otherBoundary(found: found, named: boundary, isHeader: isHeader)
        }
    }

    /// - Parameter offset: The start of the content of a part after which no boundary is on a line of its own.
    private init(ofPartAt offset: Int, _ boundary: String, in bytes: [UInt8], isHeader: Bool) {
        // The reader also finds the named boundary as the end of a longer boundary.
        if let found = Self.boundaryLine(of: bytes), found != boundary, found.hasSuffix(boundary),
            found.dropLast(boundary.count).allSatisfy({ $0 == "-" })
        {
            self = .otherBoundary(found: found, named: boundary, isHeader: isHeader)
            return
        }
        guard let place = ByteSearch("--\(boundary)").firstIndex(in: bytes, from: offset) else {
            self = .noClosingBoundary(boundary: boundary)
            return
        }
        switch place > offset ? bytes[place - 1] : nil {
        case 0x0A?: self = .lineEnd(.lineFeed, offset: place)
        case 0x0D?: self = .lineEnd(.carriageReturn, offset: place)
        default: self = .noLineEndBeforeBoundary(offset: place)
        }
    }

    private static func ofHeaders(at offset: Int, _ boundary: String, in bytes: [UInt8]) -> MultipartCause {
        var start = offset
        while let end = bytes[start...].firstIndex(of: PartDamage.lineFeed) {
            let line = bytes[start..<end]
            let text = line.last == PartDamage.carriageReturn ? line.dropLast() : line
            if text.isEmpty { return .lineEnd(.lineFeed, offset: start - 1) }
            if PartHeader(text) == nil { return ofBadLine(at: start, in: bytes) }
            start = end + 1
        }
        let rest = bytes[start...].last == PartDamage.carriageReturn ? bytes[start...].dropLast() : bytes[start...]
        return isText(rest) || PartHeader(rest) != nil
            ? .noClosingBoundary(boundary: boundary) : ofBadLine(at: start, in: bytes)
    }

    private static func ofBadLine(at offset: Int, in bytes: [UInt8]) -> MultipartCause {
        let line = bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }
        if PartHeader(line) != nil { return .lineEnd(.carriageReturn, offset: line.endIndex) }
        if isText(line), line.first != UInt8(ascii: "{") {
            return .badHeader(line: String(decoding: line.prefix(60), as: UTF8.self), offset: offset)
        }
        return .noEmptyLine(offset: offset)
    }

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

    package var code: String {
        switch self {
        case .otherBoundary: "other_boundary"
        case .noBoundaryLine: "no_boundary_line"
        case .lineEnd(let end, _): "line_end_\(end.rawValue)"
        case .noLineEndBeforeBoundary: "no_line_end_before_boundary"
        case .hyphensMissingAtEnd: "no_hyphens_behind_last_boundary"
        case .noClosingBoundary: "no_closing_boundary"
        case .noEmptyLine: "no_empty_line"
        case .badHeader: "bad_header"
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

extension MultipartCause {
    package var wording: String {
        switch self {
        case .otherBoundary(let found, let named, let isHeader):
            "the body's boundary is \"\(found.printable)\"; "
                + "\(isHeader ? "the header names" : "the one given is") \"\(named.printable)\""
                + (found.lowercased() == named.lowercased() ? " (capitals count)" : "")
        case .noBoundaryLine(let start):
            start.isEmpty
                ? "the body has no bytes"
                : "the body has no boundary; it begins with \"\(String(decoding: start, as: UTF8.self).printable)\""
        case .lineEnd(.lineFeed, let offset): "lines end with LF (byte \(offset)); CR LF is needed"
        case .lineEnd(.carriageReturn, let offset): "lines end with CR (byte \(offset)); CR LF is needed"
        case .noLineEndBeforeBoundary(let offset): "the next boundary (byte \(offset)) has no CR LF before it"
        case .hyphensMissingAtEnd(let boundary):
            "the last boundary has no two hyphens behind it; end the body with --\(boundary.printable)--"
        case .noClosingBoundary(let boundary): "the body ends without the closing boundary --\(boundary.printable)--"
        case .noEmptyLine(let offset):
            "the headers of a part have no empty line behind them: the content begins at byte \(offset)"
        case .badHeader(let line, let offset): "the line \"\(line.printable)\" (byte \(offset)) is not a header"
        }
    }
}

extension MisnamedPart {
    func wording(of part: CapturePart) -> String {
        switch self {
        case .otherCapitals(let name):
            "there is a part \"\(name.printable)\": names are case-sensitive; name it \"\(part.rawValue)\""
        case .similarName(let name):
            "there is a part \"\(name.printable)\", which the server ignores; name it \"\(part.rawValue)\""
        case .otherName(let name):
            "the part \"\(name.printable)\" has the content of a \(part.noun); name it \"\(part.rawValue)\""
        case .hiddenByFileName:
            "the server takes the name of a part from the word \"name\" in its file name; put "
                + "name=\"\(part.rawValue)\" before filename, or change the file name"
        case .nameless(let disposition):
            "there is a part without a name ("
                + (disposition.map { "Content-Disposition: \($0.printable)" } ?? "without Content-Disposition")
                + "); write name=\"\(part.rawValue)\""
        }
    }
}

extension CapturePart {
    fileprivate var noun: String {
        switch self {
        case .photo: "photo"
        case .depthMap: "compressed depth map"
        case .metadata: "JSON object"
        }
    }
}
