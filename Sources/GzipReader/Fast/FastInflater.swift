/// Inflates valid streams many times faster than the reference, ``DeflateStream``, and leaves all others to it.
///
/// It accepts only what the reference accepts, with the same bytes: codes must be complete, symbols valid, distances
/// within the output, and the output within the capacity.
struct FastInflater: ~Copyable {
    /// Room after the output that copies of eight bytes may overwrite.
    static let slack = 32

    var literals = DecodingTable(
        firstBits: Int(FastInflater.literalBits), capacity: 1 << 12,
        meanings: (0..<DeflateSymbols.endOfBlock).map(DecodedSymbol.literal) + [.endOfBlock]
            + DeflateSymbols.lengths.map(DecodedSymbol.number) + [.meaningless, .meaningless])
    var distances = DecodingTable(
        firstBits: Int(FastInflater.distanceBits), capacity: 1 << 11,
        meanings: DeflateSymbols.distances.map(DecodedSymbol.number) + [.meaningless, .meaningless])
    private var codeLengths = DecodingTable(
        firstBits: Int(FastInflater.codeLengthBits), capacity: 1 << FastInflater.codeLengthBits,
        meanings: DeflateSymbols.codeLengthOrder.indices.map(DecodedSymbol.plain))
    /// The lengths of literal and distance codes, with room for a repeat past the last one.
    private var lengths: [UInt8] = Array(repeating: 0, count: 512)
    /// Whether the tables hold the fixed codes. They are not rebuilt for each block, because a block with fixed codes
    /// can be as short as ten bits.
    private var areCodesFixed = false

    /// The number of index bits of the first tables. Code length codes have at most seven bits.
    static let literalBits: UInt64 = 10
    static let distanceBits: UInt64 = 8
    private static let codeLengthBits: UInt64 = 7

    /// Returns the number of output bytes and the end of the blocks; nil if the reference decoder has to decide.
    /// `output` has room for `capacity` plus ``slack`` bytes.
    mutating func inflate(
        _ input: UnsafeRawBufferPointer, from start: Int, to output: UnsafeMutableRawBufferPointer, capacity: Int
    ) -> (written: Int, end: Int)? {
        var bits = HeldBits(input, from: start)
        var written = WrittenBytes(output, capacity: capacity)
        while true {
            bits.refill()
            let isLast = bits.consume(1) == 1
            let isSound =
                switch bits.consume(2) {
                case 0: copyStored(&bits, &written)
                case 1: buildFixedCodes() && inflateBlock(&bits, &written)
                case 2: readCodes(&bits) && inflateBlock(&bits, &written)
                default: false
                }
            guard isSound else { return nil }
            if isLast { return bits.returnUnusedBytes().map { (written.count, input.count - $0) } }
        }
    }

    private func copyStored(_ bits: inout HeldBits, _ written: inout WrittenBytes) -> Bool {
        guard bits.returnUnusedBytes() != nil else { return false }
        bits.refill()
        let length = bits.consume(16)
        guard bits.consume(16) == length ^ 0xFFFF, bits.returnUnusedBytes() != nil, length <= written.room
        else { return false }
        // SAFETY: there is room for `length` bytes.
        guard bits.copy(length, to: written.next) else { return false }
        written.advance(by: length)
        return true
    }

    private mutating func buildFixedCodes() -> Bool {
        if areCodesFixed { return true }
        let literalCount = DeflateSymbols.fixedLiteralLengths.count
        let all = DeflateSymbols.fixedLiteralLengths + DeflateSymbols.fixedDistanceLengths
        for (index, length) in all.enumerated() { lengths[index] = UInt8(length) }
        areCodesFixed = literals.build(lengths[..<literalCount]) && distances.build(lengths[literalCount..<all.count])
        return areCodesFixed
    }

    /// Reads the codes of a block in the same steps as the reference.
    private mutating func readCodes(_ bits: inout HeldBits) -> Bool {
        areCodesFixed = false
        let literalCount = 257 + bits.consume(5)
        let distanceCount = 1 + bits.consume(5)
        let codeLengthCount = 4 + bits.consume(4)
        guard literalCount <= DeflateSymbols.literalCount, distanceCount <= DeflateSymbols.distanceCount
        else { return false }
        let symbolCount = DeflateSymbols.codeLengthOrder.count
        for symbol in 0..<symbolCount { lengths[symbol] = 0 }
        for symbol in DeflateSymbols.codeLengthOrder.prefix(codeLengthCount) {
            bits.refill()
            lengths[symbol] = UInt8(bits.consume(3))
        }
        return codeLengths.build(lengths[..<symbolCount]) && readLengths(literalCount + distanceCount, &bits)
            && literals.build(lengths[..<literalCount])
            && distances.build(lengths[literalCount..<(literalCount + distanceCount)])
    }

    private mutating func readLengths(_ count: Int, _ bits: inout HeldBits) -> Bool {
        var index = 0
        while index < count {
            bits.refill()
            // SAFETY: the table has an entry for every value of its index bits.
            let symbol = codeLengths.symbols[bits.peek(Self.codeLengthBits)]
            _ = bits.consume(symbol)
            var length: UInt8 = 0
            var repeats = 1
            switch symbol.value {
            case 16:
                guard index > 0 else { return false }
                length = lengths[index - 1]
                repeats = 3 + bits.consume(2)
            case 17: repeats = 3 + bits.consume(3)
            case 18: repeats = 11 + bits.consume(7)
            default: length = UInt8(symbol.value)
            }
            // At most 315 + 138 lengths, which fit.
            for place in index..<(index + repeats) { lengths[place] = length }
            index += repeats
        }
        return index == count
    }
}
