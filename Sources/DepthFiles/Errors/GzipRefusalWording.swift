package import GzipReader

extension GzipRefusal {
    /// The fault as a noun phrase.
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
