/// Decodes a complete prefix code with a table indexed by the first bits and, for longer codes, second tables.
///
/// SAFETY: `symbols` has `capacity` initialised entries. The first table has `2^firstBits` entries, so every index of
/// that many bits is inside. `build` checks that each second table lies within `capacity`. Such a table has an entry
/// for every value of its index.
struct DecodingTable: ~Copyable {
    private let firstBits: Int
    private let capacity: Int
    let symbols: UnsafeMutablePointer<DecodedSymbol>
    private let meanings: [DecodedSymbol]
    /// From the last `build`: the number of codes of each length, their ends in `sorted`, and the symbols by code.
    private var counts = Array(repeating: 0, count: PrefixCode.longestCode + 1)
    private var places = Array(repeating: 0, count: PrefixCode.longestCode + 1)
    private var sorted: [Int]

    /// `capacity` is the number of entries of all tables together.
    init(firstBits: Int, capacity: Int, meanings: [DecodedSymbol]) {
        precondition(capacity >= 1 << firstBits, "there is room for the first table")
        (self.firstBits, self.capacity, self.meanings) = (firstBits, capacity, meanings)
        sorted = Array(repeating: 0, count: meanings.count)
        symbols = .allocate(capacity: capacity)
        symbols.initialize(repeating: .meaningless, count: capacity)
    }

    deinit { symbols.deallocate() }

    /// Builds the tables. False if the code is incomplete or oversubscribed; only the reference decoder handles these.
    mutating func build(_ lengths: ArraySlice<UInt8>) -> Bool {
        precondition(lengths.count <= meanings.count, "there is a meaning for every symbol")
        for length in counts.indices { counts[length] = 0 }
        for length in lengths { counts[Int(length)] += 1 }
        var unassigned = 1
        for length in 1...PrefixCode.longestCode {
            unassigned = unassigned * 2 - counts[length]
            if unassigned < 0 { return false }
        }
        guard unassigned == 0 else { return false }
        sort(lengths)
        return fill()
    }

    private mutating func sort(_ lengths: ArraySlice<UInt8>) {
        var place = 0
        for length in 1...PrefixCode.longestCode {
            places[length] = place
            place += counts[length]
        }
        var symbol = 0
        for length in lengths {
            if length > 0 {
                sorted[places[Int(length)]] = symbol
                places[Int(length)] += 1
            }
            symbol += 1
        }
    }

    /// Writes the symbol of a code to all entries whose index ends with the code; codes are reversed: bits come lowest
    /// first. For each length, the table of the shorter codes is doubled, and the new codes are written over it.
    private func fill() -> Bool {
        var code = 0
        var place = 0
        for length in 1...firstBits {
            let half = 1 << (length - 1)
            // SAFETY: 2 * half <= 2^firstBits <= capacity, and the halves do not overlap.
            (symbols + half).update(from: symbols, count: half)
            for _ in 0..<counts[length] {
                // SAFETY: a code has `length` <= firstBits bits.
                symbols[code] = meanings[sorted[place]].behind(codeBits: length)
                place += 1
                code = Self.next(after: code, bits: length)
            }
        }
        return place == places[PrefixCode.longestCode] || fillSecondTables(code, place)
    }

    /// Fills the second tables with the codes that are too long for the first table. The first of them is `firstCode`,
    /// at `firstPlace` in `sorted`.
    private func fillSecondTables(_ firstCode: Int, _ firstPlace: Int) -> Bool {
        var (code, place) = (firstCode, firstPlace)
        var (prefix, start, bits) = (-1, 0, 0)
        var end = 1 << firstBits
        for length in (firstBits + 1)...PrefixCode.longestCode {
            for index in 0..<counts[length] {
                let newPrefix = code & (1 << firstBits - 1)
                if newPrefix != prefix {
                    bits = secondBits(length, used: index)
                    (prefix, start, end) = (newPrefix, end, end + 1 << bits)
                    guard end <= capacity else { return false }
                    // SAFETY: `prefix` has firstBits bits.
                    symbols[prefix] = .secondTable(at: start, indexBits: bits, after: firstBits)
                }
                let rest = length - firstBits
                let symbol = meanings[sorted[place]].behind(codeBits: rest)
                for target in stride(from: start + code >> firstBits, to: start + 1 << bits, by: 1 << rest) {
                    // SAFETY: start + 2^bits <= end <= capacity.
                    symbols[target] = symbol
                }
                place += 1
                code = Self.next(after: code, bits: length)
            }
        }
        return true
    }

    /// The number of index bits of a second table whose first code has this length. The code is complete and sorted
    /// by length, so the following codes fill the table exactly.
    private func secondBits(_ length: Int, used: Int) -> Int {
        var bits = length - firstBits
        var room = counts[length] - used
        while room < 1 << bits, firstBits + bits < PrefixCode.longestCode {
            bits += 1
            room = room * 2 + counts[firstBits + bits]
        }
        return bits
    }

    /// The next code of the same length, both bit-reversed; 0 after the last.
    private static func next(after code: Int, bits: Int) -> Int {
        let zeros = ~code & (1 << bits - 1)
        guard zeros != 0 else { return 0 }
        let highest = 1 << (Int.bitWidth - 1 - zeros.leadingZeroBitCount)
        return code & (highest - 1) | highest
    }
}
