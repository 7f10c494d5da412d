/// Pass 2, row by row behind pass 1: counts the edges among interior pixels.
///
/// Three consecutive open rows need no masks. A row that is not open is copied, with NaN in place of samples that are
/// not usable as neighbours: a difference with NaN is NaN, and is replaced by 0, as the specification requires.
///
/// The squares are compared in f32 with both ends of a guard band (fact 3, ``GradientThreshold``). Where the two
/// comparisons disagree, the eight pixels concerned are counted again in f64.
struct EdgePass {
    let validity: ValidityBits
    let threshold: GradientThreshold
    private let samples: SampleBuffer
    private let width: Int
    private let marked: Scratch<Float>
    private(set) var edgeCount = 0
    /// The last two rows, with NaN for unusable samples, and the kind of the last one.
    private var above: SampleBuffer
    private var middle: SampleBuffer
    private var middleKind = RowKind.empty
    /// The number of consecutive open rows before the next row.
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

    /// Three consecutive rows of at least three samples, with NaN for unusable samples. `centre` is the middle row
    /// unmodified.
    struct Rows {
        let above: SampleBuffer
        let middle: SampleBuffer
        /// The right neighbours: `middle` from its third sample on. A separate buffer, because the optimiser turns two
        /// loads known to overlap into one load and four shuffles.
        let right: SampleBuffer
        let below: SampleBuffer
        let centre: SampleBuffer
    }

    /// Adds rows of one kind and counts the edges of the rows above them, which are now complete. Rows that are not
    /// open must already be copied to `marked`.
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

    /// - Parameter right: `samples` shifted by two.
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
            if !counts.isDecided {
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
        edgeCount += counts.isDecided ? counts.edgeCount : countUndecided(rows)
    }

    @inline(never)
    private func countMasked(_ rows: Rows) -> Counts {
        var counts = Counts()
        count(rows, masked: true, &counts)
        return counts
    }

    /// The number of row copies, and the distance of their starts: up to seven elements are written past each end.
    static let rowCount = 3
    static func stride(width: Int) -> Int { width + 7 }
    static func place(ofRow row: Int, width: Int) -> Int { row % rowCount * stride(width: width) }

    @inline(never)
    static func markUnusable(
        _ row: SampleBuffer, into scratch: Scratch<Float>, at start: Int, _ validity: ValidityBits
    ) {
        var index = 0
        while index < row.count {
            let bits = row.eightOrRest(at: index).bits
            // A NaN: all bits set.
            scratch.set(Samples8(bits: bits | ~validity.isUsableAsNeighbour(bits)), at: start &+ index)
            index &+= 8
        }
    }

    @inline(__always)
    private func count(_ rows: Rows, masked: Bool, _ counts: inout Counts) {
        let end = rows.middle.count - 1
        let last = end - 8
        var column = 1
        #if WIDE_VECTORS
            // Unrolled twice: the speed of a shorter loop depends on its alignment in memory.
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
            // The last eight pixels include some that were already counted; their lanes are masked out.
            let isLeft = (Bits8(0, 1, 2, 3, 4, 5, 6, 7) .>= Bits8(repeating: Int32(column - last))).lanes
            count(rows, at: last, masked: masked, isLeft, &counts)
        }
    }

    /// Lower and upper bounds of the number of edges.
    private struct Counts {
        var negativeEdges = Bits8.zero
        var negativePossible = Bits8.zero

        var isDecided: Bool { !(negativePossible ^ negativeEdges).isAnySet }
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

    /// The f32 sum of both squared differences; a difference with an unusable sample is 0.
    @inline(__always)
    private func square(_ rows: Rows, at column: Int, masked: Bool) -> Samples8 {
        let horizontal = rows.right.eight(at: column &- 1) - rows.middle.eight(at: column &- 1)
        let vertical = rows.below.eight(at: column) - rows.above.eight(at: column)
        let squares = (horizontal * horizontal, vertical * vertical)
        return masked ? squares.0.largerOr(.zero) + squares.1.largerOr(.zero) : squares.0 + squares.1
    }

    /// Counts the edges of a row in blocks of eight: in f32, or in f64 where f32 cannot decide.
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
            count += counts.isDecided ? counts.edgeCount : countExactly(rows, in: column..<first + 8)
            column += 8
        }
        return count
    }

    /// Counts edges pixel by pixel in f64 (f32 for the client), as the specification does except for the square root.
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
