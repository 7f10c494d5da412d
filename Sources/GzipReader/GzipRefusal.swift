/// Why the server would not inflate a gzip member.
package enum GzipRefusal: Error, Hashable, Sendable {
    /// The input does not begin with the header of a gzip member of method 8.
    case notGzip
    /// One of the flags that must be 0 is set.
    case reservedFlags
    /// The header has a checksum, and it is another.
    case wrongHeaderChecksum
    /// The file name or the comment has more than `limit` bytes.
    case textTooLong(limit: Int)
    /// The input ended first.
    case truncated
    /// A block of type 3.
    case reservedBlockType
    /// The length of a stored block and its complement contradict each other.
    case storedLengthContradicted
    /// More literal or distance codes than there are symbols.
    case tooManyCodes
    /// Code lengths for more codes than bits can tell apart.
    case oversubscribedCode
    /// Code lengths that leave bits without a meaning, where that is not allowed.
    case incompleteCode
    /// A length to repeat, with none before it.
    case nothingToRepeat
    /// A repeated length beyond the last code.
    case repeatBeyondEnd
    /// Bits that are no code.
    case unassignedCode
    /// A length or distance symbol without a meaning.
    case reservedSymbol
    /// The CRC-32 in the trailer is another.
    case wrongChecksum
    /// The length in the trailer is another.
    case wrongLength
    /// More than `limit` bytes would come out.
    case tooLarge(limit: Int)
}

extension GzipRefusal {
    /// Every kind of refusal once, those with a limit as of limit 0.
    package static let kinds: [GzipRefusal] = [
        .notGzip, .reservedFlags, .wrongHeaderChecksum, .textTooLong(limit: 0), .truncated, .reservedBlockType,
        .storedLengthContradicted, .tooManyCodes, .oversubscribedCode, .incompleteCode, .nothingToRepeat,
        .repeatBeyondEnd, .unassignedCode, .reservedSymbol, .wrongChecksum, .wrongLength, .tooLarge(limit: 0),
    ]

    /// The refusal without its limit.
    package var kind: GzipRefusal {
        switch self {
        case .textTooLong: .textTooLong(limit: 0)
        case .tooLarge: .tooLarge(limit: 0)
        default: self
        }
    }

    /// The limit that was exceeded, if it is that kind.
    package var limit: Int? {
        switch self {
        case .textTooLong(let limit), .tooLarge(let limit): limit
        default: nil
        }
    }
}
