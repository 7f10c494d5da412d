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
        case .oversubscribedCode: "a gzip stream with more codes than its bits can tell apart"
        case .incompleteCode: "a gzip stream with an incomplete code"
        case .nothingToRepeat: "a gzip stream that repeats a length before the first"
        case .repeatBeyondEnd: "a gzip stream that repeats a length beyond the last"
        case .unassignedCode: "a gzip stream with bits that are no code"
        case .reservedSymbol: "a gzip stream with a symbol that has no meaning"
        case .wrongChecksum: "a gzip stream whose checksum does not match its contents"
        case .wrongLength: "a gzip stream whose trailer gives another length"
        case .tooLarge: "a gzip stream that inflates to more than can be followed"
        }
    }
}
