/// Second pass, row by row behind the first: counts the edges among interior pixels.
///
/// A row between two open rows needs no masks. Otherwise every row is copied with NaN for what is not usable as a
/// neighbour: a difference with NaN is NaN, and a NaN difference becomes 0, which is what the specification asks for.
///
/// The squares are compared in f32 against both ends of a guard band (fact 3, ``GradientThreshold``). When the two
/// comparisons disagree anywhere in the row, the eight pixels where they do are counted in f64.
struct EdgePass {
    let validity: ValidityBits
    let threshold: GradientThreshold
    private let samples: SampleBuffer
    private let width: Int
    private let marked: Scratch<Float>
    private(set) var edgeCount = 0
    /// The last two rows, in which what is not usable is NaN, and what the last one is.
    private var above: SampleBuffer
    private var middle: SampleBuffer
    private var middleKind = RowKind.empty
    /// How many rows without holes came last.
    private var openCount = 0

    /// - Parameter marked: room for ``rowCount`` rows of ``stride(width:)``.
    init(
        _ samples: SampleBuffer, _ validity: ValidityBits, _ threshold: GradientThreshold, _ layout: MapLayout,
        _ marked: Scratch<Float>
    ) {
        self.samples = samples
        self.validity = validity
        self.threshold = threshold
        self.marked = marked
        width = layout.width
        above = samples.slice(from: 0, count: 0)
        middle = above
    }

    /// Three rows one above the other, of at least three samples. What is not usable in them is NaN, and `centre` holds
    /// the middle one as it was.
    struct Rows {
        let above: SampleBuffer
        let middle: SampleBuffer
        /// The right neighbours of the pixels whose left ones begin `middle`. As a buffer of its own: of two loads that
        /// are known to overlap the optimiser makes one and four shuffles.
        let right: SampleBuffer
        let below: SampleBuffer
        let centre: SampleBuffer
    }

    /// Goes on with some rows of a kind: counts the edges of those above them, of which all is known now. A row that is
    /// not open has been marked.
    mutating func add(_ rows: Range<Int>, _ kind: RowKind) {
        for row in rows {
            if kind == .open && openCount >= 2 && isCountedInEights {
                let last = rows.upperBound &- 1
                addOpen(row &- 1..<last, samples, right: samples.slice(from: 2, count: samples.count &- 2))
                (above, middle) = (itself(last &- 1), itself(last))
                return
            }
            let below =
                kind == .open
                ? itself(row) : marked.samples(from: Self.place(ofRow: row, width: width), count: width)
            if row >= 2 && middleKind != .empty { add(below, centre: itself(row &- 1)) }
            (above, middle, middleKind) = (middle, below, kind)
            openCount = kind == .open ? openCount &+ 1 : 0
        }
    }

    private var isCountedInEights: Bool { width > 9 && threshold.isF32Usable }

    private func itself(_ row: Int) -> SampleBuffer { samples.slice(from: row &* width, count: width) }

    /// - Parameter right: the samples two places further on.
    @inline(never)
    private mutating func addOpen(_ rows: Range<Int>, _ samples: SampleBuffer, right: SampleBuffer) {
        var counts = Counts()
        for row in rows {
            let start = row &* width
            let middle = samples.slice(from: start, count: width)
            let rows = Rows(
                above: samples.slice(from: start &- width, count: width), middle: middle,
                right: right.slice(from: start, count: width &- 2),
                below: samples.slice(from: start &+ width, count: width), centre: middle)
            let before = counts
            count(rows, masked: false, &counts)
            if !counts.areDecided {
                counts = before
                edgeCount += countUndecided(rows)
            }
        }
        edgeCount += counts.edgeCount
    }

    private mutating func add(_ below: SampleBuffer, centre: SampleBuffer) {
        let rows = Rows(
            above: above, middle: middle, right: middle.slice(from: 2, count: width &- 2), below: below, centre: centre)
        guard isCountedInEights else {
            edgeCount += countExactly(rows, in: 1..<width - 1)
            return
        }
        let counts = countMasked(rows)
        edgeCount += counts.areDecided ? counts.edgeCount : countUndecided(rows)
    }

    @inline(never)
    private func countMasked(_ rows: Rows) -> Counts {
        var counts = Counts()
        count(rows, masked: true, &counts)
        return counts
    }

    /// Rows that are copied at a time, and how far apart they stand: up to seven elements are written behind each.
    static let rowCount = 3
    static func stride(width: Int) -> Int { width + 7 }
    static func place(ofRow row: Int, width: Int) -> Int { row % rowCount * stride(width: width) }

    /// Copies a row, with NaN for every sample that is not usable as a neighbour.
    @inline(never)
    static func markUnusable(
        _ row: SampleBuffer, into scratch: Scratch<Float>, at start: Int, _ validity: ValidityBits
    ) {
        var index = 0
        while index < row.count {
            let bits = row.eightOrRest(at: index).bits
            // All bits set is a NaN.
            scratch.set(Samples8(bits: bits | ~validity.isUsableAsNeighbour(bits)), at: start &+ index)
            index &+= 8
        }
    }

    /// Counts the edges of a row in f32.
    @inline(__always)
    private func count(_ rows: Rows, masked: Bool, _ counts: inout Counts) {
        let end = rows.middle.count - 1
        let last = end - 8
        var column = 1
        #if WIDE_VECTORS
            // Two in one: of so short a loop the pace depends on where in memory it begins.
            while column <= last &- 8 {
                count(rows, at: column, masked: masked, Bits8(repeating: -1), &counts)
                count(rows, at: column &+ 8, masked: masked, Bits8(repeating: -1), &counts)
                column &+= 16
            }
        #endif
        while column <= last {
            count(rows, at: column, masked: masked, Bits8(repeating: -1), &counts)
            column &+= 8
        }
        if column < end {
            // The last eight overlap what was counted: those lanes are left out.
            let isLeft = (Bits8(0, 1, 2, 3, 4, 5, 6, 7) .>= Bits8(repeating: Int32(column - last))).lanes
            count(rows, at: last, masked: masked, isLeft, &counts)
        }
    }

    /// How many pixels are edges for sure, and how many may be: the first are among the second.
    private struct Counts {
        var negativeEdges = Bits8.zero
        var negativePossible = Bits8.zero

        /// Whether there is no pixel that f32 cannot decide.
        var areDecided: Bool { !(negativePossible ^ negativeEdges).isAnySet }
        var edgeCount: Int { -Int(negativeEdges.wrappedLaneSum) }
    }

    @inline(__always)
    private func count(_ rows: Rows, at column: Int, masked: Bool, _ isCounted: Bits8, _ counts: inout Counts) {
        let square = square(rows, at: column, masked: masked)
        let isEdge = (square .>= Samples8(repeating: threshold.edgeFrom)).lanes
        let isPossible = (square .>= Samples8(repeating: threshold.noEdgeBelow)).lanes
        let isValid = masked ? isCounted & ~validity.excludes(rows.centre.eight(at: column).bits) : isCounted
        counts.negativeEdges &+= isEdge & isValid
        counts.negativePossible &+= isPossible & isValid
    }

    /// The sum of the squares of both differences, in f32; a difference with what is not usable is 0.
    @inline(__always)
    private func square(_ rows: Rows, at column: Int, masked: Bool) -> Samples8 {
        let horizontal = rows.right.eight(at: column &- 1) - rows.middle.eight(at: column &- 1)
        let vertical = rows.below.eight(at: column) - rows.above.eight(at: column)
        let squares = (horizontal * horizontal, vertical * vertical)
        return masked ? squares.0.largerOr(.zero) + squares.1.largerOr(.zero) : squares.0 + squares.1
    }

    /// Counts the edges of a row eight at a time: in f32, and in f64 where that cannot decide.
    @inline(never)
    private func countUndecided(_ rows: Rows) -> Int {
        let end = rows.middle.count - 1
        var count = 0
        var column = 1
        while column < end {
            let first = min(column, end - 8)
            var counts = Counts()
            let isLeft = (Bits8(0, 1, 2, 3, 4, 5, 6, 7) .>= Bits8(repeating: Int32(column - first))).lanes
            self.count(rows, at: first, masked: true, isLeft, &counts)
            count += counts.areDecided ? counts.edgeCount : countExactly(rows, in: column..<first + 8)
            column += 8
        }
        return count
    }

    /// Counts edges in f64, pixel by pixel, as the specification does but for the square root; the client's in f32.
    private func countExactly(_ rows: Rows, in columns: Range<Int>) -> Int {
        if threshold.isSingle { return countInSingle(rows, in: columns) }
        var count = 0
        for column in columns where validity.contains(Int32(bitPattern: rows.centre[column].bitPattern)) {
            let horizontal = Self.zeroForNaN(Double(rows.middle[column &+ 1]) - Double(rows.middle[column &- 1]))
            let vertical = Self.zeroForNaN(Double(rows.below[column]) - Double(rows.above[column]))
            count += horizontal * horizontal + vertical * vertical >= threshold.sumOfSquares ? 1 : 0
        }
        return count
    }

    private func countInSingle(_ rows: Rows, in columns: Range<Int>) -> Int {
        var count = 0
        for column in columns where validity.contains(Int32(bitPattern: rows.centre[column].bitPattern)) {
            let horizontal = Self.zeroForNaN(rows.middle[column &+ 1] - rows.middle[column &- 1])
            let vertical = Self.zeroForNaN(rows.below[column] - rows.above[column])
            count += horizontal * horizontal + vertical * vertical >= threshold.edgeFrom ? 1 : 0
        }
        return count
    }

    @inline(__always)
    private static func zeroForNaN<Scalar: BinaryFloatingPoint>(_ difference: Scalar) -> Scalar {
        difference.isNaN ? 0 : difference
    }
}
