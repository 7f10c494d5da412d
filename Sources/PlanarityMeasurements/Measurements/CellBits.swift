/// A set of lattice cells, one bit each: rows of whole words, the leftmost cell in the lowest bit.
///
///     CellBits(words, wordsInRow: 2).forEach { column, row in print(column, row) }
struct CellBits: Sendable {
    let wordsInRow: Int
    let rows: Int
    let words: [UInt64]

    init(_ words: UnsafeMutableBufferPointer<UInt64>, wordsInRow: Int) {
        self.wordsInRow = wordsInRow
        rows = words.count / wordsInRow
        self.words = Array(words)
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The first and last column in a row; nil if the row is empty.
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

    /// The runs of `open` that contain a bit of `bits`. `bits` must be a subset of `open`.
    @inline(__always)
    static func spread(_ bits: UInt64, over open: UInt64) -> UInt64 {
        if bits == 0 || bits == open { return bits }
        // The addition carries each bit to the end of its run; the exclusive-or then marks the run from that bit on.
        let up = ((open &+ bits) ^ open) & open | bits
        var (down, openDown) = (up, open)
        var distance: UInt64 = 1
        // Each step doubles the distance covered.
        while distance < 64 {
            down |= openDown & down &>> distance
            openDown &= openDown &>> distance
            distance *= 2
        }
        return down
    }
}
