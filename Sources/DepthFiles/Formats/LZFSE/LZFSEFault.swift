/// The reason why an LZFSE stream cannot be decompressed further.
///
///     do throws(LZFSEFault) { try decoder.run() } catch { end = error.end }
enum LZFSEFault: Error, Equatable {
    /// The input ends within the stream.
    case truncated
    /// The stream violates the format.
    case damaged(LZFSEDamage)
    /// The output would exceed the limit.
    case overLimit

    var end: InflationEnd {
        switch self {
        case .truncated: .truncated
        case .damaged(let damage): .corrupt(detail: damage.rawValue)
        case .overLimit: .overLimit
        }
    }
}

/// The rule of the format that a stream violates, in the words of errors.
enum LZFSEDamage: String {
    /// Four bytes that begin no known block.
    case unknownBlock = "unknown kind of block"
    /// An impossible header length, or one that differs from that of its tables.
    case headerLength = "invalid length of a block header"
    /// Impossible numbers of literals or matches, or contradictory lengths.
    case counts = "invalid counts in a block header"
    /// A state beyond its table.
    case state = "invalid state in a block header"
    /// Frequencies that do not add up to the number of states.
    case frequencies = "invalid frequency table"
    /// Unused bits of the last byte that are not zero.
    case spareBits = "invalid bits at the end of a block"
    /// More bits are needed than the block has.
    case bitsRunOut = "too few bits in a block"
    /// More literals are copied than the block has.
    case literalsRunOut = "too few literals in a block"
    /// A match without a distance, or that begins before the first byte.
    case distance = "invalid distance too far back"
    case opcode = "invalid opcode"
    /// The block ends within an opcode, or before or after its end opcode.
    case blockEnd = "invalid end of a block"
    /// The number of decompressed bytes differs from the header of the block.
    case blockByteCount = "incorrect length of a block"
}
