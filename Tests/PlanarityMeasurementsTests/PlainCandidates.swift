import DepthAnalysis

@testable import PlanarityMeasurements

/// The candidates as `docs/CANDIDATES.md` defines them, computed cell by cell. The module's results are checked
/// against these bit for bit.
///
/// Each sum consists of eight sums, of the columns 0, 8, 16..., of 1, 9, 17... and so on, row by row; factors that
/// do not depend on the column are applied to the sum of a row. Only this order is shared with the module.
struct PlainCandidates {
    struct Cell: Hashable {
        let column: Int
        let row: Int
    }

    let columns: Int
    let rows: Int
    let x: [Double]
    let y: [Double]
    let mapColumns: [Int]
    let mapRows: [Int]
    var depths: [Cell: Double] = [:]
    let leastInverse: Double
    let map: DepthMap
    let validRange: ValidRange

    init?(_ map: DepthMap, validRange: ValidRange = .standard) {
        // Separate tests check where cells lie.
        guard let lattice = SampleLattice(map, validRange: validRange) else { return nil }
        self.map = map
        self.validRange = validRange
        (columns, rows) = (lattice.columns, lattice.rows)
        (mapColumns, mapRows) = (lattice.mapColumns, lattice.mapRows)
        let longer = Double(max(map.width, map.height))
        x = mapColumns.map { Double(2 * $0 + 1 - map.width) / longer }
        y = mapRows.map { Double(2 * $0 + 1 - map.height) / longer }
        leastInverse = 1 / Double(validRange.upper)
        for row in 0..<rows {
            for column in 0..<columns {
                let sample = map.samples[mapRows[row] * map.width + mapColumns[column]]
                if validRange.contains(sample), sample > 0 { depths[Cell(column: column, row: row)] = Double(sample) }
            }
        }
    }

    var candidates: SceneCandidates {
        var found = SceneCandidates.unavailable
        if let plane = bestPlane {
            let distances = allCells(1).compactMap { cell in depths[cell].map { (distance($0, plane, cell), $0) } }
            let sorted = distances.map(\.0).sorted()
            found.planeDistanceMedian = sorted[sorted.count / 2]
            found.planeDistance90 = sorted[(9 * sorted.count + 9) / 10 - 1]
            found.planeShare1 = Double(distances.count { $0.0 <= 0.01 * $0.1 }) / Double(sorted.count)
            found.planeShare2 = Double(distances.count { $0.0 <= 0.02 * $0.1 }) / Double(sorted.count)
        }
        let regions = regions
        found.regionShare = Double(regions.first?.count ?? 0) / Double(depths.count)
        found.regionExtent = regions.first.map(extent) ?? 0
        found.regionRectangularity = regions.first.map(rectangularity) ?? 0
        found.enclosedPlaneShare =
            regions.map { Double($0.count) / Double(depths.count) * enclosed($0) }.max() ?? 0
        found.planeCount = Double(planeCount(regions))
        found.quadricDistanceMedian = quadricDistance
        found.discontinuityShare = discontinuities
        found.noiseGrowth = noiseGrowth
        return found
    }

    // MARK: - Cells and sums

    /// Every `step`-th row and column.
    func allCells(_ step: Int) -> [Cell] {
        stride(from: step / 2, to: rows, by: step).flatMap { row in
            stride(from: step / 2, to: columns, by: step).map { Cell(column: $0, row: row) }
        }
    }

    /// The sum over cells in row order, added in the module's order.
    ///
    /// - Parameters:
    ///   - lane: the number of the sum, out of eight, to which a cell belongs.
    ///   - inRow: the term that is summed in a row.
    ///   - factor: the factor of a row's sum.
    func sum(
        _ cells: [Cell], lane: (Cell) -> Int = { $0.column % 8 }, _ inRow: (Cell) -> Double,
        times factor: (Int) -> Double = { _ in 1 }
    ) -> Double {
        var lanes = [Double](repeating: 0, count: 8)
        var first = 0
        while first < cells.count {
            let row = cells[first].row
            var ofRow = [Double](repeating: 0, count: 8)
            while first < cells.count, cells[first].row == row {
                ofRow[lane(cells[first])] += inRow(cells[first])
                first += 1
            }
            for lane in 0..<8 { lanes[lane] += factor(row) * ofRow[lane] }
        }
        return total(lanes)
    }

    private func total(_ lanes: [Double]) -> Double {
        ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
    }

    func inverse(_ cell: Cell) -> Double { depths[cell].map { 1 / $0 } ?? 0 }

    // MARK: - The plane

    private func inverse(_ plane: InversePlane, _ cell: Cell) -> Double {
        plane.a * x[cell.column] + (plane.b * y[cell.row] + plane.c)
    }

    private func misfit(_ plane: InversePlane, _ cell: Cell) -> Double {
        abs(1 - (depths[cell] ?? 0) * inverse(plane, cell))
    }

    private func distance(_ depth: Double, _ plane: InversePlane, _ cell: Cell) -> Double {
        abs(depth - 1 / max(inverse(plane, cell), leastInverse))
    }

    /// The least-squares plane. All cells have a depth; `sum` adds one term over all of them.
    private func plane(_ sum: ((Cell) -> Double, (Int) -> Double) -> Double) -> InversePlane? {
        func x(_ cell: Cell) -> Double { self.x[cell.column] }
        func y(_ row: Int) -> Double { self.y[row] }
        let n = sum({ _ in 1 }, { _ in 1 })
        guard n >= 3 else { return nil }
        let (sx, sy, sq) = (sum(x, { _ in 1 }), sum({ _ in 1 }, y), sum(inverse, { _ in 1 }))
        let xx = sum({ x($0) * x($0) }, { _ in 1 }) - sx * sx / n
        let xy = sum(x, y) - sx * sy / n
        let yy = sum({ _ in 1 }, { y($0) * y($0) }) - sy * sy / n
        let xq = sum({ inverse($0) * x($0) }, { _ in 1 }) - sx * sq / n
        let yq = sum(inverse, y) - sy * sq / n
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 * (xx + yy) * (xx + yy) else { return nil }
        let (a, b) = ((xq * yy - yq * xy) / determinant, (yq * xx - xq * xy) / determinant)
        return InversePlane(a: a, b: b, c: (sq - a * sx - b * sy) / n)
    }

    private func plane(through cells: [Cell]) -> InversePlane? {
        plane { term, factor in sum(cells, term, times: factor) }
    }

    /// Blocks of eight by eight cells, row by row.
    private var blocks: [[Cell]] {
        stride(from: 0, to: rows, by: 8).flatMap { row in
            stride(from: 0, to: columns, by: 8).map { column in
                (row..<min(row + 8, rows)).flatMap { row in
                    (column..<min(column + 8, columns)).map { Cell(column: $0, row: row) }
                }.filter { depths[$0] != nil }
            }
        }
    }

    /// The planes of blocks with three quarters of their cells, with the number and root mean square misfit of the
    /// block.
    private var fitted: [(number: Int, plane: InversePlane, misfit: Double)] {
        blocks.enumerated().compactMap { number, cells in
            guard cells.count >= 48, let plane = plane(through: cells) else { return nil }
            var squares = [Double](repeating: 0, count: 8)
            for cell in cells { squares[cell.column % 8] += misfit(plane, cell) * misfit(plane, cell) }
            return (number, plane, (total(squares) / Double(cells.count)).squareRoot())
        }
    }

    /// The planes through all cells and through those of each quarter, summed by block.
    private var parts: [InversePlane] {
        let blocks = blocks
        let (across, down) = ((columns + 7) / 8, (rows + 7) / 8)
        func isOf(_ quarter: Int, _ number: Int) -> Bool {
            let (right, bottom) = (2 * (number % across) >= across, 2 * (number / across) >= down)
            return (right ? 1 : 0) + (bottom ? 2 : 0) == quarter
        }
        let chosen = [Array(blocks.indices)] + (0..<4).map { quarter in blocks.indices.filter { isOf(quarter, $0) } }
        return chosen.compactMap { numbers in
            plane { term, factor in
                var lanes = [Double](repeating: 0, count: 8)
                for number in numbers {
                    var ofBlock = [Double](repeating: 0, count: 8)
                    for cell in blocks[number] { ofBlock[cell.column % 8] += factor(cell.row) * term(cell) }
                    for lane in 0..<8 { lanes[lane] += ofBlock[lane] }
                }
                return total(lanes)
            }
        }
    }

    private func score(_ plane: InversePlane, _ step: Int) -> Double {
        var lanes = [Double](repeating: 0, count: 8)
        for row in stride(from: step / 2, to: rows, by: step) {
            let taken = Array(stride(from: step / 2, to: columns, by: step))
            // A row is padded with cells that have no depth.
            for place in 0..<(taken.count + 7) / 8 * 8 {
                let misfit = place < taken.count ? misfit(plane, Cell(column: taken[place], row: row)) : 1
                lanes[place % 8] += min(misfit, 0.05)
            }
        }
        return total(lanes)
    }

    private var bestPlane: InversePlane? {
        var best: (plane: InversePlane, score: Double)?
        for plane in parts + fitted.map(\.plane) {
            let score = score(plane, 3)
            if score < best?.score ?? .infinity { best = (plane, score) }
        }
        guard let guess = best?.plane else { return nil }
        var plane = guess
        for _ in 0..<4 {
            let misfits = depths.keys.map { misfit(plane, $0) }.sorted()
            let limit = max(0.01, 2.5 * 1.4826 * misfits[misfits.count / 2])
            plane =
                self.plane(through: allCells(1).filter { depths[$0] != nil && misfit(plane, $0) <= limit }) ?? plane
        }
        return score(plane, 1) <= score(guess, 1) ? plane : guess
    }

    // MARK: - Regions

    private var regions: [Set<Cell>] {
        let blocks = blocks
        var free = Set(depths.keys)
        var regions: [Set<Cell>] = []
        let seeds = fitted.filter { $0.misfit <= 0.02 }
        for seed in seeds.sorted(by: { ($0.misfit, $0.number) < ($1.misfit, $1.number) }) {
            var plane = seed.plane
            var reached: Set<Cell> = []
            for round in 0..<3 {
                reached = self.reached(from: blocks[seed.number], plane, free)
                guard reached.count >= 16 else { break }
                if round < 2 { plane = self.plane(through: allCells(1).filter(reached.contains)) ?? plane }
            }
            guard reached.count >= 16 else { continue }
            free.subtract(reached)
            regions.append(reached)
        }
        // Swift's sort is stable.
        return regions.sorted { $0.count > $1.count }
    }

    private func reached(from block: [Cell], _ plane: InversePlane, _ free: Set<Cell>) -> Set<Cell> {
        func isOpen(_ cell: Cell) -> Bool { free.contains(cell) && misfit(plane, cell) <= 0.02 }
        var reached = Set(block.filter(isOpen))
        var next = Array(reached)
        while let cell = next.popLast() {
            for beside in neighbours(cell) where isOpen(beside) && reached.insert(beside).inserted {
                next.append(beside)
            }
        }
        return reached
    }

    private func neighbours(_ cell: Cell) -> [Cell] {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].map { Cell(column: cell.column + $0.0, row: cell.row + $0.1) }
    }

    private func extent(_ region: Set<Cell>) -> Double {
        let (columns, rows) = (region.map(\.column), region.map(\.row))
        let area = (columns.max()! - columns.min()! + 1) * (rows.max()! - rows.min()! + 1)
        return Double(area) / Double(self.columns * self.rows)
    }

    /// The smallest rectangle has a side through two corners of cells, with all others on one side of it.
    private func rectangularity(_ region: Set<Cell>) -> Double {
        // Only the ends of rows and columns can be corners.
        let (ofRow, ofColumn) = (Dictionary(grouping: region, by: \.row), Dictionary(grouping: region, by: \.column))
        let rowEnds = Set(
            ofRow.values.flatMap { row in
                [row.map(\.column).min()!, row.map(\.column).max()!].map {
                    Cell(column: $0, row: row[0].row)
                }
            })
        let columnEnds = Set(
            ofColumn.values.flatMap { column in
                [column.map(\.row).min()!, column.map(\.row).max()!].map {
                    Cell(column: column[0].column, row: $0)
                }
            })
        let corners = Set(
            rowEnds.intersection(columnEnds).flatMap { cell in
                [(0, 0), (1, 0), (0, 1), (1, 1)].map { Cell(column: cell.column + $0.0, row: cell.row + $0.1) }
            })
        var least = Double.infinity
        for from in corners {
            for to in corners where to != from {
                let (dx, dy) = (to.column - from.column, to.row - from.row)
                var (along, across): ([Int], [Int]) = ([], [])
                for corner in corners {
                    let (px, py) = (corner.column - from.column, corner.row - from.row)
                    along.append(px * dx + py * dy)
                    across.append(dx * py - dy * px)
                }
                guard across.min()! == 0 else { continue }
                let area = Double((along.max()! - along.min()!) * across.max()!) / Double(dx * dx + dy * dy)
                least = min(least, area)
            }
        }
        return Double(region.count) / least
    }

    private func enclosed(_ region: Set<Cell>) -> Double {
        var (enclosed, all) = (0, 0)
        func isInside(_ cell: Cell) -> Bool { (0..<columns).contains(cell.column) && (0..<rows).contains(cell.row) }
        for cell in region {
            for beside in neighbours(cell) where !region.contains(beside) {
                let behind = Cell(column: 2 * beside.column - cell.column, row: 2 * beside.row - cell.row)
                let farthest = max(depths[beside] ?? 0, depths[behind] ?? 0)
                if isInside(beside), farthest == 0 { continue }
                all += 1
                if !isInside(beside) || farthest >= 1.05 * depths[cell]! { enclosed += 1 }
            }
        }
        return all > 0 ? Double(enclosed) / Double(all) : 0
    }

    private func planeCount(_ regions: [Set<Cell>]) -> Int {
        let wanted = Int((0.9 * Double(depths.count)).rounded(.up))
        var (explained, count) = (0, 0)
        for region in regions where explained < wanted {
            explained += region.count
            count += 1
        }
        while explained < wanted {
            explained += 16
            count += 1
        }
        return count
    }
}
