/// The accepted presentations of one class in every replicate, one operating point of a block at a time.
///
///     var counts = ReplicateCounts(left: left, right: right, points: 512, columns: 300, replicates: 1000, blas: blas)
///     for point in 0..<512 { counts.move(to: point); use(counts.counts) }
///
/// The counts are a matrix product of the accepted presentations (`left`, one point per row) and the draws
/// (`right`, one replicate per column). If neighbouring points differ in few columns, the differences are added to
/// the previous counts; otherwise OpenBLAS computes the product.
///
/// Both ways are exact in any order: all values are whole, and every intermediate sum counts presentations that at
/// least one of two points accepts, so it never exceeds the number of presentations in the replicate.
struct ReplicateCounts<Scalar: BLASScalar> {
    /// The counts of the current point; zeros before the first move.
    private(set) var counts: [Scalar]
    private let left: [Scalar]
    private let right: [Scalar]
    private let columns: Int
    /// All counts, one point per row; nil if they are updated incrementally.
    private let product: [Scalar]?
    /// The current point; nil before the first move.
    private var place: Int?

    /// The estimated number of columns that are multiplied in the time of adding one: an addition loads two values and
    /// stores one, while a product keeps its sums in registers. Affects only speed.
    private static var columnsInTimeOfOne: Int { 4 }

    /// - Parameters:
    ///   - left: `points` times `columns` whole numbers.
    ///   - right: `columns` times `replicates` whole numbers.
    ///   - blas: nil without replicates.
    init(left: [Scalar], right: [Scalar], points: Int, columns: Int, replicates: Int, blas: BLAS?) {
        precondition(
            left.count == points * columns && right.count >= columns * replicates, "the factors fit each other")
        self.left = left
        self.right = right
        self.columns = columns
        counts = Array(repeating: 0, count: replicates)
        let changes = Self.changes(left, points: points, columns: columns)
        guard let blas, columns > 0, changes * Self.columnsInTimeOfOne > points * columns else {
            product = nil
            return
        }
        var product = [Scalar](repeating: 0, count: points * replicates)
        product.withUnsafeMutableBufferPointer { product in
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    blas.multiply(left, right, into: product, rows: points, columns: replicates, inner: columns)
                }
            }
        }
        self.product = product
    }

    /// The number of entries that differ from the row before, summed over all rows; the first row is compared with
    /// zeros.
    private static func changes(_ left: [Scalar], points: Int, columns: Int) -> Int {
        left.withUnsafeBufferPointer { left in
            var changes = 0
            for column in 0..<columns where left[column] != 0 { changes += 1 }
            for place in columns..<max(columns, left.count) {
                changes += left[place] == left[place - columns] ? 0 : 1
            }
            return changes
        }
    }

    /// Moves to any point; moving to the next one is fastest.
    mutating func move(to point: Int) {
        guard !counts.isEmpty else { return }
        if let product {
            counts.withUnsafeMutableBufferPointer { counts in
                for replicate in counts.indices { counts[replicate] = product[point * counts.count + replicate] }
            }
        } else {
            add(from: place, to: point)
        }
        place = point
    }

    private mutating func add(from: Int?, to point: Int) {
        counts.withUnsafeMutableBufferPointer { counts in
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    for column in 0..<columns {
                        let change = left[point * columns + column] - (from.map { left[$0 * columns + column] } ?? 0)
                        guard change != 0 else { continue }
                        let drawn = UnsafeBufferPointer(
                            rebasing: right[column * counts.count..<(column + 1) * counts.count])
                        for replicate in counts.indices { counts[replicate] += change * drawn[replicate] }
                    }
                }
            }
        }
    }
}

/// The presentations of one class, merged into cells that a block of operating points cannot distinguish.
///
/// A block has few distinct thresholds. Presentations that pass the same thresholds get the same decision at every
/// point of the block, so their columns of the decision matrix are equal, and their draws are summed before the
/// multiplication. Presentations that pass no threshold of some kind are dropped. The product is exactly the same.
struct BlockCells {
    /// For each cell, the number of distinct thresholds of each kind that it passes, at least 1.
    private var cells: [SIMD4<Int32>] = []
    /// The cell and group of each member; members that pass no threshold of some kind are absent.
    private(set) var members: [(cell: Int, group: Int)] = []
    private(set) var sizes: [Int] = []
    private let deviations: [Int32]
    private let layers: [Int32]
    private let coherences: [Int32]

    init(_ block: [ThresholdRanks.Point], members all: ClassMembers) {
        deviations = Set(block.map(\.deviation)).sorted()
        layers = Set(block.map(\.layers)).sorted()
        coherences = Set(block.map(\.coherence)).sorted()
        var cellOf: [SIMD4<Int32>: Int] = [:]
        all.forEachDecided { group, deviation, layerCount, coherence in
            let key = passed(deviation, layerCount, coherence)
            guard key.min() > 0 else { return }
            let cell = cellOf[key, default: cells.count]
            if cell == cells.count {
                cellOf[key] = cell
                cells.append(key)
                sizes.append(0)
            }
            sizes[cell] += 1
            members.append((cell, group))
        }
    }

    var count: Int { cells.count }

    /// Writes 1 for each cell that the operating point accepts and 0 for the others. Returns the number of accepted
    /// presentations.
    func decide<Scalar: BLASScalar>(
        _ point: ThresholdRanks.Point, into decisions: UnsafeMutableBufferPointer<Scalar>
    ) -> Int {
        let needed = passed(point.deviation, point.layers, point.coherence)
        var accepted = 0
        for (cell, passed) in cells.enumerated() {
            let passes = all(passed .>= needed)
            decisions[cell] = passes ? 1 : 0
            if passes { accepted += sizes[cell] }
        }
        return accepted
    }

    /// The number of thresholds of each kind that the values pass; the fourth lane only fills the vector.
    private func passed(_ deviation: Int32, _ layerCount: Int32, _ coherence: Int32) -> SIMD4<Int32> {
        SIMD4(
            deviations.countNotAbove(deviation), layers.countNotAbove(layerCount), coherences.countNotAbove(coherence),
            1)
    }
}
