/// A smoothly curved surface as seen by a depth camera, to second order: inverse depth is a quadratic form of the
/// pixel.
///
/// Planes are represented exactly, cylinders and spheres nearly, so only the noise of a bent print remains as residual.
struct InverseQuadric: Sendable {
    /// The coefficients of x², xy, y², x, y and 1.
    private let coefficients: SIMD8<Double>
    /// The upper median of the distances of all cells along the camera's axis, in metres.
    private(set) var medianDistance = Double.infinity

    /// The last two coefficients of the inverse depth as a polynomial in x, for one row.
    @inline(__always)
    private func terms(y: Double) -> (slope: Double, offset: Double) {
        (
            coefficients[1] * y + coefficients[3],
            (coefficients[2] * y + coefficients[4]) * y + coefficients[5]
        )
    }

    /// The quadric that most cells lie on, fitted to every second cell of every second row by iteratively reweighted
    /// least squares with Cauchy's weights. The fit starts from all cells, and again from the cells in the middle,
    /// where a print is held; the result with the smaller median distance is used.
    ///
    /// Source: Zhang, Parameter estimation techniques, Image and Vision Computing 15, 1997, §9.4.
    init?(best lattice: SampleLattice, _ values: inout ValueList) {
        let cells = lattice.cells(every: 2)
        var best: InverseQuadric?
        for part in [1.0, 0.5] {
            let start = cells.withMemory { cells in
                InverseQuadric(cells) { row, group, pair in
                    let isInside = abs(cells.y(row)) <= part
                    let isHere = cells.x(group, pair).magnitudes .<= part
                    return isInside ? .ones(where: isHere) : .zero
                }
            }
            guard var quadric = start else { continue }
            for _ in 0..<4 { quadric = quadric.reweighted(cells, &values) ?? quadric }
            quadric.listDistances(in: lattice, &values)
            if let best, !values.hasUpperMedian(below: best.medianDistance) { continue }
            quadric.medianDistance = values.upperMedian()
            best = quadric
        }
        guard let best else { return nil }
        self = best
    }

    /// Weighted least squares; nil if the equations are singular.
    @inline(__always)
    private init?(_ cells: CellMemory, weights: (_ row: Int, _ group: Int, _ pair: Int) -> TwoLanes) {
        var moments = QuadricMoments()
        for row in 0..<cells.rows {
            moments.addRow(row, of: cells) { group, pair in
                let isValid = cells.depths(row, group, pair) .> 0
                return TwoLanes.zero.replacing(with: weights(row, group, pair), where: isValid)
            }
        }
        guard let solution = Self.solve(moments.equations) else { return nil }
        coefficients = solution
    }

    private func reweighted(_ cells: CellGroups, _ values: inout ValueList) -> InverseQuadric? {
        cells.withMemory { cells in
            values.replaceAll { values in
                for row in 0..<cells.rows {
                    let (slope, offset) = terms(y: cells.y(row))
                    for group in 0..<cells.groupsInRow {
                        let x = cells.x(group)
                        let inverses = (coefficients[0] * x + slope) * x + offset
                        values.append((1 - cells.depths(row, group) * inverses).magnitudes, cells.valid(row, group))
                    }
                }
            }
            guard values.count > 0 else { return nil }
            // 2.3849 deviations give Cauchy's weights 95 % efficiency; the minimum keeps the width of a perfect fit
            // above 0.
            let width = 2.3849 * max(1.4826 * values.upperMedian(), 1e-4)
            let factor = 1 / width
            return InverseQuadric(cells) { row, group, pair in
                let (slope, offset) = terms(y: cells.y(row))
                let x = cells.x(group, pair)
                let inverses = (coefficients[0] * x + slope) * x + offset
                let deviations = (1 - cells.depths(row, group, pair) * inverses) * factor
                return 1 / (1 + deviations * deviations)
            }
        }
    }

    /// Solves the normal equations by Gaussian elimination with partial pivoting; nil if they are singular.
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

    private func listDistances(in lattice: SampleLattice, _ values: inout ValueList) {
        lattice.cells.withMemory { cells in
            values.replaceAll { values in
                for row in 0..<cells.rows {
                    let (slope, offset) = terms(y: cells.y(row))
                    for group in 0..<cells.groupsInRow {
                        let x = cells.x(group)
                        let inverses = ((coefficients[0] * x + slope) * x + offset).atLeast(lattice.leastInverse)
                        values.append((cells.depths(row, group) - 1 / inverses).magnitudes, cells.valid(row, group))
                    }
                }
            }
        }
    }
}

/// The terms of the normal equations: weighted sums of powers of the coordinates, without and with inverse depth.
private struct QuadricMoments {
    private var pairs = (PairMoments(), PairMoments(), PairMoments(), PairMoments())

    /// Works on one pair of lanes at a time, like ``PlaneSums``.
    @inline(__always)
    mutating func addRow(_ row: Int, of cells: CellMemory, weights: (_ group: Int, _ pair: Int) -> TwoLanes) {
        let y = cells.y(row)
        withUnsafeMutableBytes(of: &pairs) { bytes in
            // SAFETY: a homogeneous tuple has the layout of an array.
            let pairs = bytes.assumingMemoryBound(to: PairMoments.self)
            for pair in 0..<4 {
                // Sums of x to the powers 0 to 4, and of inverse depth times x to the powers 0 to 2.
                var (x0, x1, x2, x3, x4) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
                var (q0, q1, q2) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
                for group in 0..<cells.groupsInRow {
                    let x = cells.x(group, pair)
                    var power = weights(group, pair)
                    var weighted = power * cells.inverses(row, group, pair)
                    x0 += power
                    power *= x
                    x1 += power
                    power *= x
                    x2 += power
                    power *= x
                    x3 += power
                    power *= x
                    x4 += power
                    q0 += weighted
                    weighted *= x
                    q1 += weighted
                    weighted *= x
                    q2 += weighted
                }
                pairs[pair].add((x0, x1, x2, x3, x4), (q0, q1, q2), y: y)
            }
        }
    }

    /// The six normal equations for the coefficients of x², xy, y², x, y and 1, with the right-hand side in the
    /// seventh place.
    var equations: [SIMD8<Double>] {
        [
            equation { ($0.p40, $0.p31, $0.p22, $0.p30, $0.p21, $0.p20, $0.q20) },
            equation { ($0.p31, $0.p22, $0.p13, $0.p21, $0.p12, $0.p11, $0.q11) },
            equation { ($0.p22, $0.p13, $0.p04, $0.p12, $0.p03, $0.p02, $0.q02) },
            equation { ($0.p30, $0.p21, $0.p12, $0.p20, $0.p11, $0.p10, $0.q10) },
            equation { ($0.p21, $0.p12, $0.p03, $0.p11, $0.p02, $0.p01, $0.q01) },
            equation { ($0.p20, $0.p11, $0.p02, $0.p10, $0.p01, $0.p00, $0.q00) },
        ]
    }

    private typealias Seven = (TwoLanes, TwoLanes, TwoLanes, TwoLanes, TwoLanes, TwoLanes, TwoLanes)

    @inline(__always)
    private func equation(_ sums: (PairMoments) -> Seven) -> SIMD8<Double> {
        let (one, two, three, four) = (sums(pairs.0), sums(pairs.1), sums(pairs.2), sums(pairs.3))
        @inline(__always)
        func total(_ sum: (Seven) -> TwoLanes) -> Double { TwoLanes.total(sum(one), sum(two), sum(three), sum(four)) }
        return SIMD8(
            total { $0.0 }, total { $0.1 }, total { $0.2 }, total { $0.3 }, total { $0.4 }, total { $0.5 },
            total { $0.6 }, 0)
    }
}

/// The moments of two lanes: `p`, followed by the powers of x and of y.
private struct PairMoments {
    var (p00, p10, p20, p30, p40) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (p01, p11, p21, p31) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (p02, p12, p22) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (p03, p13, p04) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    // `q`: the same times inverse depth.
    var (q00, q10, q20) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)
    var (q01, q11, q02) = (TwoLanes.zero, TwoLanes.zero, TwoLanes.zero)

    typealias Powers = (x0: TwoLanes, x1: TwoLanes, x2: TwoLanes, x3: TwoLanes, x4: TwoLanes)

    @inline(__always)
    mutating func add(_ x: Powers, _ q: (TwoLanes, TwoLanes, TwoLanes), y: Double) {
        let (y2, y3, y4) = (y * y, y * y * y, y * y * y * y)
        p00 += x.x0
        p10 += x.x1
        p20 += x.x2
        p30 += x.x3
        p40 += x.x4
        p01 += y * x.x0
        p11 += y * x.x1
        p21 += y * x.x2
        p31 += y * x.x3
        p02 += y2 * x.x0
        p12 += y2 * x.x1
        p22 += y2 * x.x2
        p03 += y3 * x.x0
        p13 += y3 * x.x1
        p04 += y4 * x.x0
        q00 += q.0
        q10 += q.1
        q20 += q.2
        q01 += y * q.0
        q11 += y * q.1
        q02 += y2 * q.0
    }
}
