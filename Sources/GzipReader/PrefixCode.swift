/// A prefix code of a DEFLATE block, read bit by bit (RFC 1951, 3.2.2).
struct PrefixCode {
    static let longestCode = 15

    /// Which codes may leave bits without a meaning.
    enum Completeness {
        /// None: the code of the code lengths.
        case required
        /// One of a single symbol, and one of none, which cannot be read but need not be.
        case optional
    }

    /// How many codes there are of each length.
    private var counts = Array(repeating: 0, count: longestCode + 1)
    /// The symbols that have a code, in the order of their codes.
    private let symbols: [Int]
    /// The length of the only code, where it is the only one and leaves bits without a meaning.
    private let loneLength: Int?

    /// Assigns codes to symbols by the lengths of their codes, 0 to 15; 0 for a symbol without one.
    init(lengths: some Collection<Int>, _ completeness: Completeness) throws(GzipRefusal) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        // Counting sort by length: where the symbols of each length begin, then each symbol to the next place of its.
        var next = Array(repeating: 0, count: Self.longestCode + 2)
        for length in 0...Self.longestCode { next[length + 1] = next[length] + counts[length] }
        var sorted = Array(repeating: 0, count: next[Self.longestCode + 1])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            sorted[next[length]] = symbol
            next[length] += 1
        }
        symbols = sorted
        var unassigned = 1
        for length in 1...Self.longestCode {
            unassigned = unassigned * 2 - counts[length]
            if unassigned < 0 { throw .oversubscribedCode }
        }
        if unassigned > 0, completeness == .required || symbols.count > 1 { throw .incompleteCode }
        loneLength = unassigned > 0 && symbols.count == 1 ? counts.firstIndex(of: 1) : nil
    }

    /// Reads one symbol.
    func symbol(_ reader: inout BitReader) throws(GzipRefusal) -> Int {
        if let loneLength { return try loneSymbol(loneLength, &reader) }
        // Codes of one length are consecutive numbers; those of the next begin with twice the number after the last.
        var code = 0
        var first = 0
        var index = 0
        for length in 1...Self.longestCode {
            code = code << 1 | (try reader.bits(1))
            if code - first < counts[length] { return symbols[index + code - first] }
            index += counts[length]
            first = (first + counts[length]) << 1
        }
        throw .unassignedCode
    }

    /// A lone code is zeros; zlib refuses one of more than one bit. A 1 among the first ten bits is refused. A later
    /// one leaves the path of the lone code in the server's second table, where it finds the symbol 0.
    private func loneSymbol(_ length: Int, _ reader: inout BitReader) throws(GzipRefusal) -> Int {
        let bitsOfFirstTable = 10
        for index in 0..<length where try reader.bits(1) == 1 {
            if index < bitsOfFirstTable { throw .unassignedCode }
            return 0
        }
        return symbols[0]
    }
}
