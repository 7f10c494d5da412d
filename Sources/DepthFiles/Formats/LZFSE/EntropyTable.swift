/// What the states of one of the four tables of an LZFSE block mean.
///
///     let table = try EntropyTable(frequencies, of: .distances)
///     let entry = table.entries[state]
///
/// A finite state entropy code, the tabled form of asymmetric numeral systems (J. Duda, arXiv:1311.2540). The states
/// of a symbol stand together, symbols one behind another. A state tells its symbol, and with the bits that follow it
/// the state before: the less frequent the symbol, the more bits.
struct EntropyTable {
    /// One for each state.
    let entries: [EntropyEntry]

    /// - Throws: damage, if the frequencies do not add up to the number of states: then some would have no meaning.
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
                // As many bits as lift the index into the range from stateCount to 2 * stateCount.
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

/// What one state means.
struct EntropyEntry {
    /// The state that follows if its bits are zero. With any bits it is one of the table.
    let firstState: UInt16
    /// How many bits come first, which tell the state that follows.
    let stateBits: UInt8
    /// How many bits come behind them, which are added to `base`.
    let extraBits: UInt8
    /// The literal, or the least number the symbol stands for.
    let base: UInt32

    /// The bits of both kinds.
    @inline(__always) var bitCount: Int { Int(stateBits) &+ Int(extraBits) }

    /// Takes the bits of the state that follows.
    @inline(__always)
    func nextState(_ word: inout UInt64) -> Int { Int(firstState) &+ take(Int(stateBits), &word) }

    /// Takes the bits that stand behind those of the state.
    @inline(__always)
    func number(_ word: inout UInt64) -> Int { Int(base) &+ take(Int(extraBits), &word) }
}

/// The four kinds of symbols of an LZFSE block: how many states their tables have, and which numbers they stand for.
enum EntropyAlphabet: CaseIterable {
    /// How many literals come before a match.
    case literalCounts
    /// How long a match is.
    case matchLengths
    /// How far back it begins; 0 stands for the distance before.
    case distances
    /// Bytes.
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

    /// The least number that a symbol stands for, and how many bits are added to it.
    func number(of symbol: Int) -> (base: Int, extraBits: Int) {
        switch self {
        case .literalCounts: Self.counted(symbol, [(16, 2), (20, 3), (28, 5), (60, 8)])
        case .matchLengths: Self.counted(symbol, [(16, 3), (24, 5), (56, 8), (312, 11)])
        // Four symbols of no bits, four of one, and so on: 4 * (2^bits - 1) numbers come before those of `bits`.
        case .distances: (4 * (1 << (symbol / 4) - 1) + (symbol % 4) << (symbol / 4), symbol / 4)
        case .literals: (symbol, 0)
        }
    }

    /// Sixteen symbols stand for themselves, four for more.
    private static func counted(_ symbol: Int, _ long: [(Int, Int)]) -> (base: Int, extraBits: Int) {
        symbol < 16 ? (symbol, 0) : long[symbol - 16]
    }
}
