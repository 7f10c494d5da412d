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
        /// How many cells it has.
        public let count: Int
        /// The plane it has grown over.
        public let plane: InversePlane
        let bits: CellBits
        private let columns: Int

        fileprivate init(_ bits: CellBits, _ plane: InversePlane, columns: Int) {
            count = bits.count
            self.bits = bits
            self.plane = plane
            self.columns = columns
        }

        /// The indices of its cells, in the order of the lattice.
        public var cells: [Int] {
            var cells: [Int] = []
            cells.reserveCapacity(count)
            bits.forEach { column, row in cells.append(row * columns + column) }
            return cells
        }
    }

    /// All of them, the largest first; of equal ones that which fits better.
    public let all: [Region]

    /// The largest.
    public var largest: Region? { all.first }

    init(_ lattice: SampleLattice, _ blocks: LatticeBlocks) {
        var growth = RegionGrowth(lattice)
        var regions: [Region] = []
        for place in Self.order(of: blocks.fitted.map { $0.misfit }) {
            let seed = blocks.fitted[place]
            if seed.misfit <= Self.mostMisfit, let (bits, plane) = growth.grow(from: seed) {
                regions.append(Region(bits, plane, columns: lattice.columns))
            }
        }
        all = Self.order(of: regions.map { -Double($0.count) }).map { regions[$0] }
    }

    /// The places of the numbers from the least to the greatest; of equal ones that which comes first. Once in the
    /// program, for sorting is much code.
    @inline(never)
    private static func order(of numbers: [Double]) -> [Int] {
        numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    }

    /// How many of them, the largest first, hold this share of the valid cells; what lies in none counts as regions of
    /// the least size.
    func count(explaining share: Double, of lattice: SampleLattice) -> Int {
        var missing = Int((share * Double(lattice.validCount)).rounded(.up))
        var count = 0
        for region in all {
            guard missing > 0 else { return count }
            missing -= region.count
            count += 1
        }
        return count + (max(missing, 0) + Self.leastCells - 1) / Self.leastCells
    }

    /// See ``SceneCandidates/enclosedPlaneShare``.
    func enclosedShare(in lattice: SampleLattice) -> Double {
        var most = 0.0
        for region in all {
            let share = lattice.share(ofCells: region.count)
            // The outline can only make it less.
            guard share > most else { break }
            most = max(most, share * region.enclosedOutline(in: lattice))
        }
        return most
    }
}

/// Grows regions over cells that no other has taken.
private struct RegionGrowth {
    private let cells: CellGroups
    private let columns: Int
    /// Cells with a depth that are in no region.
    private var free: CellBits
    /// Of the rows looked at, those of them on the plane.
    private var onPlane: CellBits
    private var isLookedAt: [Bool]
    private var reached: CellBits

    init(_ lattice: SampleLattice) {
        cells = lattice.cells
        columns = lattice.columns
        free = CellBits(columns: columns, rows: cells.rows)
        for row in 0..<cells.rows {
            for group in 0..<cells.groupsInRow {
                free.words[row * free.wordsInRow + group / 8] |=
                    UInt64(cells.valid[row * cells.groupsInRow + group]) << UInt64(8 * (group % 8))
            }
        }
        onPlane = free
        reached = free
        isLookedAt = []
    }

    /// A region that begins in a block, whose cells are taken from now on; nil if it stays too small.
    mutating func grow(from seed: LatticeBlocks.Block) -> (CellBits, InversePlane)? {
        var plane = seed.plane
        for round in 0..<3 {
            reach(from: seed, plane)
            guard reached.count >= PlanarRegions.leastCells else { return nil }
            if round < 2 { plane = planeOfReached() ?? plane }
        }
        for word in free.words.indices { free.words[word] &= ~reached.words[word] }
        return (reached, plane)
    }

    /// The free cells on a plane that can be reached from those of a block.
    private mutating func reach(from seed: LatticeBlocks.Block, _ plane: InversePlane) {
        isLookedAt = [Bool](repeating: false, count: cells.rows)
        for word in reached.words.indices { reached.words[word] = 0 }
        var (top, bottom) = (seed.row, min(seed.row + LatticeBlocks.side, cells.rows) - 1)
        guard (top...bottom).contains(where: { free.eight(row: $0, group: seed.group) != 0 }) else { return }
        let word = seed.group / 8
        for row in top...bottom {
            look(atRow: row, plane)
            reached.words[row * reached.wordsInRow + word] =
                onPlane.words[row * reached.wordsInRow + word] & 0xff << UInt64(8 * (seed.group % 8))
        }
        // Down and up again until nothing is added.
        var isChanged = true
        while isChanged {
            isChanged = false
            var row = top
            while row <= bottom {
                reached.spread(inRow: row, over: onPlane)
                if row + 1 < cells.rows, step(from: row, to: row + 1, plane) {
                    isChanged = true
                    bottom = max(bottom, row + 1)
                }
                row += 1
            }
            row = bottom
            while row >= top {
                reached.spread(inRow: row, over: onPlane)
                if row > 0, step(from: row, to: row - 1, plane) {
                    isChanged = true
                    top = min(top, row - 1)
                }
                row -= 1
            }
        }
    }

    /// Reaches the cells of a row that lie beside reached ones of another; tells whether there were any.
    private mutating func step(from row: Int, to next: Int, _ plane: InversePlane) -> Bool {
        var isAny = false
        for word in 0..<reached.wordsInRow {
            let (from, to) = (row * reached.wordsInRow + word, next * reached.wordsInRow + word)
            guard reached.words[from] & free.words[to] & ~reached.words[to] != 0 else { continue }
            look(atRow: next, plane)
            let new = reached.words[from] & onPlane.words[to] & ~reached.words[to]
            reached.words[to] |= new
            isAny = isAny || new != 0
        }
        return isAny
    }

    /// Finds the free cells of a row that lie on a plane, once.
    private mutating func look(atRow row: Int, _ plane: InversePlane) {
        guard !isLookedAt[row] else { return }
        isLookedAt[row] = true
        for word in 0..<free.wordsInRow {
            let place = row * free.wordsInRow + word
            var bits: UInt64 = 0
            for group in 8 * word..<min(8 * word + 8, cells.groupsInRow) where free.eight(row: row, group: group) != 0 {
                let misfits = plane.misfits(cells, row: row, group: group)
                bits |= UInt64(LaneBits.of(misfits .<= PlanarRegions.mostMisfit)) << UInt64(8 * (group % 8))
            }
            onPlane.words[place] = bits & free.words[place]
        }
    }

    private func planeOfReached() -> InversePlane? {
        let allWeights = LaneBits.weights
        var sums = PlaneSums()
        for row in 0..<cells.rows {
            var ofRow = RowSums()
            var isAny = false
            for group in 0..<cells.groupsInRow {
                let eight = reached.eight(row: row, group: group)
                guard eight != 0 else { continue }
                isAny = true
                ofRow.add(cells, row: row, group: group, weights: allWeights[Int(eight)])
            }
            if isAny { sums.add(ofRow, y: cells.y[row]) }
        }
        return sums.plane
    }
}
