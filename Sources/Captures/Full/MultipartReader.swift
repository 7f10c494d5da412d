internal import Support

/// Iterates over the parts of a multipart body as multer 3.1 does. The first boundary can be anywhere. A part ends at a
/// line that begins with the boundary; the body ends at a boundary followed by two hyphens.
package struct MultipartReader {
    private let bytes: [UInt8]
    private let delimiter: [UInt8]
    private let search: ByteSearch
    private var position = 0
    private var isAtEnd = false
    /// The last Content-Disposition of the part that was read last; nil if the part has none.
    package private(set) var disposition: String?

    /// - Parameter boundary: Nil to take the boundary from the first line.
    package init(_ bytes: [UInt8], boundary: String? = nil) throws(MultipartFault) {
        guard let boundary = boundary ?? Self.boundary(of: bytes) else { throw .noBoundary }
        self.bytes = bytes
        delimiter = Array("--\(boundary)".utf8)
        search = ByteSearch("\r\n--\(boundary)")
        guard let start = ByteSearch("--\(boundary)").firstIndex(in: bytes, from: 0) else { throw .boundaryNotFound }
        position = start
    }

    /// The text after two hyphens in the first non-empty line.
    package static func boundary(of bytes: [UInt8]) -> String? {
        let line = bytes.drop { $0 == 0x0D || $0 == 0x0A }.prefix(300).prefix { $0 != 0x0D && $0 != 0x0A }
        guard line.starts(with: "--".utf8), line.count <= 200 else { return nil }
        let boundary = String(decoding: line.dropFirst(2), as: UTF8.self)
        let end = boundary.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(boundary[...$0]) }
    }

    package mutating func next() throws(MultipartFault) -> BodyPart? {
        guard !isAtEnd else { return nil }
        position += delimiter.count
        if bytes[position...].starts(with: "--".utf8) {
            isAtEnd = true
            return nil
        }
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        guard bytes[position...].starts(with: "\r\n".utf8) else { throw .noLineAfterBoundary(offset: position) }
        position += 2
        var part = try headers()
        guard let end = search.firstIndex(in: bytes, from: position)
        else { throw .endlessPart(name: part.name, offset: position) }
        part.content = Array(bytes[position..<end])
        position = end + 2
        return part
    }

    private static let maximumHeaderCount = 32
    private static let headersEnd = ByteSearch("\r\n\r\n")

    private mutating func headers() throws(MultipartFault) -> BodyPart {
        guard let end = Self.headersEnd.firstIndex(in: bytes, from: position)
        else { throw .endlessHeaders(offset: position) }
        var part = BodyPart(name: nil, content: [])
        disposition = nil
        var count = 0
        var rest = bytes[position..<end]
        while !rest.isEmpty {
            var line = rest.prefix { $0 != 0x0A }
            rest = rest.dropFirst(line.count + 1)
            if line.last == 0x0D { line.removeLast() }
            // Lines may end in LF alone, and an empty line of that kind also ends the headers.
            if line.isEmpty { break }
            guard let header = PartHeader(line) else { throw .badHeader(offset: line.startIndex) }
            guard count < Self.maximumHeaderCount else { throw .tooManyHeaders(offset: line.startIndex) }
            header.apply(to: &part)
            if header.name == "content-disposition" { disposition = String(decoding: header.value, as: UTF8.self) }
            count += 1
        }
        guard count > 0 else { throw .noHeaders(offset: position) }
        position = end + 4
        return part
    }
}

/// The reason the server cannot read a multipart body.
public enum MultipartFault: Error, Hashable, Sendable {
    /// The body exceeds the framework's limit.
    case tooLarge(byteCount: Int, limit: Int)
    /// No boundary was given, and the body does not begin with one.
    case noBoundary
    /// The boundary does not occur in the body.
    case boundaryNotFound
    /// A boundary is followed by neither a line break nor two hyphens.
    case noLineAfterBoundary(offset: Int)
    /// The headers of a part have no end.
    case endlessHeaders(offset: Int)
    /// A part has no headers.
    case noHeaders(offset: Int)
    /// A header line of a part is malformed.
    case badHeader(offset: Int)
    /// A part has more than 32 headers.
    case tooManyHeaders(offset: Int)
    /// No boundary follows the content of a part.
    case endlessPart(name: String?, offset: Int)

    /// The reason as a stable code.
    public var code: String {
        switch self {
        case .tooLarge: "body_too_large"
        case .noBoundary: "no_boundary"
        case .boundaryNotFound: "boundary_not_found"
        case .noLineAfterBoundary: "no_line_after_boundary"
        case .endlessHeaders: "endless_headers"
        case .noHeaders: "no_headers"
        case .badHeader: "bad_header"
        case .tooManyHeaders: "too_many_headers"
        case .endlessPart: "endless_part"
        }
    }
}

extension MultipartFault: CustomStringConvertible {
    /// The reason in one sentence, without a period.
    public var description: String {
        switch self {
        case .tooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than the framework's \(limit)"
        case .noBoundary: "no boundary was given, and the body does not begin with one"
        case .boundaryNotFound: "the boundary does not occur"
        case .noLineAfterBoundary(let offset): "no line ends after the boundary (byte \(offset))"
        case .endlessHeaders(let offset): "the headers of a part do not end (byte \(offset))"
        case .noHeaders(let offset): "a part has no headers (byte \(offset))"
        case .badHeader(let offset): "a line among the headers is not a header (byte \(offset))"
        case .tooManyHeaders(let offset): "a part has more than 32 headers (byte \(offset))"
        case .endlessPart(let name, let offset):
            "the part \(name.map { "\"\($0.printable)\"" } ?? "without a name") does not end (from byte \(offset))"
        }
    }
}

/// Horspool's search. The worst case is O(length of the pattern) per position; patterns are a few dozen bytes.
package struct ByteSearch {
    private let sought: [UInt8]
    private let steps: [Int]

    package init(_ sought: [UInt8]) {
        precondition(!sought.isEmpty, "the pattern is not empty")
        self.sought = sought
        var steps = [Int](repeating: sought.count, count: 256)
        for (index, byte) in sought.dropLast().enumerated() { steps[Int(byte)] = sought.count - 1 - index }
        self.steps = steps
    }

    package init(_ sought: String) { self.init(Array(sought.utf8)) }
    package func firstIndex(in bytes: [UInt8], from start: Int) -> Int? { firstIndex(in: bytes[start...]) }

    package func firstIndex(in bytes: ArraySlice<UInt8>) -> Int? {
        let last = sought.count - 1
        var position = bytes.startIndex
        while position + last < bytes.endIndex {
            let byte = bytes[position + last]
            if byte == sought[last], bytes[position...].starts(with: sought) { return position }
            position += steps[Int(byte)]
        }
        return nil
    }
}
