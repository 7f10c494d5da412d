/// A reason why the server refuses to inflate a gzip member.
package enum GzipRefusal: Error, Hashable, Sendable {
    /// The input does not begin with a gzip header for method 8 (DEFLATE).
    case notGzip
    case reservedFlags
    case wrongHeaderChecksum
    /// The file name or the comment has more than `limit` bytes.
    case textTooLong(limit: Int)
    /// The input ends before the member.
    case truncated
    /// A block has the reserved type 3.
    case reservedBlockType
    /// The length of a stored block does not match its stored complement.
    case storedLengthContradicted
    /// A block declares more literal or distance codes than there are symbols.
    case tooManyCodes
    case oversubscribedCode
    /// The code lengths leave bit patterns unassigned in a code that must be complete.
    case incompleteCode
    /// A repeat code comes first, so there is no length to repeat.
    case nothingToRepeat
    /// A repeat code goes past the last code length.
    case repeatBeyondEnd
    case unassignedCode
    case reservedSymbol
    /// The CRC-32 in the trailer is wrong.
    case wrongChecksum
    /// The length in the trailer is wrong.
    case wrongLength
    /// The output exceeds `limit` bytes.
    case tooLarge(limit: Int)

    /// All kinds of refusals, with a limit of 0 where they have one.
    package static let kinds: [GzipRefusal] = [
        .notGzip, .reservedFlags, .wrongHeaderChecksum, .textTooLong(limit: 0), .truncated, .reservedBlockType,
        .storedLengthContradicted, .tooManyCodes, .oversubscribedCode, .incompleteCode, .nothingToRepeat,
        .repeatBeyondEnd, .unassignedCode, .reservedSymbol, .wrongChecksum, .wrongLength, .tooLarge(limit: 0),
    ]

    /// The refusal with its limit set to 0.
    package var kind: GzipRefusal {
        switch self {
        case .textTooLong: .textTooLong(limit: 0)
        case .tooLarge: .tooLarge(limit: 0)
        default: self
        }
    }

    /// The exceeded limit; nil for refusals without one.
    package var limit: Int? {
        switch self {
        case .textTooLong(let limit), .tooLarge(let limit): limit
        default: nil
        }
    }
}
