/// What follows the end of a packed stream or a picture.
public struct TrailingBytes: Hashable, Sendable {
    /// What kind of bytes they are.
    public enum Kind: Hashable, Sendable {
        /// They begin like another gzip member.
        case gzipMember
        /// They are all zero, as tapes and block devices pad.
        case zeros
        /// Neither.
        case other
    }

    /// What they follow: "gzip member", "zlib stream", "PNG" and so on.
    public let after: String
    /// How many there are. At least 1.
    public let count: Int
    /// What kind of bytes they are.
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
