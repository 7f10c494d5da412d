/// A prefix code of a DEFLATE block, decoded bit by bit (RFC 1951, 3.2.2).
struct PrefixCode {
    static let longestCode = 15

    /// Whether a code may be incomplete.
    enum Completeness {
        /// The code must be complete, like that of the code lengths.
        case required
        /// The code may be incomplete if it has a single symbol, or if it has no symbols and is never used.
        case optional
    }

    /// The number of codes of each length.
    private var counts = Array(repeating: 0, count: longestCode + 1)
    /// The symbols with a code, in the order of their codes.
    private let symbols: [Int]
    /// The code length of the only symbol of an incomplete prefix code; nil for any other prefix code.
    private let loneLength: Int?

    /// Assigns codes to symbols from their code lengths, 0 to 15; 0 means no code.
    init(lengths: some Collection<Int>, _ completeness: Completeness) throws(GzipRefusal) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        // Counting sort by length: find the first place of each length, then move each symbol to the next place of
        // its length.
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

    func symbol(_ reader: inout BitReader) throws(GzipRefusal) -> Int {
        if let loneLength { return try loneSymbol(loneLength, &reader) }
        // Codes of one length are consecutive. Adding 1 to the last of them and doubling the result gives the first
        // code of the next length.
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

    /// Reads a lone code, which is all zeros. A 1 among its first ten bits is refused. A later 1 gives the symbol 0, as
    /// in the server's second table. Unlike the server, zlib refuses a lone code of more than one bit.
    private func loneSymbol(_ length: Int, _ reader: inout BitReader) throws(GzipRefusal) -> Int {
        let bitsOfFirstTable = 10
        for index in 0..<length where try reader.bits(1) == 1 {
            if index < bitsOfFirstTable { throw .unassignedCode }
            return 0
        }
        return symbols[0]
    }
}
