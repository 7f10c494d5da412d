/// A plane as seen by a depth camera: its inverse depth is `a x + b y + c`.
///
///     let depth = 1 / (plane.a * x + plane.b * y + plane.c)
///
/// A pinhole camera maps the point (X, Y, Z) to X/Z and Y/Z. A plane `n · P = h` therefore has the inverse depth
/// `1/Z = (n · (X/Z, Y/Z, 1)) / h`, which is affine in the pixel's coordinates for every focal length and centre.
///
/// Source: Hartley and Zisserman, Multiple View Geometry, §8.1; `docs/CANDIDATES.md`.
public struct InversePlane: Sendable, Hashable {
    /// Change of the inverse depth per unit of x, in 1/m.
    public var a: Double
    /// Change of the inverse depth per unit of y, in 1/m.
    public var b: Double
    /// Inverse depth in the middle of the map, in 1/m.
    public var c: Double

    @inline(__always)
    func inverses(_ cells: CellMemory, _ row: Int, _ group: Int) -> Lanes {
        a * cells.x(group) + (b * cells.y(row) + c)
    }

    /// The relative differences between the depths of a group and the plane; 1 where there is no depth.
    @inline(__always)
    func misfits(_ cells: CellMemory, _ row: Int, _ group: Int) -> Lanes {
        (1 - cells.depths(row, group) * inverses(cells, row, group)).magnitudes
    }

    /// The misfits of one pair of lanes.
    @inline(__always)
    func misfits(_ cells: CellMemory, _ row: Int, _ group: Int, _ pair: Int) -> TwoLanes {
        (1 - cells.depths(row, group, pair) * (a * cells.x(group, pair) + (b * cells.y(row) + c))).magnitudes
    }
}

extension InversePlane {
    /// Misfits above 5 % count as 5 %: beyond that, a cell is simply not on the plane.
    private static let mostMisfit = 0.05

    /// The plane that most cells lie on. Of the planes fitted to the whole map, its quarters and its blocks, the one
    /// with the smallest sum of misfits (each limited to 5 %) is refitted by least squares to the cells near it, up to
    /// four times.
    ///
    /// Source: the criterion is MSAC's (Torr and Zisserman, Computer Vision and Image Understanding 78, 2000), with
    /// local fits instead of random ones.
    init?(best lattice: SampleLattice, _ blocks: LatticeBlocks, _ values: inout ValueList) {
        let few = lattice.cells(every: 3)
        var best: (plane: InversePlane, score: Double)?
        for plane in blocks.parts.compactMap({ $0.plane }) + blocks.fitted.map({ $0.plane }) {
            let score = plane.score(few, below: best?.score ?? .infinity)
            if score < best?.score ?? .infinity { best = (plane, score) }
        }
        guard let guess = best?.plane else { return nil }
        var plane = guess
        for _ in 0..<4 {
            // A plane that no longer changes has converged.
            guard let next = plane.refitted(lattice.cells, &values), next != plane else { break }
            plane = next
        }
        let score = guess.score(lattice.cells)
        self = plane.score(lattice.cells) <= score ? plane : guess
    }

    /// The sum of misfits. Cells without a depth count like cells off the plane. If the sum reaches `limit`, the
    /// result is any value of at least `limit`.
    private func score(_ cells: CellGroups, below limit: Double = .infinity) -> Double {
        cells.withMemory { cells in
            var sums = Lanes.zero
            for row in 0..<cells.rows {
                for group in 0..<cells.groupsInRow {
                    sums += misfits(cells, row, group).atMost(Self.mostMisfit)
                }
                // The sums never decrease, so this can stop early.
                if row % 4 == 3, sums.total >= limit { break }
            }
            return sums.total
        }
    }

    /// 2.5 standard deviations, as a multiple of the median absolute deviation, which is 1 / 1.4826 of one.
    private static let maximumDeviations = 2.5 * 1.4826
    private static let minimumLimit = 0.01

    /// Least squares through the cells whose misfit is at most 1 % or 2.5 deviations, estimated from the median.
    private func refitted(_ cells: CellGroups, _ values: inout ValueList) -> InversePlane? {
        let limit = TwoLanes(repeating: limit(cells, &values))
        return cells.withMemory { cells in
            var sums = PlaneSums()
            for row in 0..<cells.rows {
                sums.addRow(row, of: cells, groups: 0..<cells.groupsInRow) { group, pair in
                    .ones(where: (misfits(cells, row, group, pair) .<= limit) .& (cells.depths(row, group, pair) .> 0))
                }
            }
            return sums.plane
        }
    }

    private func limit(_ cells: CellGroups, _ values: inout ValueList) -> Double {
        var near = Lanes.zero
        cells.withMemory { cells in
            values.replaceAll { values in
                for row in 0..<cells.rows {
                    for group in 0..<cells.groupsInRow {
                        let misfits = misfits(cells, row, group)
                        values.append(misfits, cells.valid(row, group))
                        // Cells without a depth have misfit 1 and never count.
                        near += Lanes(repeating: 1).kept(where: Self.maximumDeviations * misfits .<= Self.minimumLimit)
                    }
                }
            }
        }
        // In this case the limit from the median would be below the minimum, so the median is not needed.
        if Int(near.total) > values.count / 2 { return Self.minimumLimit }
        return max(Self.minimumLimit, Self.maximumDeviations * values.upperMedian())
    }
}

/// The distances of the cells from a plane.
struct PlaneDistances {
    let median: Double
    /// The 90th percentile in metres, nearest rank.
    let percentile90: Double
    let share1: Double
    let share2: Double

    init(_ lattice: SampleLattice, _ plane: InversePlane, _ values: inout ValueList) {
        var (within1, within2) = (Lanes.zero, Lanes.zero)
        lattice.cells.withMemory { cells in
            values.replaceAll { values in
                for row in 0..<cells.rows {
                    for group in 0..<cells.groupsInRow {
                        let depths = cells.depths(row, group)
                        let inverses = plane.inverses(cells, row, group).atLeast(lattice.leastInverse)
                        let distances = (depths - 1 / inverses).magnitudes
                        values.append(distances, cells.valid(row, group))
                        let one = Lanes(repeating: 1).kept(where: depths .> 0)
                        within1 += one.kept(where: distances .<= 0.01 * depths)
                        within2 += one.kept(where: distances .<= 0.02 * depths)
                    }
                }
            }
        }
        percentile90 = values.select(rank: (9 * values.count + 9) / 10 - 1)
        median = values.upperMedian()
        share1 = within1.total / Double(lattice.validCount)
        share2 = within2.total / Double(lattice.validCount)
    }
}
