/// A plane as a depth camera sees it: its inverse depth is `a x + b y + c`.
///
///     let depth = plane.depth(x, y, leastInverse: lattice.leastInverse)
///
/// A pinhole camera maps the point (X, Y, Z) to X/Z and Y/Z, so that a plane `n · P = h` has the inverse depth
/// `1/Z = (n · (X/Z, Y/Z, 1)) / h`, which is affine in the pixel, whatever focal length and centre are.
///
/// Source: Hartley and Zisserman, Multiple View Geometry, §8.1; `docs/CANDIDATES.md`.
public struct InversePlane: Sendable, Hashable {
    /// Per unit of x, in 1/m.
    public var a: Double
    /// Per unit of y, in 1/m.
    public var b: Double
    /// In the middle of the map, in 1/m.
    public var c: Double

    @inline(__always)
    func inverse(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }

    /// How far the cell's depth is from the plane's, as a share of the plane's depth.
    @inline(__always)
    func misfit(_ depth: Double, _ x: Double, _ y: Double) -> Double { abs(1 - depth * inverse(x, y)) }
}

/// Sums over some cells, from which the least squares plane through them follows. Sums of disjoint sets add up.
struct PlaneSums: Sendable {
    private(set) var count = 0.0
    private var (x, y, q) = (0.0, 0.0, 0.0)
    private var (xx, xy, yy, xq, yq) = (0.0, 0.0, 0.0, 0.0, 0.0)

    @inline(__always)
    mutating func add(_ cx: Double, _ cy: Double, _ inverse: Double) {
        count += 1
        x += cx
        y += cy
        q += inverse
        xx += cx * cx
        xy += cx * cy
        yy += cy * cy
        xq += cx * inverse
        yq += cy * inverse
    }

    mutating func add(_ other: PlaneSums) {
        count += other.count
        x += other.x
        y += other.y
        q += other.q
        xx += other.xx
        xy += other.xy
        yy += other.yy
        xq += other.xq
        yq += other.yq
    }

    /// The plane of least squares in inverse depth; nil if the cells do not span an area.
    var plane: InversePlane? {
        guard count >= 3 else { return nil }
        let (sxx, sxy, syy) = (xx - x * x / count, xy - x * y / count, yy - y * y / count)
        let (sxq, syq) = (xq - x * q / count, yq - y * q / count)
        let determinant = sxx * syy - sxy * sxy
        // Cells on one line have none but for rounding.
        guard determinant > 1e-9 * (sxx + syy) * (sxx + syy) else { return nil }
        let a = (sxq * syy - syq * sxy) / determinant
        let b = (syq * sxx - sxq * sxy) / determinant
        return InversePlane(a: a, b: b, c: (q - a * x - b * y) / count)
    }
}

/// The lattice in blocks of eight by eight cells: local planes, the only guesses that fits begin with.
struct LatticeBlocks: Sendable {
    static let side = 8

    /// A block that a plane could be fitted to.
    struct Block: Sendable {
        let column: Int
        let row: Int
        let plane: InversePlane
        /// Root mean square of the misfit.
        let misfit: Double
    }

    /// Those with at least three quarters of their cells valid.
    let fitted: [Block]
    /// Sums over the whole, and over four quarters, of all valid cells.
    let parts: [PlaneSums]

    init(_ lattice: SampleLattice) {
        let side = Self.side
        let (across, down) = ((lattice.columns + side - 1) / side, (lattice.rows + side - 1) / side)
        var sums = [PlaneSums](repeating: PlaneSums(), count: across * down)
        lattice.forEachValid { column, row, index in
            sums[row / side * across + column / side].add(lattice.x[column], lattice.y[row], lattice.inverses[index])
        }
        let planes = sums.map { $0.count >= Double(side * side * 3 / 4) ? $0.plane : nil }
        var squares = [Double](repeating: 0, count: sums.count)
        lattice.forEachValid { column, row, index in
            let block = row / side * across + column / side
            guard let plane = planes[block] else { return }
            let misfit = plane.misfit(lattice.depths[index], lattice.x[column], lattice.y[row])
            squares[block] += misfit * misfit
        }
        fitted = sums.indices.compactMap { index in
            planes[index].map {
                Block(
                    column: index % across, row: index / across, plane: $0,
                    misfit: (squares[index] / sums[index].count).squareRoot())
            }
        }
        var parts = [PlaneSums](repeating: PlaneSums(), count: 5)
        for (index, block) in sums.enumerated() {
            let (right, bottom) = (2 * (index % across) >= across, 2 * (index / across) >= down)
            parts[0].add(block)
            parts[1 + (right ? 1 : 0) + (bottom ? 2 : 0)].add(block)
        }
        self.parts = parts
    }
}

extension InversePlane {
    /// Beyond 5 % a cell says no more against a plane than any other that is not on it.
    private static let mostMisfit = 0.05

    /// The plane most cells lie on: of the planes through the whole, its quarters and its blocks the one with the least
    /// sum of misfits, none of them counted above 5 %; then least squares through the cells near it, four times.
    ///
    /// Source: the criterion is MSAC's (Torr and Zisserman, Computer Vision and Image Understanding 78, 2000), with
    /// local fits in the place of random ones.
    init?(best lattice: SampleLattice, _ blocks: LatticeBlocks) {
        var best: (plane: InversePlane, score: Double)?
        for plane in blocks.parts.compactMap(\.plane) + blocks.fitted.map(\.plane) {
            let score = plane.score(lattice, every: 3)
            if score < best?.score ?? .infinity { best = (plane, score) }
        }
        guard let guess = best?.plane else { return nil }
        var plane = guess
        for _ in 0..<4 { plane = plane.refitted(lattice) ?? plane }
        self = plane.score(lattice, every: 1) <= guess.score(lattice, every: 1) ? plane : guess
    }

    private func score(_ lattice: SampleLattice, every step: Int) -> Double {
        var sum = 0.0
        lattice.forEachValid(every: step) { column, row, index in
            sum += min(misfit(lattice.depths[index], lattice.x[column], lattice.y[row]), Self.mostMisfit)
        }
        return sum
    }

    /// Least squares through the cells within two and a half standard deviations, as the median tells them, or 1 %.
    private func refitted(_ lattice: SampleLattice) -> InversePlane? {
        var misfits: [Double] = []
        misfits.reserveCapacity(lattice.validCount)
        lattice.forEachValid { column, row, index in
            misfits.append(misfit(lattice.depths[index], lattice.x[column], lattice.y[row]))
        }
        var ordered = misfits
        let limit = max(0.01, 2.5 * 1.4826 * ordered.upperMedian())
        var sums = PlaneSums()
        var number = 0
        lattice.forEachValid { column, row, index in
            if misfits[number] <= limit { sums.add(lattice.x[column], lattice.y[row], lattice.inverses[index]) }
            number += 1
        }
        return sums.plane
    }
}

/// How far the cells lie from a plane.
struct PlaneDistances {
    private let relative: [Double]
    /// The upper median in metres.
    let median: Double
    /// The 90th percentile in metres, nearest rank.
    let percentile90: Double

    init(_ lattice: SampleLattice, _ plane: InversePlane) {
        var distances: [Double] = []
        var relative: [Double] = []
        lattice.forEachValid { column, row, index in
            let depth = lattice.depths[index]
            let inverse = max(plane.inverse(lattice.x[column], lattice.y[row]), lattice.leastInverse)
            let distance = abs(depth - 1 / inverse)
            distances.append(distance)
            relative.append(distance / depth)
        }
        var ordered = distances
        median = ordered.upperMedian()
        percentile90 = ordered.select(rank: (9 * ordered.count + 9) / 10 - 1)
        self.relative = relative
    }

    /// The share of the cells that lie within this share of their depth.
    func share(within limit: Double) -> Double {
        Double(relative.count { $0 <= limit }) / Double(relative.count)
    }
}
