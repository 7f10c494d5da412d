/// A set of cells of a lattice, a bit each, in rows of whole words.
///
///     var free = CellBits(columns: 71, rows: 40)
///     free.words[row * free.wordsInRow + column / 64] |= 1 << (column % 64)
struct CellBits: Sendable {
    /// Words in a row.
    let wordsInRow: Int
    let rows: Int
    /// Row by row, the leftmost cell the lowest bit.
    var words: [UInt64]

    /// None.
    init(columns: Int, rows: Int) {
        wordsInRow = (columns + 63) / 64
        self.rows = rows
        words = [UInt64](repeating: 0, count: wordsInRow * rows)
    }

    /// Eight cells of a row, from column `8 * group` on.
    @inline(__always)
    func eight(row: Int, group: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: words[row * wordsInRow + group / 8] >> UInt64(8 * (group % 8)))
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
        words[row * wordsInRow + column / 64] >> UInt64(column % 64) & 1 == 1
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The first and last column in a row; nil where it has none.
    func ends(ofRow row: Int) -> (first: Int, last: Int)? {
        var ends: (first: Int, last: Int)?
        for word in 0..<wordsInRow {
            let bits = words[row * wordsInRow + word]
            guard bits != 0 else { continue }
            let last = 64 * word + 63 - bits.leadingZeroBitCount
            ends = (ends?.first ?? 64 * word + bits.trailingZeroBitCount, last)
        }
        return ends
    }

    /// Calls `body` with each of them, row by row.
    @inline(__always)
    func forEach(_ body: (_ column: Int, _ row: Int) -> Void) {
        for row in 0..<rows {
            for word in 0..<wordsInRow {
                var bits = words[row * wordsInRow + word]
                while bits != 0 {
                    body(64 * word + bits.trailingZeroBitCount, row)
                    bits &= bits - 1
                }
            }
        }
    }

    /// Adds to a row all that is reached from what is there by going sideways over bits of `open`.
    mutating func spread(inRow row: Int, over open: CellBits) {
        let words = row * wordsInRow..<(row + 1) * wordsInRow
        var carry: UInt64 = 0
        for word in words {
            let free = open.words[word]
            self.words[word] = Self.spread(self.words[word] | carry & free, over: free)
            carry = self.words[word] >> 63
        }
        guard wordsInRow > 1 else { return }
        carry = 0
        for word in words.reversed() {
            let free = open.words[word]
            self.words[word] = Self.spread(self.words[word] | carry << 63 & free, over: free)
            carry = self.words[word] & 1
        }
    }

    /// All bits of `open` that are in one run with a bit of `bits`, each of which is one of `open`.
    @inline(__always)
    private static func spread(_ bits: UInt64, over open: UInt64) -> UInt64 {
        if bits == 0 || bits == open { return bits }
        var (up, down) = (bits, bits)
        var (openUp, openDown) = (open, open)
        var distance: UInt64 = 1
        // Each step doubles how far a bit has come.
        while distance < 64 {
            up |= openUp & up << distance
            down |= openDown & down >> distance
            openUp &= openUp << distance
            openDown &= openDown >> distance
            distance *= 2
        }
        return up | down
    }
}
