/// The header of an entropy-coded block. The counts are checked against the limits of a block and the states against
/// their tables, but not the sums of frequencies.
struct EntropyHeader {
    var byteCount = 0
    var literalCount = 0
    var matchCount = 0
    /// The lengths of the literal codes and of the match codes that follow them.
    var literalPayloadCount = 0
    var matchPayloadCount = 0
    /// The number of unused high bits in the last byte of each payload.
    var literalSpareBits = 0
    var matchSpareBits = 0
    /// The initial states: four for literals, which take turns, and one for each of the three numbers of a match.
    var literalStates = [0, 0, 0, 0]
    var literalCountState = 0
    var matchLengthState = 0
    var distanceState = 0
    /// The frequencies of all symbols, in the order of the cases of ``EntropyAlphabet``.
    var frequencies: [UInt16] = []
    var end = 0

    static let maximumLiterals = 40_000
    static let maximumMatches = 10_000
    private static let symbolCount = EntropyAlphabet.allCases.reduce(0) { $0 + $1.symbolCount }

    init(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(LZFSEFault) {
        try read(bytes, at: start)
        guard literalCount <= Self.maximumLiterals, literalCount % 4 == 0, matchCount <= Self.maximumMatches
        else { throw .damaged(.counts) }
        guard literalStates.allSatisfy({ $0 < EntropyAlphabet.literals.stateCount }),
            literalCountState < EntropyAlphabet.literalCounts.stateCount,
            matchLengthState < EntropyAlphabet.matchLengths.stateCount,
            distanceState < EntropyAlphabet.distances.stateCount
        else { throw .damaged(.state) }
    }

    func frequencies(of alphabet: EntropyAlphabet) -> ArraySlice<UInt16> {
        var start = 0
        for other in EntropyAlphabet.allCases {
            if other == alphabet { break }
            start += other.symbolCount
        }
        return frequencies[start..<(start + alphabet.symbolCount)]
    }

    /// Reads three 64-bit words with all numbers, then the packed frequencies.
    private mutating func read(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(LZFSEFault) {
        let fixedLength = 32
        guard fixedLength <= bytes.count - start else { throw .truncated }
        byteCount = Int(bytes.little(UInt32.self, at: start + 4))
        let field = { (word: Int, bit: UInt64, count: UInt64) in
            Int(bytes.little(UInt64.self, at: start + 8 + 8 * word) >> bit & (1 << count - 1))
        }
        (literalCount, literalPayloadCount, matchCount) = (field(0, 0, 20), field(0, 20, 20), field(0, 40, 20))
        literalSpareBits = 7 - field(0, 60, 3)
        literalStates = [field(1, 0, 10), field(1, 10, 10), field(1, 20, 10), field(1, 30, 10)]
        matchPayloadCount = field(1, 40, 20)
        matchSpareBits = 7 - field(1, 60, 3)
        (literalCountState, matchLengthState, distanceState) = (field(2, 32, 10), field(2, 42, 10), field(2, 52, 10))
        let length = field(2, 0, 32)
        let maximumTableBytes = (Self.symbolCount * PackedFrequencies.maximumBits + 7) / 8
        guard (fixedLength...(fixedLength + maximumTableBytes)).contains(length) else { throw .damaged(.headerLength) }
        guard length <= bytes.count - start else { throw .truncated }
        end = start + length
        var packed = PackedFrequencies(bytes[(start + fixedLength)..<end])
        frequencies = []
        for _ in 0..<Self.symbolCount { frequencies.append(try packed.next()) }
        guard packed.isAtEnd else { throw .damaged(.headerLength) }
    }
}

/// Codes of 2 to 14 bits, lowest bit first. The low bits `00` are 0, `10` 1, `001` 2 and `101` 3. `011` with the two
/// bits above is 4 to 7, `0111` with four bits 8 to 23, `1111` with ten bits 24 to 1047.
struct PackedFrequencies {
    static let maximumBits = 14

    private var rest: Slice<UnsafeRawBufferPointer>
    private var held: UInt32 = 0
    private var heldCount: UInt32 = 0

    init(_ bytes: Slice<UnsafeRawBufferPointer>) { rest = bytes }

    /// Whether only unused bits of the last byte are left.
    var isAtEnd: Bool { rest.isEmpty && heldCount < 8 }

    mutating func next() throws(LZFSEFault) -> UInt16 {
        while heldCount < Self.maximumBits, let byte = rest.popFirst() {
            held |= UInt32(byte) << heldCount
            heldCount += 8
        }
        let (count, value): (UInt32, UInt32) =
            switch held & 0b1111 {
            case 0b0000, 0b0100, 0b1000, 0b1100: (2, 0)
            case 0b0010, 0b0110, 0b1010, 0b1110: (2, 1)
            case 0b0001, 0b1001: (3, 2)
            case 0b0101, 0b1101: (3, 3)
            case 0b0011, 0b1011: (5, 4 + held >> 3 & 0b11)
            case 0b0111: (8, 8 + held >> 4 & 0xF)
            default: (14, 24 + held >> 4 & 0x3FF)
            }
        guard count <= heldCount else { throw .damaged(.headerLength) }
        held >>= count
        heldCount -= count
        return UInt16(value)
    }
}

extension UnsafeRawBufferPointer {
    /// A little-endian number. The caller must ensure that it is within the buffer; debug builds check it.
    @inline(__always)
    func little<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        // SAFETY: callers have compared the end of the number with `count`.
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
