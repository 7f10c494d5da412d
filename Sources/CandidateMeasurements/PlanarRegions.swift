/// The connected regions of a lattice that one plane each explains, the largest first.
///
///     let share = Double(regions.all[0].cells.count) / Double(lattice.validCount)
///
/// Each grows from a block whose own plane fits well, over cells side by side that lie within 2 % of the plane; twice
/// more with the plane of what it has grown to. No cell is in two.
///
/// Source: `docs/CANDIDATES.md`, "Planar regions"; region growing from seeds after Adams and Bischof, IEEE Transactions
/// on Pattern Analysis and Machine Intelligence 16, 1994.
public struct PlanarRegions: Sendable {
    /// Farther from the plane than this share of its depth a cell is not on it.
    static let mostMisfit = 0.02
    /// Fewer cells are no region.
    static let leastCells = 16

    /// One of them.
    public struct Region: Sendable {
        /// The indices of its cells, in the order of the lattice.
        public let cells: [Int]
        /// The plane through them.
        public let plane: InversePlane
    }

    /// All of them, the largest first; of equal ones that which fits better.
    public let all: [Region]

    /// The largest.
    public var largest: Region? { all.first }

    init(_ lattice: SampleLattice, _ blocks: LatticeBlocks) {
        let seeds = blocks.fitted.enumerated().sorted {
            ($0.element.misfit, $0.offset) < ($1.element.misfit, $1.offset)
        }
        var growth = RegionGrowth(lattice)
        var regions: [Region] = []
        for (_, seed) in seeds where seed.misfit <= Self.mostMisfit {
            if let region = growth.grow(from: seed) { regions.append(region) }
        }
        all = regions.enumerated().sorted {
            ($1.element.cells.count, $0.offset) < ($0.element.cells.count, $1.offset)
        }.map(\.element)
    }

    /// How many of them, the largest first, hold this share of the valid cells; what lies in none counts as regions of
    /// the least size.
    func count(explaining share: Double, of lattice: SampleLattice) -> Int {
        var missing = Int((share * Double(lattice.validCount)).rounded(.up))
        var count = 0
        for region in all {
            guard missing > 0 else { return count }
            missing -= region.cells.count
            count += 1
        }
        return count + (max(missing, 0) + Self.leastCells - 1) / Self.leastCells
    }

    /// See ``SceneCandidates/enclosedPlaneShare``.
    func enclosedShare(in lattice: SampleLattice) -> Double {
        var most = 0.0
        for region in all {
            let share = lattice.share(ofCells: region.cells.count)
            // The outline can only make it less.
            guard share > most else { break }
            most = max(most, share * region.enclosedOutline(in: lattice))
        }
        return most
    }
}

/// Grows regions over cells that no other has taken.
private struct RegionGrowth {
    private let lattice: SampleLattice
    private var isTaken: [Bool]
    /// The number of the attempt that last reached a cell.
    private var reached: [Int]
    private var attempt = 0

    init(_ lattice: SampleLattice) {
        self.lattice = lattice
        isTaken = lattice.depths.map { $0 == 0 }
        reached = [Int](repeating: 0, count: isTaken.count)
    }

    /// A region that begins in a block, whose cells are taken from now on; nil if it stays too small.
    mutating func grow(from seed: LatticeBlocks.Block) -> PlanarRegions.Region? {
        var plane = seed.plane
        var cells: [Int] = []
        for round in 0..<3 {
            cells = connected(to: seed, plane)
            guard cells.count >= PlanarRegions.leastCells else { return nil }
            guard round < 2 else { break }
            var sums = PlaneSums()
            for cell in cells {
                let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
                sums.add(lattice.x[column], lattice.y[row], lattice.inverses[cell])
            }
            plane = sums.plane ?? plane
        }
        for cell in cells { isTaken[cell] = true }
        return PlanarRegions.Region(cells: cells.sorted(), plane: plane)
    }

    /// The free cells on a plane that can be reached from those of a block.
    private mutating func connected(to seed: LatticeBlocks.Block, _ plane: InversePlane) -> [Int] {
        attempt += 1
        var cells: [Int] = []
        let side = LatticeBlocks.side
        for row in seed.row * side..<min((seed.row + 1) * side, lattice.rows) {
            for column in seed.column * side..<min((seed.column + 1) * side, lattice.columns) {
                reach(column, row, plane, &cells)
            }
        }
        var next = 0
        while next < cells.count {
            let (row, column) = cells[next].quotientAndRemainder(dividingBy: lattice.columns)
            next += 1
            if column > 0 { reach(column - 1, row, plane, &cells) }
            if column + 1 < lattice.columns { reach(column + 1, row, plane, &cells) }
            if row > 0 { reach(column, row - 1, plane, &cells) }
            if row + 1 < lattice.rows { reach(column, row + 1, plane, &cells) }
        }
        return cells
    }

    @inline(__always)
    private mutating func reach(_ column: Int, _ row: Int, _ plane: InversePlane, _ cells: inout [Int]) {
        let cell = row * lattice.columns + column
        guard !isTaken[cell], reached[cell] != attempt,
            plane.misfit(lattice.depths[cell], lattice.x[column], lattice.y[row]) <= PlanarRegions.mostMisfit
        else { return }
        reached[cell] = attempt
        cells.append(cell)
    }
}
