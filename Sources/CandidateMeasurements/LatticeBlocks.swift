/// The lattice in blocks of eight by eight cells: local planes, the only guesses that fits begin with.
struct LatticeBlocks: Sendable {
    static let side = 8

    /// A block that a plane could be fitted to.
    struct Block: Sendable {
        /// The group of its cells in each of its rows.
        let group: Int
        /// Its first row of cells.
        let row: Int
        let plane: InversePlane
        /// Root mean square of the misfit.
        let misfit: Double
    }

    /// Those with at least three quarters of their cells valid.
    let fitted: [Block]
    /// Sums over the whole, and over four quarters, of all valid cells.
    let parts: [PlaneSums]

    init(_ cells: CellGroups) {
        var fitted: [Block] = []
        var parts = [PlaneSums](repeating: PlaneSums(), count: 5)
        let down = (cells.rows + Self.side - 1) / Self.side
        for block in 0..<down * cells.groupsInRow {
            let (place, group) = block.quotientAndRemainder(dividingBy: cells.groupsInRow)
            let first = place * Self.side
            let rows = first..<min(first + Self.side, cells.rows)
            let sums = Self.sums(cells, rows, group)
            parts[0].add(sums)
            parts[1 + (2 * group >= cells.groupsInRow ? 1 : 0) + (2 * place >= down ? 2 : 0)].add(sums)
            guard sums.count >= Double(Self.side * Self.side * 3 / 4), let plane = sums.plane else { continue }
            var squares = Lanes.zero
            for row in rows {
                let misfits = plane.misfits(cells, row: row, group: group)
                squares += (misfits * misfits).kept(where: cells.depths[row * cells.groupsInRow + group] .> 0)
            }
            let misfit = (squares.total / sums.count).squareRoot()
            fitted.append(Block(group: group, row: first, plane: plane, misfit: misfit))
        }
        self.fitted = fitted
        self.parts = parts
    }

    private static func sums(_ cells: CellGroups, _ rows: Range<Int>, _ group: Int) -> PlaneSums {
        var sums = PlaneSums()
        for row in rows {
            let isValid = cells.depths[row * cells.groupsInRow + group] .> 0
            var ofRow = RowSums()
            ofRow.add(cells, row: row, group: group, weights: Lanes(repeating: 1).kept(where: isValid))
            sums.add(ofRow, y: cells.y[row])
        }
        return sums
    }
}
