/// A set of cells of a lattice, a bit each, in rows of whole words, the leftmost cell the lowest bit.
///
///     CellBits(words, wordsInRow: 2).forEach { column, row in print(column, row) }
struct CellBits: Sendable {
    /// Words in a row.
    let wordsInRow: Int
    let rows: Int
    /// Row by row.
    let words: [UInt64]

    /// A copy of words in that order.
    init(_ words: UnsafeMutableBufferPointer<UInt64>, wordsInRow: Int) {
        self.wordsInRow = wordsInRow
        rows = words.count / wordsInRow
        self.words = Array(words)
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

    /// All bits of `open` that are in one run with a bit of `bits`, each of which is one of `open`.
    @inline(__always)
    static func spread(_ bits: UInt64, over open: UInt64) -> UInt64 {
        if bits == 0 || bits == open { return bits }
        // Added to the runs a bit carries on to the end of its own, and changes all from itself on but for other bits.
        let up = ((open &+ bits) ^ open) & open | bits
        var (down, openDown) = (up, open)
        var distance: UInt64 = 1
        // Each step doubles how far a bit has come.
        while distance < 64 {
            down |= openDown & down &>> distance
            openDown &= openDown &>> distance
            distance *= 2
        }
        return down
    }
}
