/// The bytes after the end of a packed stream or a picture.
public struct TrailingBytes: Hashable, Sendable {
    /// The kind of bytes.
    public enum Kind: Hashable, Sendable {
        /// They begin like another gzip member.
        case gzipMember
        /// They are all zero, as in padding of tapes and block devices.
        case zeros
        /// Neither.
        case other
    }

    /// The item they follow: "gzip member", "zlib stream", "PNG" and so on.
    public let after: String
    /// The number of bytes; at least 1.
    public let count: Int
    /// The kind of bytes.
    public let kind: Kind

    init(after: String, _ bytes: ArraySlice<UInt8>) {
        self.after = after
        self.count = bytes.count
        self.kind =
            if ContainerDetection.looksLikeGzip(bytes) {
                .gzipMember
            } else if bytes.allSatisfy({ $0 == 0 }) {
                .zeros
            } else {
                .other
            }
    }
}

extension TrailingBytes {
    var text: String {
        let kind =
            switch kind {
            case .gzipMember: " that begin like another gzip member"
            case .zeros: ", all zero,"
            case .other: ""
            }
        return "\(byteText(count))\(kind) after the end of the \(after)"
    }
}
