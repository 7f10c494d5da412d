extension PlanarRegions.Region {
    /// Something is farther than the region if it is so by 5 % of the depth.
    private static let leastStep = 1.05

    /// The share of the lattice that the rows and columns it touches take.
    func extent(in lattice: SampleLattice) -> Double {
        var (left, right) = (lattice.columns, 0)
        for cell in cells {
            left = min(left, cell % lattice.columns)
            right = max(right, cell % lattice.columns)
        }
        let (top, bottom) = (cells[0] / lattice.columns, cells[cells.count - 1] / lattice.columns)
        return Double((right - left + 1) * (bottom - top + 1)) / Double(lattice.columns * lattice.rows)
    }

    /// Its area divided by that of the smallest rectangle, however turned, that holds all of its cells.
    ///
    /// One side of that rectangle lies on a side of the convex hull (Freeman and Shapira, Communications of the ACM 18,
    /// 1975).
    func rectangularity(in lattice: SampleLattice) -> Double {
        let hull = convexHull(in: lattice)
        var least = Double.infinity
        for (index, corner) in hull.enumerated() {
            let next = hull[(index + 1) % hull.count]
            let (dx, dy) = (next.x - corner.x, next.y - corner.y)
            var (leastAlong, mostAlong, mostAcross) = (Double.infinity, -Double.infinity, 0.0)
            for point in hull {
                let (px, py) = (point.x - corner.x, point.y - corner.y)
                leastAlong = min(leastAlong, px * dx + py * dy)
                mostAlong = max(mostAlong, px * dx + py * dy)
                mostAcross = max(mostAcross, dx * py - dy * px)
            }
            least = min(least, (mostAlong - leastAlong) * mostAcross / (dx * dx + dy * dy))
        }
        return Double(cells.count) / least
    }

    private struct Corner {
        let x: Double
        let y: Double
    }

    /// The corners of the convex hull of its cells, as squares of side 1, in one sense of turning.
    ///
    /// Andrew's monotone chain over the outer corners of each row (Information Processing Letters 9, 1979).
    private func convexHull(in lattice: SampleLattice) -> [Corner] {
        var sides: [Int: (first: Int, last: Int)] = [:]
        for cell in cells {
            let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
            // Cells are in order: the first of a row is the leftmost.
            sides[row] = (sides[row]?.first ?? column, column)
        }
        var points: [Corner] = []
        for (row, side) in sides {
            for y in [row, row + 1] {
                points.append(Corner(x: Double(side.first), y: Double(y)))
                points.append(Corner(x: Double(side.last + 1), y: Double(y)))
            }
        }
        points.sort { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: some Sequence<Corner>) -> [Corner] {
            var chain: [Corner] = []
            for point in points {
                while chain.count >= 2 {
                    let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
                    guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain
        }
        return chain(points).dropLast() + chain(points.reversed()).dropLast()
    }

    /// The part of its outline where the frame ends, or what lies beside it is farther away by 5 %: 1 for what stands
    /// free before all else, little for a wall that things stand before or that meets another.
    ///
    /// Beside it are the next two cells, since the next one may be a mixture of both sides; an outline beside which
    /// nothing is valid does not count.
    func enclosedOutline(in lattice: SampleLattice) -> Double {
        var isOwn = [Bool](repeating: false, count: lattice.depths.count)
        for cell in cells { isOwn[cell] = true }
        var (enclosed, all) = (0, 0)
        for cell in cells {
            let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
            for (across, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (nextColumn, nextRow) = (column + across, row + down)
                guard lattice.has(nextColumn, nextRow) else {
                    enclosed += 1
                    all += 1
                    continue
                }
                guard !isOwn[nextRow * lattice.columns + nextColumn] else { continue }
                let near = lattice.depths[nextRow * lattice.columns + nextColumn]
                let far =
                    lattice.has(nextColumn + across, nextRow + down)
                    ? lattice.depths[(nextRow + down) * lattice.columns + nextColumn + across] : 0
                guard max(near, far) > 0 else { continue }
                all += 1
                if max(near, far) >= Self.leastStep * lattice.depths[cell] { enclosed += 1 }
            }
        }
        return all > 0 ? Double(enclosed) / Double(all) : 0
    }
}

extension SampleLattice {
    fileprivate func has(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && column < columns && row >= 0 && row < rows
    }
}
