/// The lattice in blocks of eight by eight cells, whose planes are the starting points of all fits.
struct LatticeBlocks: Sendable {
    static let side = 8

    struct Block: Sendable {
        /// The group of the block's cells in each of its rows.
        let group: Int
        let rows: Range<Int>
        let plane: InversePlane
    }

    /// The blocks with a plane and at least three quarters of their cells valid.
    let fitted: [Block]
    /// The sums of all valid cells: of the whole lattice, then of its four quarters.
    let parts: [PlaneSums]

    init(_ cells: CellGroups) {
        var fitted: [Block] = []
        var parts = [PlaneSums](repeating: PlaneSums(), count: 5)
        let down = (cells.rows + Self.side - 1) / Self.side
        fitted.reserveCapacity(down * cells.groupsInRow)
        cells.withMemory { cells in
            for place in 0..<down {
                let first = place * Self.side
                let rows = first..<min(first + Self.side, cells.rows)
                for group in 0..<cells.groupsInRow {
                    let sums = PlaneSums(cells, rows: rows, group: group)
                    parts[0].add(sums)
                    parts[1 + (2 * group >= cells.groupsInRow ? 1 : 0) + (2 * place >= down ? 2 : 0)].add(sums)
                    guard sums.count >= Double(Self.side * Self.side * 3 / 4), let plane = sums.plane else { continue }
                    fitted.append(Block(group: group, rows: rows, plane: plane))
                }
            }
        }
        self.fitted = fitted
        self.parts = parts
    }
}

extension LatticeBlocks.Block {
    /// The root mean square of the relative misfits.
    func misfit(in cells: CellMemory) -> Double {
        var squares = Lanes.zero
        var count = 0
        for row in rows {
            let misfits = plane.misfits(cells, row, group)
            squares += (misfits * misfits).kept(where: cells.depths(row, group) .> 0)
            count += cells.valid(row, group).nonzeroBitCount
        }
        return (squares.total / Double(count)).squareRoot()
    }
}
