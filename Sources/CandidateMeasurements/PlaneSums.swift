/// Sums over cells of one row of the lattice, lane by lane: those of which its height takes no part.
struct RowSums {
    fileprivate var (n, x, xx) = (Lanes.zero, Lanes.zero, Lanes.zero)
    fileprivate var (q, xq) = (Lanes.zero, Lanes.zero)

    /// Adds eight cells, each as often as its weight, 0 or 1, says.
    @inline(__always)
    mutating func add(_ cells: CellGroups, row: Int, group: Int, weights: Lanes) {
        let weightedX = weights * cells.x[group]
        let weightedInverses = weights * cells.inverses[row * cells.groupsInRow + group]
        n += weights
        x += weightedX
        xx += weightedX * cells.x[group]
        q += weightedInverses
        xq += weightedInverses * cells.x[group]
    }
}

/// Sums over some cells, from which the plane of least squares through them follows. Sums of disjoint sets add up.
///
///     var row = RowSums()
///     row.add(cells, row: 0, group: 0, weights: weights)
///     sums.add(row, y: cells.y[0])
///     guard let plane = sums.plane else { return }
struct PlaneSums: Sendable {
    private var (n, x, y, q) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    private var (xx, xy, yy) = (Lanes.zero, Lanes.zero, Lanes.zero)
    private var (xq, yq) = (Lanes.zero, Lanes.zero)

    @inline(__always)
    mutating func add(_ row: RowSums, y height: Double) {
        n += row.n
        x += row.x
        y += height * row.n
        q += row.q
        xx += row.xx
        xy += height * row.x
        yy += height * height * row.n
        xq += row.xq
        yq += height * row.q
    }

    mutating func add(_ other: PlaneSums) {
        n += other.n
        x += other.x
        y += other.y
        q += other.q
        xx += other.xx
        xy += other.xy
        yy += other.yy
        xq += other.xq
        yq += other.yq
    }

    /// How many cells there are.
    var count: Double { n.total }

    /// The plane of least squares in inverse depth; nil if the cells do not span an area.
    var plane: InversePlane? {
        let count = count
        guard count >= 3 else { return nil }
        let (x, y, q) = (x.total, y.total, q.total)
        let (sxx, sxy, syy) = (xx.total - x * x / count, xy.total - x * y / count, yy.total - y * y / count)
        let (sxq, syq) = (xq.total - x * q / count, yq.total - y * q / count)
        let determinant = sxx * syy - sxy * sxy
        // Cells on one line have none but for rounding.
        guard determinant > 1e-9 * (sxx + syy) * (sxx + syy) else { return nil }
        let a = (sxq * syy - syq * sxy) / determinant
        let b = (syq * sxx - sxq * sxy) / determinant
        return InversePlane(a: a, b: b, c: (q - a * x - b * y) / count)
    }
}
