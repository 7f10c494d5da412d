package import GzipReader

extension GzipRefusal {
    package var words: String {
        switch self {
        case .notGzip: "no gzip header"
        case .reservedFlags: "a gzip header with reserved flags"
        case .wrongHeaderChecksum: "a gzip header whose checksum does not match"
        case .textTooLong: "a gzip header with a long file name or comment"
        case .truncated: "a gzip stream that is cut off"
        case .reservedBlockType: "a gzip stream with a block of a type that does not exist"
        case .storedLengthContradicted: "a gzip stream with a stored block whose lengths contradict each other"
        case .tooManyCodes: "a gzip stream with more codes than there are symbols"
        case .oversubscribedCode: "a gzip stream with an oversubscribed Huffman code"
        case .incompleteCode: "a gzip stream with an incomplete Huffman code"
        case .nothingToRepeat: "a gzip stream that repeats a code length before the first"
        case .repeatBeyondEnd: "a gzip stream that repeats a code length past the last"
        case .unassignedCode: "a gzip stream with bits that match no code"
        case .reservedSymbol: "a gzip stream with a reserved symbol"
        case .wrongChecksum: "a gzip stream whose checksum does not match its contents"
        case .wrongLength: "a gzip stream whose trailer states a different length"
        case .tooLarge: "a gzip stream that inflates beyond the limit"
        }
    }
}

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
