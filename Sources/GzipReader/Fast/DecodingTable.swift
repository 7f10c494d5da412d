/// The meaning of the next bits by a complete prefix code: looked up by the first bits, and once more for longer codes.
///
/// SAFETY: `symbols` has `capacity` entries, all initialised. The first table takes the first `2^firstBits`, so an
/// index of that many bits is within it. A second table that `build` tells of lies within `capacity`, which is checked
/// there, with an entry for every value of the bits it is indexed by.
struct DecodingTable: ~Copyable {
    private let firstBits: Int
    private let capacity: Int
    /// The first table, then the second ones.
    let symbols: UnsafeMutablePointer<DecodedSymbol>
    /// What each symbol of the code means.
    private let meanings: [DecodedSymbol]
    /// How many codes there are of each length, and the symbols in the order of their codes, as of the last building.
    private var counts = Array(repeating: 0, count: PrefixCode.longestCode + 1)
    private var places = Array(repeating: 0, count: PrefixCode.longestCode + 1)
    private var sorted: [Int]

    /// - Parameters:
    ///   - firstBits: by how many bits the first table is indexed.
    ///   - capacity: what first and second tables may take together.
    ///   - meanings: of each symbol that may have a code.
    init(firstBits: Int, capacity: Int, meanings: [DecodedSymbol]) {
        precondition(capacity >= 1 << firstBits, "there is room for the first table")
        self.firstBits = firstBits
        self.capacity = capacity
        self.meanings = meanings
        sorted = Array(repeating: 0, count: meanings.count)
        symbols = .allocate(capacity: capacity)
        symbols.initialize(repeating: .meaningless, count: capacity)
    }

    deinit { symbols.deallocate() }

    /// Builds the tables for codes of these lengths, 0 to 15, one for each symbol.
    ///
    /// - Returns: false if bits would be left without a meaning or have several: that is for the judge to decide.
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

    /// Writes each code to all places whose index ends with it: bits come lowest first, so codes are reversed. What
    /// stands for the codes up to one length is doubled for the next, which overwrites where its own codes are.
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

    /// The same for the codes that are longer than the index of the first table, from `code` on.
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

    /// By how many bits a second table is indexed that begins with a code of this length: the code is complete and its
    /// codes come by length, so those that follow fill the table exactly.
    private func secondBits(_ length: Int, used: Int) -> Int {
        var bits = length - firstBits
        var room = counts[length] - used
        while room < 1 << bits, firstBits + bits < PrefixCode.longestCode {
            bits += 1
            room = room * 2 + counts[firstBits + bits]
        }
        return bits
    }

    /// The code after one of as many bits, both reversed; 0 after the last.
    private static func next(after code: Int, bits: Int) -> Int {
        let zeros = ~code & (1 << bits - 1)
        guard zeros != 0 else { return 0 }
        let highest = 1 << (Int.bitWidth - 1 - zeros.leadingZeroBitCount)
        return code & (highest - 1) | highest
    }
}
