/// The connected regions of a lattice that are each explained by one plane, largest first.
///
///     let share = Double(regions.all[0].cells.count) / Double(lattice.validCount)
///
/// A region grows from a block whose own plane fits well, over adjacent cells within 2 % of the plane. It grows twice
/// more, each time with the plane refitted to its cells. No cell is in two regions.
///
/// Source: `docs/CANDIDATES.md`, "Definitions"; region growing from seeds after Adams and Bischof, IEEE
/// Transactions on Pattern Analysis and Machine Intelligence 16, 1994.
public struct PlanarRegions: Sendable {
    /// A cell is on the plane if its relative misfit is at most this.
    static let mostMisfit = 0.02
    /// A region has at least this many cells.
    static let minimumCells = 16

    /// A planar region.
    public struct Region: Sendable {
        /// The number of cells.
        public let count: Int
        /// The plane of the region.
        public let plane: InversePlane
        let bits: CellBits
        private let columns: Int

        fileprivate init(_ bits: CellBits, _ plane: InversePlane, columns: Int) {
            count = bits.count
            self.bits = bits
            self.plane = plane
            self.columns = columns
        }

        /// The indices of the region's cells, in the order of the lattice.
        public var cells: [Int] {
            var cells: [Int] = []
            cells.reserveCapacity(count)
            bits.forEach { column, row in cells.append(row * columns + column) }
            return cells
        }
    }

    /// All regions, largest first; among equal sizes, the better fit first.
    public let all: [Region]

    /// The largest region.
    public var largest: Region? { all.first }

    init(_ lattice: SampleLattice, _ blocks: LatticeBlocks) {
        let regions = lattice.cells.withMemory { cells in
            let misfits = blocks.fitted.map { $0.misfit(in: cells) }
            var regions: [Region] = []
            RegionGrowth.with(cells) { growth in
                for place in Self.order(of: misfits) where misfits[place] <= Self.mostMisfit {
                    if let (bits, plane) = growth.grow(from: blocks.fitted[place]) {
                        regions.append(Region(bits, plane, columns: lattice.columns))
                    }
                }
            }
            return regions
        }
        all = Self.order(of: regions.map { -Double($0.count) }).map { regions[$0] }
    }

    /// The indices of the numbers in ascending order of the numbers; ties keep their order. Not inlined, so that the
    /// program has the code for sorting only once.
    @inline(never)
    private static func order(of numbers: [Double]) -> [Int] {
        numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    }

    /// The number of regions, largest first, that together hold this share of the valid cells. Cells in no region
    /// count as regions of the minimum size.
    func count(explaining share: Double, of lattice: SampleLattice) -> Int {
        var missing = Int((share * Double(lattice.validCount)).rounded(.up))
        var count = 0
        for region in all {
            guard missing > 0 else { return count }
            missing -= region.count
            count += 1
        }
        return count + (max(missing, 0) + Self.minimumCells - 1) / Self.minimumCells
    }

    func enclosedShare(in lattice: SampleLattice) -> Double {
        var most = 0.0
        for region in all {
            let share = lattice.share(ofCells: region.count)
            // The outline factor is at most 1, so smaller regions cannot exceed the maximum.
            guard share > most else { break }
            most = max(most, share * region.enclosedOutline(in: lattice))
        }
        return most
    }
}

/// Grows regions over the cells that are in no region yet.
private struct RegionGrowth {
    private typealias Words = UnsafeMutableBufferPointer<UInt64>

    private let cells: CellMemory
    private let wordsInRow: Int
    // The sets of cells are bits, in rows of whole words, the leftmost cell in the lowest bit.
    /// Cells with a depth that are in no region.
    private let free: Words
    /// The free cells on the plane, in the rows examined so far.
    private let onPlane: Words
    private let reached: Words
    /// One word per row: 1 if it was examined for the current plane.
    private let isLookedAt: Words

    static func with(_ cells: CellMemory, _ body: (RegionGrowth) -> Void) {
        let wordsInRow = (cells.groupsInRow + 7) / 8
        let count = wordsInRow * cells.rows
        var memory = [UInt64](repeating: 0, count: 3 * count + cells.rows)
        memory.withUnsafeMutableBufferPointer { memory in
            let growth = RegionGrowth(
                cells: cells, wordsInRow: wordsInRow, free: Words(rebasing: memory[..<count]),
                onPlane: Words(rebasing: memory[count..<2 * count]),
                reached: Words(rebasing: memory[2 * count..<3 * count]),
                isLookedAt: Words(rebasing: memory[(3 * count)...]))
            for row in 0..<cells.rows {
                for group in 0..<cells.groupsInRow {
                    growth.free[row * wordsInRow + group / 8] |=
                        UInt64(cells.valid(row, group)) << UInt64(8 * (group % 8))
                }
            }
            body(growth)
        }
    }

    /// Grows a region from a block and removes the region's cells from the free ones; nil if it is too small.
    func grow(from seed: LatticeBlocks.Block) -> (CellBits, InversePlane)? {
        var plane = seed.plane
        for round in 0..<3 {
            reach(from: seed, plane)
            guard reached.reduce(0, { $0 + $1.nonzeroBitCount }) >= PlanarRegions.minimumCells else { return nil }
            if round < 2 { plane = planeOfReached() ?? plane }
        }
        for word in free.indices { free[word] &= ~reached[word] }
        return (CellBits(reached, wordsInRow: wordsInRow), plane)
    }

    private func reach(from seed: LatticeBlocks.Block, _ plane: InversePlane) {
        for row in isLookedAt.indices { isLookedAt[row] = 0 }
        for word in reached.indices { reached[word] = 0 }
        let word = seed.group / 8
        let ofSeed: UInt64 = 0xff << UInt64(8 * (seed.group % 8))
        guard seed.rows.contains(where: { free[$0 * wordsInRow + word] & ofSeed != 0 }) else { return }
        for row in seed.rows {
            look(atRow: row, plane)
            reached[row * wordsInRow + word] = onPlane[row * wordsInRow + word] & ofSeed
        }
        var (top, bottom) = (seed.rows.lowerBound, seed.rows.upperBound - 1)
        // Sweeps down and up until nothing is added.
        var isChanged = true
        while isChanged {
            isChanged = false
            var row = top
            while row <= bottom {
                spread(inRow: row)
                if row + 1 < cells.rows, step(from: row, to: row + 1, plane) {
                    isChanged = true
                    bottom = max(bottom, row + 1)
                }
                row += 1
            }
            row = bottom
            while row >= top {
                spread(inRow: row)
                if row > 0, step(from: row, to: row - 1, plane) {
                    isChanged = true
                    top = min(top, row - 1)
                }
                row -= 1
            }
        }
    }

    /// Reaches the cells of row `next` that are adjacent to reached cells of `row`. Returns whether there were any.
    private func step(from row: Int, to next: Int, _ plane: InversePlane) -> Bool {
        var isAny = false
        for word in 0..<wordsInRow {
            let (from, to) = (row * wordsInRow + word, next * wordsInRow + word)
            guard reached[from] & free[to] & ~reached[to] != 0 else { continue }
            look(atRow: next, plane)
            let new = reached[from] & onPlane[to] & ~reached[to]
            reached[to] |= new
            isAny = isAny || new != 0
        }
        return isAny
    }

    private func spread(inRow row: Int) {
        let words = row * wordsInRow..<(row + 1) * wordsInRow
        var carry: UInt64 = 0
        for word in words {
            reached[word] = CellBits.spread(reached[word] | carry & onPlane[word], over: onPlane[word])
            carry = reached[word] >> 63
        }
        guard wordsInRow > 1 else { return }
        carry = 0
        for word in words.reversed() {
            reached[word] = CellBits.spread(reached[word] | carry << 63 & onPlane[word], over: onPlane[word])
            carry = reached[word] & 1
        }
    }

    private func look(atRow row: Int, _ plane: InversePlane) {
        guard isLookedAt[row] == 0 else { return }
        isLookedAt[row] = 1
        for word in 0..<wordsInRow {
            let asked = free[row * wordsInRow + word]
            var (bits, left) = (LaneBits(), asked)
            var group = 8 &* word
            // Groups without a free cell are skipped.
            while left != 0 {
                if left & 0xff != 0 {
                    bits.set(group & 7, where: plane.misfits(cells, row, group) .<= PlanarRegions.mostMisfit)
                }
                left &>>= 8
                group &+= 1
            }
            onPlane[row * wordsInRow + word] = bits.word & asked
        }
    }

    private func planeOfReached() -> InversePlane? {
        let weights = BitWeights()
        var sums = PlaneSums()
        for row in 0..<cells.rows {
            let words = UnsafeBufferPointer(rebasing: reached[row * wordsInRow..<(row + 1) * wordsInRow])
            guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 })
            else { continue }
            // Each group is one byte of a word.
            let begin = 8 * first + words[first].trailingZeroBitCount / 8
            let end = 8 * last + 8 - words[last].leadingZeroBitCount / 8
            sums.addRow(row, of: cells, groups: begin..<end) { group, pair in
                weights(UInt8(truncatingIfNeeded: words[group &>> 3] &>> UInt64(8 &* (group & 7))), pair)
            }
        }
        return sums.plane
    }
}
