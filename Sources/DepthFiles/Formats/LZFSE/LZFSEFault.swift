/// Why an LZFSE stream cannot be decompressed any further.
///
///     do throws(LZFSEFault) { try decoder.run() } catch { end = error.end }
enum LZFSEFault: Error, Equatable {
    /// The input ends inside of the stream.
    case truncated
    /// The stream breaks the rules of the format.
    case damaged(LZFSEDamage)
    /// More bytes would come out than the limit allows.
    case overLimit

    /// How decompressing ended.
    var end: InflationEnd {
        switch self {
        case .truncated: .truncated
        case .damaged(let damage): .corrupt(detail: damage.words)
        case .overLimit: .overLimit
        }
    }
}

/// Which rule of the format a stream breaks.
enum LZFSEDamage: Error, Equatable {
    /// Four bytes that begin no kind of block.
    case unknownBlock
    /// A header of a length that its tables cannot have, or do not have.
    case headerLength
    /// Counts of literals or matches that no block has, or lengths that contradict each other.
    case counts
    /// A state beyond its table.
    case state
    /// Frequencies that do not add up to the number of states.
    case frequencies
    /// Bits of the last byte that should be zero.
    case spareBits
    /// More bits are needed than the block has.
    case bitsRunOut
    /// More literals are copied than the block has.
    case literalsRunOut
    /// A match begins before the first byte, or has no distance.
    case distance
    /// An opcode without a meaning.
    case opcode
    /// The block ends inside of an opcode, or before the one that ends it, or behind it.
    case blockEnd
    /// More or fewer bytes come out than the header of the block says.
    case blockByteCount

    /// The rule, in a few words.
    var words: String {
        switch self {
        case .unknownBlock: "unknown kind of block"
        case .headerLength: "invalid length of a block header"
        case .counts: "invalid counts in a block header"
        case .state: "invalid state in a block header"
        case .frequencies: "invalid table of frequencies"
        case .spareBits: "invalid bits at the end of a block"
        case .bitsRunOut: "too few bits in a block"
        case .literalsRunOut: "too few literals in a block"
        case .distance: "invalid distance too far back"
        case .opcode: "invalid opcode"
        case .blockEnd: "invalid end of a block"
        case .blockByteCount: "incorrect length of a block"
        }
    }
}
