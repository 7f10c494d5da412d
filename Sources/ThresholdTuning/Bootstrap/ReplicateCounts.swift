/// The accepted presentations of one class in every replicate, for one operating point of a block after the other.
///
///     var counts = ReplicateCounts(left: left, right: right, points: 512, columns: 300, replicates: 1000, blas: blas)
///     for point in 0..<512 { counts.move(to: point); use(counts.counts) }
///
/// They are a matrix product: what each point accepts (`left`, a point a row) times how often that was drawn (`right`,
/// a replicate a column). Where neighbouring points differ in few columns, what differs is added to the counts of the
/// point before; where they differ in many, OpenBLAS multiplies.
///
/// Exact both ways, in any order: all numbers are whole, and what stands between two points is a sum over columns of
/// what one of the two accepts, so no count on the way is larger than the presentations in the replicate.
struct ReplicateCounts<Scalar: BLASScalar> {
    /// Of the point that was moved to; before any move zeros.
    private(set) var counts: [Scalar]
    private let left: [Scalar]
    private let right: [Scalar]
    private let columns: Int
    /// All counts, a point a row; nil where they are added up on the way.
    private let product: [Scalar]?
    /// The row that `counts` are of; nil before any move.
    private var place: Int?

    /// How many columns are taken to be multiplied in the time that adding one takes: an addition loads two numbers and
    /// stores one, a product keeps its sums in registers. Only speed depends on it.
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

    /// In how many columns all rows differ from the ones before them, the first from zeros.
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

    /// Goes to a point: any one, but the next is the nearest.
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
