/// Second pass, row by row behind the first: counts interior pixels and edges.
///
/// A row between two open rows needs no masks. Otherwise every row is copied with NaN for what is not usable as a
/// neighbour: a difference with NaN is NaN, and a NaN difference becomes 0, which is what the specification asks for.
///
/// The squares are compared in f32 against both ends of a guard band (fact 3, ``GradientThreshold``). When the two
/// comparisons disagree anywhere in the row, the row is counted again in f64.
struct EdgePass {
    let validity: ValidityBits
    let threshold: GradientThreshold
    private(set) var interiorCount = 0
    private(set) var edgeCount = 0

    init(_ validity: ValidityBits, _ threshold: GradientThreshold) {
        self.validity = validity
        self.threshold = threshold
    }

    /// Three rows one above the other, of at least three samples. Unless `isOpen`, what is not usable in them is NaN,
    /// and
    /// `centre` holds the middle one as it was.
    struct Rows {
        let above: SampleBuffer
        let middle: SampleBuffer
        let below: SampleBuffer
        let centre: SampleBuffer
        let isOpen: Bool
    }

    mutating func add(_ rows: Rows) {
        let interior = rows.middle.count - 2
        guard interior >= 8, threshold.isF32Usable else {
            countExactly(rows, from: 1)
            return
        }
        let counts = rows.isOpen ? count(rows, masked: false) : count(rows, masked: true)
        guard let counts else {
            countExactly(rows, from: 1)
            return
        }
        interiorCount += counts.interior
        edgeCount += counts.edges
    }

    /// Copies a row, with NaN for every sample that is not usable as a neighbour.
    @inline(never)
    static func markUnusable(
        _ row: SampleBuffer, into scratch: Scratch<Float>, at start: Int, _ validity: ValidityBits
    ) {
        let whole = row.count & ~7
        var index = 0
        while index < whole {
            let bits = row.eight(at: index).bits
            // All bits set is a NaN.
            scratch.set(Samples8(bits: bits | ~validity.isUsableAsNeighbour(bits)), at: start + index)
            index += 8
        }
        while index < row.count {
            let isUsable = validity.isUsableAsNeighbour(Int32(bitPattern: row[index].bitPattern))
            scratch[start + index] = isUsable ? row[index] : .nan
            index += 1
        }
    }

    /// Counts a row in f32. Returns nil when that cannot decide every pixel.
    @inline(__always)
    private func count(_ rows: Rows, masked: Bool) -> (interior: Int, edges: Int)? {
        let end = rows.middle.count - 1
        let sure = Samples8(repeating: threshold.edgeFrom)
        let possible = Samples8(repeating: threshold.noEdgeBelow)
        var negativeEdges = Bits8.zero
        var negativeInterior = Bits8.zero
        var undecided = Bits8.zero
        var counted = Bits8(repeating: -1)
        var column = 1
        while column < end {
            if column > end - 8 {
                // The last eight overlap what was counted: those lanes are left out.
                counted = (Bits8(0, 1, 2, 3, 4, 5, 6, 7) .>= Bits8(repeating: Int32(column - (end - 8)))).lanes
                column = end - 8
            }
            var horizontal = rows.middle.eight(at: column + 1) - rows.middle.eight(at: column - 1)
            var vertical = rows.below.eight(at: column) - rows.above.eight(at: column)
            if masked {
                horizontal = Self.zeroForNaN(horizontal)
                vertical = Self.zeroForNaN(vertical)
                let isValid = validity.contains(rows.centre.eight(at: column).bits) & counted
                negativeInterior &+= isValid
                let square = horizontal * horizontal + vertical * vertical
                let edges = (square .>= sure).lanes & isValid
                undecided |= edges ^ ((square .>= possible).lanes & isValid)
                negativeEdges &+= edges
            } else {
                let square = horizontal * horizontal + vertical * vertical
                let edges = (square .>= sure).lanes & counted
                undecided |= edges ^ ((square .>= possible).lanes & counted)
                negativeEdges &+= edges
            }
            column += 8
        }
        if undecided.isAnySet { return nil }
        return (
            interior: masked ? -Int(negativeInterior.wrappedSum()) : end - 1, edges: -Int(negativeEdges.wrappedSum())
        )
    }

    @inline(__always)
    private static func zeroForNaN(_ lanes: Samples8) -> Samples8 {
        Samples8(bits: lanes.bits & (lanes .== lanes).lanes)
    }

    /// Counts a row in f64, pixel by pixel, as the specification does but for the square root.
    @inline(never)
    private mutating func countExactly(_ rows: Rows, from first: Int) {
        for column in first..<rows.middle.count - 1 {
            guard validity.contains(Int32(bitPattern: rows.centre[column].bitPattern)) else { continue }
            interiorCount += 1
            let horizontal = Self.zeroForNaN(Double(rows.middle[column + 1]) - Double(rows.middle[column - 1]))
            let vertical = Self.zeroForNaN(Double(rows.below[column]) - Double(rows.above[column]))
            if horizontal * horizontal + vertical * vertical >= threshold.sumOfSquares { edgeCount += 1 }
        }
    }

    @inline(__always)
    private static func zeroForNaN(_ difference: Double) -> Double { difference.isNaN ? 0 : difference }
}
