/// A smoothly bent sheet as a depth camera sees it, to second order: inverse depth is a quadratic form of the pixel.
///
///     let metres = InverseQuadric(best: lattice)?.medianDistance(in: lattice)
///
/// Planes are among them, and a cylinder or a sphere nearly: what remains of a bent print is its noise.
struct InverseQuadric: Sendable {
    /// Of x², xy, y², x, y and 1.
    private let coefficients: SIMD8<Double>

    @inline(__always)
    private static func terms(_ x: Double, _ y: Double) -> SIMD8<Double> {
        SIMD8(x * x, x * y, y * y, x, y, 1, 0, 0)
    }

    @inline(__always)
    private func inverse(_ x: Double, _ y: Double) -> Double {
        let products = coefficients * Self.terms(x, y)
        return products[0] + products[1] + products[2] + products[3] + products[4] + products[5]
    }

    /// The one most cells lie on: least squares in which a cell counts the less the farther it is (Cauchy's weights),
    /// begun once from all cells and once from those in the middle, where a print is held; the better by its median.
    ///
    /// Source: Zhang, Parameter estimation techniques, Image and Vision Computing 15, 1997, §9.4.
    init?(best lattice: SampleLattice) {
        let starts = [1.0, 0.5].compactMap { part in
            InverseQuadric(lattice) { x, y in abs(x) <= part && abs(y) <= part ? 1 : 0 }
        }
        let found = starts.map { start in
            (0..<4).reduce(start) { quadric, _ in quadric.reweighted(lattice) ?? quadric }
        }
        let medians = found.map { $0.medianDistance(in: lattice) }
        guard let best = medians.indices.min(by: { medians[$0] < medians[$1] }) else { return nil }
        self = found[best]
    }

    /// Weighted least squares through every second cell of every second row; nil where they do not tell.
    private init?(_ lattice: SampleLattice, _ weight: (Double, Double) -> Double) {
        self.init(lattice) { x, y, _ in weight(x, y) }
    }

    private init?(_ lattice: SampleLattice, weight: (_ x: Double, _ y: Double, _ depth: Double) -> Double) {
        var rows = [SIMD8<Double>](repeating: .zero, count: 6)
        lattice.forEachValid(every: 2) { column, row, index in
            let (x, y) = (lattice.x[column], lattice.y[row])
            let weight = weight(x, y, lattice.depths[index])
            var terms = Self.terms(x, y)
            let weighted = weight * terms
            // What the terms are to sum to stands in the seventh place of each row.
            terms[6] = lattice.inverses[index]
            for place in 0..<6 { rows[place] += weighted[place] * terms }
        }
        guard let solution = Self.solve(rows) else { return nil }
        coefficients = solution
    }

    private func reweighted(_ lattice: SampleLattice) -> InverseQuadric? {
        var misfits: [Double] = []
        lattice.forEachValid(every: 2) { column, row, index in
            misfits.append(abs(1 - lattice.depths[index] * inverse(lattice.x[column], lattice.y[row])))
        }
        guard !misfits.isEmpty else { return nil }
        // 2.3849 deviations are Cauchy's 95 % efficiency; a perfect fit keeps a width.
        let width = 2.3849 * max(1.4826 * misfits.upperMedian(), 1e-4)
        return InverseQuadric(lattice) { x, y, depth in
            let misfit = (1 - depth * inverse(x, y)) / width
            return 1 / (1 + misfit * misfit)
        }
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

    /// The upper median of the distances along the camera's axis, in metres.
    func medianDistance(in lattice: SampleLattice) -> Double {
        var distances: [Double] = []
        distances.reserveCapacity(lattice.validCount)
        lattice.forEachValid { column, row, index in
            let inverse = max(inverse(lattice.x[column], lattice.y[row]), lattice.leastInverse)
            distances.append(abs(lattice.depths[index] - 1 / inverse))
        }
        return distances.upperMedian()
    }
}
