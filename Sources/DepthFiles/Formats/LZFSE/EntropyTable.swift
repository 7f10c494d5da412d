/// The decoding table of one alphabet of an LZFSE block.
///
///     let table = try EntropyTable(frequencies, of: .distances)
///     let entry = table.entries[state]
///
/// A finite state entropy code, the tabled form of asymmetric numeral systems (J. Duda, arXiv:1311.2540). The
/// states of each symbol are consecutive, in symbol order. A state determines its symbol and, with the bits that
/// follow, the next state: the rarer the symbol, the more bits.
struct EntropyTable {
    let entries: [EntropyEntry]

    /// - Throws: damage if the frequencies do not add up to the number of states, which would leave states undefined.
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
    /// The next state if its bits are zero. With any bits, the next state is within the table.
    let firstState: UInt16
    /// The number of leading bits, which select the next state.
    let stateBits: UInt8
    /// The number of bits after them, which are added to `base`.
    let extraBits: UInt8
    /// The literal, or the smallest number of the symbol.
    let base: UInt32

    @inline(__always) var bitCount: Int { Int(stateBits) &+ Int(extraBits) }

    /// Removes the bits of the next state from the word and returns that state.
    @inline(__always)
    func nextState(_ word: inout UInt64) -> Int { Int(firstState) &+ removeBits(Int(stateBits), &word) }

    /// Removes the bits after those of the state and returns the number.
    @inline(__always)
    func number(_ word: inout UInt64) -> Int { Int(base) &+ removeBits(Int(extraBits), &word) }
}

/// The four alphabets of an LZFSE block, with the sizes of their tables and the numbers of their symbols.
enum EntropyAlphabet: CaseIterable {
    /// The number of literals before a match.
    case literalCounts
    /// The length of a match.
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

    /// The smallest number of a symbol, and the number of bits added to it.
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
