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
