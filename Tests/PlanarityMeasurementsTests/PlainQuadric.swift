import DepthAnalysis

@testable import PlanarityMeasurements

/// The quadric, the discontinuities and the noise.
extension PlainCandidates {
    private func inverse(_ c: [Double], _ cell: Cell) -> Double {
        let (x, y) = (x[cell.column], y[cell.row])
        return (c[0] * x + (c[1] * y + c[3])) * x + ((c[2] * y + c[4]) * y + c[5])
    }

    private func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    private func quadric(_ cells: [Cell], _ weight: (Cell) -> Double) -> [Double]? {
        let terms = [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)]
        // For every second column, the lane is that of its place among those columns.
        func sum(_ i: Int, _ j: Int, _ value: (Cell) -> Double) -> Double {
            self.sum(
                cells, lane: { $0.column / 2 % 8 },
                { cell in (0..<i).reduce(value(cell)) { product, _ in product * x[cell.column] } },
                times: { power(y[$0], j) })
        }
        var equations = terms.map { one in
            terms.map { other in sum(one.0 + other.0, one.1 + other.1, weight) }
                + [sum(one.0, one.1) { weight($0) * inverse($0) }]
        }
        let scale = equations.indices.map { equations[$0][$0] }.max()!
        for column in 0..<6 {
            let pivot = (column..<6).max { abs(equations[$0][column]) < abs(equations[$1][column]) }!
            guard abs(equations[pivot][column]) > 1e-12 * scale else { return nil }
            equations.swapAt(column, pivot)
            let divisor = equations[column][column]
            equations[column] = equations[column].map { $0 / divisor }
            for row in 0..<6 where row != column {
                let factor = equations[row][column]
                equations[row] = zip(equations[row], equations[column]).map { $0 - factor * $1 }
            }
        }
        return equations.map { $0[6] }
    }

    var quadricDistance: Double? {
        let cells = allCells(2).filter { depths[$0] != nil }
        return [1.0, 0.5].compactMap { part -> Double? in
            let start = quadric(cells) { abs(x[$0.column]) <= part && abs(y[$0.row]) <= part ? 1 : 0 }
            guard var found = start else { return nil }
            for _ in 0..<4 {
                func misfit(_ cell: Cell) -> Double { 1 - depths[cell]! * inverse(found, cell) }
                let sorted = cells.map { abs(misfit($0)) }.sorted()
                guard !sorted.isEmpty else { break }
                let factor = 1 / (2.3849 * max(1.4826 * sorted[sorted.count / 2], 1e-4))
                let next = quadric(cells) { cell in
                    let deviation = misfit(cell) * factor
                    return 1 / (1 + deviation * deviation)
                }
                found = next ?? found
            }
            let distances = depths.map { cell, depth in abs(depth - 1 / max(inverse(found, cell), leastInverse)) }
            return distances.sorted()[distances.count / 2]
        }.min()
    }

    var discontinuities: Double? {
        var (found, all) = (0, 0)
        for (cell, depth) in depths {
            for (right, down) in [(1, 0), (0, 1)] {
                let before = depths[Cell(column: cell.column - right, row: cell.row - down)]
                let after = depths[Cell(column: cell.column + right, row: cell.row + down)]
                guard let before, let after else { continue }
                all += 1
                if abs((1 / before + 1 / after) / 2 - 1 / depth) * depth >= 0.05 { found += 1 }
            }
        }
        return all > 0 ? Double(found) / Double(all) : nil
    }

    var noiseGrowth: Double? {
        var places: [(depth: Double, noise: Double)] = []
        for (cell, depth) in depths {
            let column = mapColumns[cell.column]
            guard column > 0, column + 1 < map.width else { continue }
            let sample = mapRows[cell.row] * map.width + column
            let (before, after) = (map.samples[sample - 1], map.samples[sample + 1])
            guard validRange.contains(before), validRange.contains(after), before > 0, after > 0 else { continue }
            let bend = (1 / Double(before) + 1 / Double(after)) / 2 - 1 / depth
            places.append((depth, abs(bend) * depth * depth))
        }
        guard places.count >= 64 else { return nil }
        let middle = places.map(\.depth).sorted()[places.count / 2]
        let near = places.filter { $0.depth < middle }.map(\.noise).sorted()
        let far = places.filter { $0.depth > middle }.map(\.noise).sorted()
        guard near.count >= 32, far.count >= 32 else { return 1 }
        return (far[far.count / 2] + 1e-4) / (near[near.count / 2] + 1e-4)
    }
}
