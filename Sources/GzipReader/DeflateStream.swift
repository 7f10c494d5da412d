/// Inflates the compressed blocks of a stream exactly as the server does (RFC 1951, 3.2.3).
struct DeflateStream {
    private(set) var output: [UInt8] = []
    private(set) var reader: BitReader
    private let limit: Int
    /// The fixed codes, kept after the first block that uses them, because such a block can be as short as ten bits.
    private var fixedCodes: (literals: PrefixCode, distances: PrefixCode)?

    init(_ reader: BitReader, limit: Int) { (self.reader, self.limit) = (reader, limit) }

    /// Inflates all blocks. The unused bits of the last byte are ignored.
    mutating func inflate() throws(GzipRefusal) {
        var isLast = false
        while !isLast {
            isLast = try reader.bits(1) == 1
            switch try reader.bits(2) {
            case 0: try copyStored()
            case 1:
                let (literals, distances) = try makeFixedCodes()
                try inflate(literals, distances)
            case 2:
                let (literals, distances) = try readCodes()
                try inflate(literals, distances)
            default: throw .reservedBlockType
            }
        }
        reader.skipToByte()
    }

    private mutating func makeFixedCodes() throws(GzipRefusal) -> (literals: PrefixCode, distances: PrefixCode) {
        if let fixedCodes { return fixedCodes }
        let codes = (
            literals: try PrefixCode(lengths: DeflateSymbols.fixedLiteralLengths, .required),
            distances: try PrefixCode(lengths: DeflateSymbols.fixedDistanceLengths, .required)
        )
        fixedCodes = codes
        return codes
    }

    private mutating func append(_ byte: UInt8) throws(GzipRefusal) {
        if output.count >= limit { throw .tooLarge(limit: limit) }
        output.append(byte)
    }

    private mutating func copyStored() throws(GzipRefusal) {
        reader.skipToByte()
        let length = try reader.bits(16)
        guard try reader.bits(16) == length ^ 0xFFFF else { throw .storedLengthContradicted }
        for _ in 0..<length { try append(try reader.byte()) }
    }

    private mutating func inflate(_ literals: PrefixCode, _ distances: PrefixCode) throws(GzipRefusal) {
        while true {
            let symbol = try literals.symbol(&reader)
            if symbol == DeflateSymbols.endOfBlock { return }
            if symbol < DeflateSymbols.endOfBlock {
                try append(UInt8(symbol))
            } else {
                guard symbol < DeflateSymbols.literalCount else { throw .reservedSymbol }
                let length = try number(DeflateSymbols.lengths[symbol - DeflateSymbols.firstLength])
                let distanceSymbol = try distances.symbol(&reader)
                guard distanceSymbol < DeflateSymbols.distanceCount else { throw .reservedSymbol }
                try copy(length, from: try number(DeflateSymbols.distances[distanceSymbol]))
            }
        }
    }

    private mutating func number(_ span: DeflateSymbols.Span) throws(GzipRefusal) -> Int {
        span.base + (try reader.bits(span.extraBits))
    }

    /// If `count` exceeds `distance`, the copied bytes repeat. Bytes before the first one are zeros, as in the server's
    /// window; other decoders refuse such a distance.
    private mutating func copy(_ count: Int, from distance: Int) throws(GzipRefusal) {
        guard count <= limit - output.count else { throw .tooLarge(limit: limit) }
        let zeroCount = min(count, max(0, distance - output.count))
        output += repeatElement(0, count: zeroCount)
        let rest = count - zeroCount
        let start = max(0, output.count - distance)
        var repeated = Array(output[start..<min(output.count, start + rest)])
        while repeated.count < rest { repeated += repeated }
        output += repeated.prefix(rest)
    }

    /// Reads the codes of a block with dynamic codes (RFC 1951, 3.2.7).
    private mutating func readCodes() throws(GzipRefusal) -> (literals: PrefixCode, distances: PrefixCode) {
        let literalCount = 257 + (try reader.bits(5))
        let distanceCount = 1 + (try reader.bits(5))
        let codeLengthCount = 4 + (try reader.bits(4))
        guard literalCount <= DeflateSymbols.literalCount, distanceCount <= DeflateSymbols.distanceCount
        else { throw .tooManyCodes }
        var codeLengthLengths = Array(repeating: 0, count: DeflateSymbols.codeLengthOrder.count)
        for symbol in DeflateSymbols.codeLengthOrder.prefix(codeLengthCount) {
            codeLengthLengths[symbol] = try reader.bits(3)
        }
        let codeLengths = try PrefixCode(lengths: codeLengthLengths, .required)
        let lengths = try readLengths(literalCount + distanceCount, codeLengths)
        return (
            try PrefixCode(lengths: lengths[..<literalCount], .optional),
            try PrefixCode(lengths: lengths[literalCount...], .optional)
        )
    }

    /// Reads the lengths of literal and distance codes as one list: a repeat may begin among the literal lengths and
    /// end among the distance lengths.
    private mutating func readLengths(_ count: Int, _ code: PrefixCode) throws(GzipRefusal) -> [Int] {
        var lengths: [Int] = []
        while lengths.count < count {
            let symbol = try code.symbol(&reader)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .nothingToRepeat }
                lengths += Array(repeating: last, count: 3 + (try reader.bits(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try reader.bits(3)))
            case 18: lengths += Array(repeating: 0, count: 11 + (try reader.bits(7)))
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == count else { throw .repeatBeyondEnd }
        return lengths
    }
}
