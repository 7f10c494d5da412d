/// Why the server would not read a multipart body.
public enum MultipartFault: Error, Hashable, Sendable {
    /// More bytes than the framework lets through.
    case tooLarge(byteCount: Int, limit: Int)
    /// No boundary was given, and the body begins with none.
    case noBoundary
    /// The boundary does not occur.
    case boundaryNotFound
    /// Something other than a line break or two hyphens follows a boundary.
    case noLineAfterBoundary(offset: Int)
    /// The headers of a part do not end.
    case endlessHeaders(offset: Int)
    /// A part has no headers.
    case noHeaders(offset: Int)
    /// A line among the headers of a part is no header.
    case badHeader(offset: Int)
    /// More than 32 headers.
    case tooManyHeaders(offset: Int)
    /// A part does not end.
    case endlessPart(name: String?, offset: Int)

    /// The reason, for programs.
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
