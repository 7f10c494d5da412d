/// Sums over a set of cells, from which the least-squares plane of the cells is computed. Sums of disjoint sets can be
/// added.
struct PlaneSums: Sendable {
    private var pairs: (PairSums, PairSums, PairSums, PairSums)

    /// Adds cells of a row, with a weight of 0 or 1 each.
    ///
    /// Works on one pair of lanes at a time, so that the sums of a row fit in the registers of every processor.
    @inline(__always)
    mutating func addRow(
        _ row: Int, of cells: CellMemory, groups: Range<Int>, weights: (_ group: Int, _ pair: Int) -> TwoLanes
    ) {
        let y = cells.y(row)
        withUnsafeMutableBytes(of: &pairs) { bytes in
            // SAFETY: a homogeneous tuple has the layout of an array.
            let pairs = bytes.assumingMemoryBound(to: PairSums.self)
            for pair in 0..<4 {
                // The sums of the row that do not involve `y`.
                var (n, x, xx) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
                var (q, xq) = (TwoLanes.zero, TwoLanes.zero)
                for group in groups {
                    let weights = weights(group, pair)
                    let ownX = cells.x(group, pair)
                    let weightedX = weights * ownX
                    let weightedInverses = weights * cells.inverses(row, group, pair)
                    n += weights
                    x += weightedX
                    xx += weightedX * ownX
                    q += weightedInverses
                    xq += weightedInverses * ownX
                }
                pairs[pair].add(n: n, x: x, xx: xx, q: q, xq: xq, y: y)
            }
        }
    }

    /// Sums over the valid cells of one group in some rows.
    ///
    /// Only one group of each row is added, so no intermediate sums per row are needed.
    init(_ cells: CellMemory, rows: Range<Int>, group: Int) {
        func sums(_ pair: Int) -> PairSums {
            let x = cells.x(group, pair)
            var sums = PairSums()
            for row in rows {
                let weights = TwoLanes.ones(where: cells.depths(row, group, pair) .> 0)
                let weightedX = weights * x
                let weightedInverses = weights * cells.inverses(row, group, pair)
                sums.add(
                    n: weights, x: weightedX, xx: weightedX * x, q: weightedInverses, xq: weightedInverses * x,
                    y: cells.y(row))
            }
            return sums
        }
        pairs = (sums(0), sums(1), sums(2), sums(3))
    }

    init() { pairs = (PairSums(), PairSums(), PairSums(), PairSums()) }

    mutating func add(_ other: PlaneSums) {
        pairs.0.add(other.pairs.0)
        pairs.1.add(other.pairs.1)
        pairs.2.add(other.pairs.2)
        pairs.3.add(other.pairs.3)
    }

    @inline(__always)
    private func total(_ sum: (PairSums) -> TwoLanes) -> Double {
        TwoLanes.total(sum(pairs.0), sum(pairs.1), sum(pairs.2), sum(pairs.3))
    }

    var count: Double { total { $0.n } }

    /// The least-squares plane in inverse depth; nil if the cells do not span an area.
    var plane: InversePlane? {
        let count = count
        guard count >= 3 else { return nil }
        let (x, y, q) = (total { $0.x }, total { $0.y }, total { $0.q })
        let (sxx, sxy) = (total { $0.xx } - x * x / count, total { $0.xy } - x * y / count)
        let syy = total { $0.yy } - y * y / count
        let (sxq, syq) = (total { $0.xq } - x * q / count, total { $0.yq } - y * q / count)
        let determinant = sxx * syy - sxy * sxy
        // The determinant of collinear cells is 0 except for rounding.
        guard determinant > 1e-9 * (sxx + syy) * (sxx + syy) else { return nil }
        let a = (sxq * syy - syq * sxy) / determinant
        let b = (syq * sxx - sxq * sxy) / determinant
        return InversePlane(a: a, b: b, c: (q - a * x - b * y) / count)
    }
}

private struct PairSums {
    var (n, x, y, q) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (xx, xy, yy) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (xq, yq) = (TwoLanes.zero, TwoLanes.zero)

    @inline(__always)
    mutating func add(n: TwoLanes, x: TwoLanes, xx: TwoLanes, q: TwoLanes, xq: TwoLanes, y: Double) {
        self.n += n
        self.x += x
        self.y += y * n
        self.q += q
        self.xx += xx
        xy += y * x
        yy += y * y * n
        self.xq += xq
        yq += y * q
    }

    @inline(__always)
    mutating func add(_ other: PairSums) {
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
}
