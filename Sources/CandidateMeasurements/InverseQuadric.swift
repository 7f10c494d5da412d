/// A smoothly bent sheet as a depth camera sees it, to second order: inverse depth is a quadratic form of the pixel.
///
///     let metres = InverseQuadric(best: lattice, &values)?.medianDistance
///
/// Planes are among them, and a cylinder or a sphere nearly: what remains of a bent print is its noise.
struct InverseQuadric: Sendable {
    /// Of x², xy, y², x, y and 1.
    private let coefficients: SIMD8<Double>
    /// The upper median of the distances of all cells along the camera's axis, in metres.
    private(set) var medianDistance = Double.infinity

    /// Inverse depth of a group of cells.
    @inline(__always)
    private func inverses(_ cells: CellGroups, row: Int, group: Int) -> Lanes {
        let (x, y) = (cells.x[group], cells.y[row])
        let slope = coefficients[1] * y + coefficients[3]
        let offset = (coefficients[2] * y + coefficients[4]) * y + coefficients[5]
        return (coefficients[0] * x + slope) * x + offset
    }

    /// The one most cells lie on: least squares in which a cell counts the less the farther it is (Cauchy's weights),
    /// begun once from all cells and once from those in the middle, where a print is held; the better by its median.
    /// Fitted to every second cell of every second row.
    ///
    /// Source: Zhang, Parameter estimation techniques, Image and Vision Computing 15, 1997, §9.4.
    init?(best lattice: SampleLattice, _ values: inout ValueList) {
        let cells = lattice.cells(every: 2)
        var best: InverseQuadric?
        for part in [1.0, 0.5] {
            guard var quadric = InverseQuadric(cells, weights: Self.weights(cells, within: part)) else { continue }
            for _ in 0..<4 { quadric = quadric.reweighted(cells, &values) ?? quadric }
            quadric.measureDistance(in: lattice, &values)
            if quadric.medianDistance < best?.medianDistance ?? .infinity { best = quadric }
        }
        guard let best else { return nil }
        self = best
    }

    /// 1 for the cells in the middle, up to this distance to each side; 0 for the others.
    private static func weights(_ cells: CellGroups, within part: Double) -> [Lanes] {
        var weights: [Lanes] = []
        weights.reserveCapacity(cells.depths.count)
        for y in cells.y {
            let inside = Lanes(repeating: abs(y) <= part ? 1 : 0)
            for x in cells.x { weights.append(inside.kept(where: x.magnitudes .<= part)) }
        }
        return weights
    }

    /// Weighted least squares; nil where the cells do not tell.
    @inline(never)
    private init?(_ cells: CellGroups, weights: [Lanes]) {
        var moments = QuadricMoments()
        for row in 0..<cells.rows {
            var ofRow = QuadricMoments.Row()
            for group in 0..<cells.groupsInRow {
                let index = row * cells.groupsInRow + group
                let weights = weights[index].kept(where: cells.depths[index] .> 0)
                ofRow.add(cells.x[group], cells.inverses[index], weights)
            }
            moments.add(ofRow, y: cells.y[row])
        }
        guard let solution = Self.solve(moments.equations) else { return nil }
        coefficients = solution
    }

    private func reweighted(_ cells: CellGroups, _ values: inout ValueList) -> InverseQuadric? {
        var all: [Lanes] = []
        all.reserveCapacity(cells.depths.count)
        values.removeAll()
        for row in 0..<cells.rows {
            for group in 0..<cells.groupsInRow {
                let misfits = 1 - cells.depths[all.count] * inverses(cells, row: row, group: group)
                values.append(misfits.magnitudes, cells.valid[all.count])
                all.append(misfits)
            }
        }
        guard values.count > 0 else { return nil }
        // 2.3849 deviations are Cauchy's 95 % efficiency; a perfect fit keeps a width.
        let width = 2.3849 * max(1.4826 * values.upperMedian(), 1e-4)
        let factor = 1 / width
        for index in all.indices {
            let deviations = all[index] * factor
            all[index] = 1 / (1 + deviations * deviations)
        }
        return InverseQuadric(cells, weights: all)
    }

    /// Gaussian elimination of the normal equations, the largest pivot first; nil where there is none.
    private static func solve(_ equations: [SIMD8<Double>]) -> SIMD8<Double>? {
        var rows = equations
        let scale = rows.indices.map { rows[$0][$0] }.max() ?? 0
        for column in 0..<6 {
            guard let pivot = (column..<6).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-12 * scale
            else { return nil }
            rows.swapAt(column, pivot)
            rows[column] /= rows[column][column]
            for row in 0..<6 where row != column { rows[row] -= rows[row][column] * rows[column] }
        }
        return SIMD8(rows[0][6], rows[1][6], rows[2][6], rows[3][6], rows[4][6], rows[5][6], 0, 0)
    }

    private mutating func measureDistance(in lattice: SampleLattice, _ values: inout ValueList) {
        let cells = lattice.cells
        values.removeAll()
        for row in 0..<cells.rows {
            for group in 0..<cells.groupsInRow {
                let index = row * cells.groupsInRow + group
                let inverses = inverses(cells, row: row, group: group).atLeast(lattice.leastInverse)
                values.append((cells.depths[index] - 1 / inverses).magnitudes, cells.valid[index])
            }
        }
        medianDistance = values.upperMedian()
    }
}

/// Weighted sums of powers of the coordinates, and of these times inverse depth: what the normal equations are made of.
private struct QuadricMoments {
    /// Those of a row: of x to the powers 0 to 4, and times inverse depth to 0 to 2.
    struct Row {
        fileprivate var (x0, x1, x2, x3, x4) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        fileprivate var (q0, q1, q2) = (Lanes.zero, Lanes.zero, Lanes.zero)

        @inline(__always)
        mutating func add(_ x: Lanes, _ inverses: Lanes, _ weights: Lanes) {
            var power = weights
            x0 += power
            power *= x
            x1 += power
            power *= x
            x2 += power
            power *= x
            x3 += power
            power *= x
            x4 += power
            var weighted = weights * inverses
            q0 += weighted
            weighted *= x
            q1 += weighted
            weighted *= x
            q2 += weighted
        }
    }

    // By the powers of x and of y.
    private var (p00, p10, p20, p30, p40) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    private var (p01, p11, p21, p31) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    private var (p02, p12, p22) = (Lanes.zero, Lanes.zero, Lanes.zero)
    private var (p03, p13, p04) = (Lanes.zero, Lanes.zero, Lanes.zero)
    // The same times inverse depth.
    private var (q00, q10, q20) = (Lanes.zero, Lanes.zero, Lanes.zero)
    private var (q01, q11, q02) = (Lanes.zero, Lanes.zero, Lanes.zero)

    @inline(__always)
    mutating func add(_ row: Row, y: Double) {
        let (y2, y3, y4) = (y * y, y * y * y, y * y * y * y)
        p00 += row.x0
        p10 += row.x1
        p20 += row.x2
        p30 += row.x3
        p40 += row.x4
        p01 += y * row.x0
        p11 += y * row.x1
        p21 += y * row.x2
        p31 += y * row.x3
        p02 += y2 * row.x0
        p12 += y2 * row.x1
        p22 += y2 * row.x2
        p03 += y3 * row.x0
        p13 += y3 * row.x1
        p04 += y4 * row.x0
        q00 += row.q0
        q10 += row.q1
        q20 += row.q2
        q01 += y * row.q0
        q11 += y * row.q1
        q02 += y2 * row.q0
    }

    /// The six equations of least squares for the coefficients of x², xy, y², x, y and 1, what they are to sum to in
    /// the seventh place.
    var equations: [SIMD8<Double>] {
        let (p00, p10, p20, p30, p40) = (p00.total, p10.total, p20.total, p30.total, p40.total)
        let (p01, p11, p21, p31) = (p01.total, p11.total, p21.total, p31.total)
        let (p02, p12, p22) = (p02.total, p12.total, p22.total)
        let (p03, p13, p04) = (p03.total, p13.total, p04.total)
        return [
            SIMD8(p40, p31, p22, p30, p21, p20, q20.total, 0),
            SIMD8(p31, p22, p13, p21, p12, p11, q11.total, 0),
            SIMD8(p22, p13, p04, p12, p03, p02, q02.total, 0),
            SIMD8(p30, p21, p12, p20, p11, p10, q10.total, 0),
            SIMD8(p21, p12, p03, p11, p02, p01, q01.total, 0),
            SIMD8(p20, p11, p02, p10, p01, p00, q00.total, 0),
        ]
    }
}
