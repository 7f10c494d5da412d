public import DepthAnalysis

/// The samples of a map that candidates look at: at most 3072 cells, evenly spread.
///
///     guard let lattice = SampleLattice(map, validRange: .standard) else { return }
///     lattice.depths[row * lattice.columns + column]
///
/// A cell is one sample as it stands, not a mean: means would invent surfaces at edges and hide noise. Its coordinates
/// are those of its pixel, -1 to 1 along the longer side of the map and in the same unit along the other.
///
/// Source: `docs/CANDIDATES.md`, "The lattice".
public struct SampleLattice: Sendable {
    /// 64 by 48, a sixteenth of a phone's map.
    static let mostCells = 3072
    /// Fewer say nothing about planes.
    static let leastValid = 64

    /// Cells in a row.
    public let columns: Int
    /// Rows of cells.
    public let rows: Int
    /// The column of the map each column of cells is taken from, and the same for rows.
    public let mapColumns: [Int]
    /// The row of the map each row of cells is taken from.
    public let mapRows: [Int]
    /// Depths in metres row by row, 0 where the sample is not valid.
    public let depths: [Double]
    /// Their inverses, 0 where there is none.
    let inverses: [Double]
    /// Horizontal coordinates of the columns.
    let x: [Double]
    /// Vertical coordinates of the rows, downwards.
    let y: [Double]
    /// Cells that have a depth.
    public let validCount: Int
    /// The inverse of the farthest valid depth: no surface is taken to lie beyond it.
    let leastInverse: Double

    /// Looks at a map; nil if it is no grid, has fewer than three rows or columns, or fewer than 64 valid cells.
    public init?(_ map: DepthMap, validRange: ValidRange) {
        guard map.isGrid, map.width >= 3, map.height >= 3 else { return nil }
        let step = max(1, Int((Double(map.samples.count) / Double(Self.mostCells)).squareRoot().rounded(.up)))
        var (columns, rows) = (max(map.width / step, 3), max(map.height / step, 3))
        if columns * rows > Self.mostCells {
            if columns > rows { columns = Self.mostCells / rows } else { rows = Self.mostCells / columns }
        }
        self.columns = columns
        self.rows = rows
        mapColumns = Self.places(columns, among: map.width)
        mapRows = Self.places(rows, among: map.height)
        let longer = Double(max(map.width, map.height))
        x = mapColumns.map { Double(2 * $0 + 1 - map.width) / longer }
        y = mapRows.map { Double(2 * $0 + 1 - map.height) / longer }
        var depths: [Double] = []
        var inverses: [Double] = []
        depths.reserveCapacity(columns * rows)
        inverses.reserveCapacity(columns * rows)
        var validCount = 0
        for row in mapRows {
            for column in mapColumns {
                let sample = map.samples[row * map.width + column]
                // A range of somebody's own may hold 0 and less, of which there is no inverse.
                let isValid = validRange.contains(sample) && sample > 0
                depths.append(isValid ? Double(sample) : 0)
                inverses.append(isValid ? 1 / Double(sample) : 0)
                validCount += isValid ? 1 : 0
            }
        }
        guard validCount >= Self.leastValid else { return nil }
        self.depths = depths
        self.inverses = inverses
        self.validCount = validCount
        leastInverse = 1 / Double(validRange.upper)
    }

    /// The middles of `count` equal parts of 0..<length.
    private static func places(_ count: Int, among length: Int) -> [Int] {
        (0..<count).map { (2 * $0 + 1) * length / (2 * count) }
    }

    /// A number of cells as a share of those that have a depth.
    func share(ofCells count: Int) -> Double { Double(count) / Double(validCount) }

    /// Calls `body` with column, row and index of each cell that has a depth, row by row.
    @inline(__always)
    func forEachValid(every step: Int = 1, _ body: (_ column: Int, _ row: Int, _ index: Int) -> Void) {
        var row = step / 2
        while row < rows {
            var column = step / 2
            while column < columns {
                let index = row * columns + column
                if depths[index] > 0 { body(column, row, index) }
                column += step
            }
            row += step
        }
    }
}

extension [Double] {
    /// The element that has `rank` smaller or equal ones before it in order. Reorders the elements.
    ///
    /// Hoare's selection; the element is the same whatever the order was. Without NaN.
    mutating func select(rank: Int) -> Double {
        var (low, high) = (0, count - 1)
        // Orders made to be slow end in a sort.
        var left = 8 * Int.bitWidth
        while low < high {
            left -= 1
            guard left > 0 else {
                self[low...high].sort()
                break
            }
            let pivot = Swift.max(
                Swift.min(self[low], self[high]),
                Swift.min(Swift.max(self[low], self[high]), self[low + (high - low) / 2]))
            var (first, last) = (low, high)
            while first <= last {
                while self[first] < pivot { first += 1 }
                while self[last] > pivot { last -= 1 }
                if first <= last {
                    swapAt(first, last)
                    first += 1
                    last -= 1
                }
            }
            if rank <= last { high = last } else if rank >= first { low = first } else { break }
        }
        return self[rank]
    }

    /// The upper median, as the analysis takes it. Reorders the elements, of which there is at least one.
    mutating func upperMedian() -> Double { select(rank: count / 2) }
}
