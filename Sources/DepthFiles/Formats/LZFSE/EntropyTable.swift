/// The decoding table of one alphabet: a finite state entropy code (J. Duda, arXiv:1311.2540). A state determines its
/// symbol and, with the bits that follow, the next state: the rarer the symbol, the more bits.
struct EntropyTable {
    let entries: [EntropyEntry]

    /// Throws if the frequencies do not add up to the number of states, because states would be undefined.
    init(_ frequencies: ArraySlice<UInt16>, of alphabet: EntropyAlphabet) throws(LZFSEFault) {
        let stateCount = alphabet.stateCount
        precondition(frequencies.count == alphabet.symbolCount, "every symbol has a frequency")
        guard frequencies.reduce(0, { $0 + Int($1) }) == stateCount else { throw .damaged(.frequencies) }
        var entries: [EntropyEntry] = []
        entries.reserveCapacity(stateCount)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            let (base, extraBits) = alphabet.number(of: symbol)
            let frequency = Int(frequency)
            for index in frequency..<(2 * frequency) {
                // The number of bits that shifts the index into stateCount..<2 * stateCount.
                let bits = index.leadingZeroBitCount - stateCount.leadingZeroBitCount
                entries.append(
                    EntropyEntry(
                        firstState: UInt16(index << bits - stateCount), stateBits: UInt8(bits),
                        extraBits: UInt8(extraBits), base: UInt32(base)))
            }
        }
        self.entries = entries
    }
}

struct EntropyEntry {
    /// The next state if the state bits are 0. Whatever these bits are, the next state is within the table.
    let firstState: UInt16
    /// The number of leading bits, which select the next state.
    let stateBits: UInt8
    /// The number of bits after them, which are added to `base`.
    let extraBits: UInt8
    /// The literal, or the smallest number that the symbol stands for.
    let base: UInt32

    @inline(__always) var bitCount: Int { Int(stateBits) &+ Int(extraBits) }

    @inline(__always)
    func nextState(_ word: inout UInt64) -> Int { Int(firstState) &+ removeBits(Int(stateBits), &word) }
    @inline(__always) func number(_ word: inout UInt64) -> Int { Int(base) &+ removeBits(Int(extraBits), &word) }
}

enum EntropyAlphabet: CaseIterable {
    case literalCounts
    case matchLengths
    /// The distance of a match; 0 repeats the previous distance.
    case distances
    case literals

    var stateCount: Int {
        switch self {
        case .literalCounts, .matchLengths: 64
        case .distances: 256
        case .literals: 1024
        }
    }

    var symbolCount: Int {
        switch self {
        case .literalCounts, .matchLengths: 20
        case .distances: 64
        case .literals: 256
        }
    }

    /// The smallest number that a symbol stands for, and the number of extra bits that are added to it.
    func number(of symbol: Int) -> (base: Int, extraBits: Int) {
        switch self {
        case .literalCounts: Self.counted(symbol, [(16, 2), (20, 3), (28, 5), (60, 8)])
        case .matchLengths: Self.counted(symbol, [(16, 3), (24, 5), (56, 8), (312, 11)])
        // Four symbols with no bits, four with one, and so on: 4 * (2^bits - 1) numbers precede those with `bits`
        // bits.
        case .distances: (4 * (1 << (symbol / 4) - 1) + (symbol % 4) << (symbol / 4), symbol / 4)
        case .literals: (symbol, 0)
        }
    }

    /// The first sixteen symbols represent themselves; the last four are ranges.
    private static func counted(_ symbol: Int, _ long: [(Int, Int)]) -> (base: Int, extraBits: Int) {
        symbol < 16 ? (symbol, 0) : long[symbol - 16]
    }
}

/// Reads bits from the end of a payload to its start.
///
/// SAFETY: `start` <= `end` <= 8 * `bytes.count`, and `start` is at least 64. Therefore the eight bytes up to `end` are
/// within `bytes`.
struct BackwardBits {
    private let bytes: UnsafeRawBufferPointer
    /// The index of the first bit of the payload, which is read last.
    private let start: Int
    /// The index after the next bit.
    private var end: Int

    /// The payload has at least eight bytes before it; the unused high bits of its last byte must be zero.
    init(_ payload: Range<Int>, of bytes: UnsafeRawBufferPointer, spareBits: Int) throws(LZFSEFault) {
        precondition(payload.lowerBound >= 8 && payload.upperBound <= bytes.count, "a payload follows a header")
        guard spareBits == 0 || !payload.isEmpty && bytes[payload.upperBound - 1] >> (8 - spareBits) == 0
        else { throw .damaged(.spareBits) }
        self.bytes = bytes
        start = payload.lowerBound * 8
        end = payload.upperBound * 8 - spareBits
    }

    /// The next bits, the first one highest. When the payload is used up, the bits before it in `bytes` follow.
    @inline(__always) var next: UInt64 {
        let byteEnd = (end &+ 7) &>> 3
        // SAFETY: the eight bytes up to `byteEnd` are within `bytes`, see above.
        let word = bytes.loadUnaligned(fromByteOffset: byteEnd &- 8, as: UInt64.self)
        return UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: byteEnd &* 8 &- end)
    }

    @inline(__always) mutating func skip(_ count: Int) throws(LZFSEFault) {
        guard count <= end &- start else { throw .damaged(.bitsRunOut) }
        end &-= count
    }
}

@inline(__always) func removeBits(_ count: Int, _ word: inout UInt64) -> Int {
    // Shift by one bit first: a masking shift by 64 would be a shift by 0.
    let bits = (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
    word = word &<< UInt64(truncatingIfNeeded: count)
    return Int(truncatingIfNeeded: bits)
}
