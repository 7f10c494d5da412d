/// The reason why an LZFSE stream cannot be decompressed further.
enum LZFSEFault: Error, Equatable {
    case truncated
    case damaged(LZFSEDamage)
    case overLimit

    var end: InflationEnd {
        switch self {
        case .truncated: .truncated
        case .damaged(let damage): .corrupt(detail: damage.rawValue)
        case .overLimit: .overLimit
        }
    }
}

/// The rule of the format that a stream violates.
enum LZFSEDamage: String {
    case unknownBlock = "unknown kind of block"
    case headerLength = "invalid length of a block header"
    case counts = "invalid counts in a block header"
    case state = "invalid state in a block header"
    case frequencies = "invalid frequency table"
    case spareBits = "invalid bits at the end of a block"
    case bitsRunOut = "too few bits in a block"
    case literalsRunOut = "too few literals in a block"
    case distance = "invalid distance too far back"
    case opcode = "invalid opcode"
    case blockEnd = "invalid end of a block"
    case blockByteCount = "incorrect length of a block"
}
