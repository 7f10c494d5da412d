/// The presentations of one class, merged into cells that a block of operating points cannot distinguish.
///
/// A block has few distinct thresholds. Presentations that pass the same ones get the same decision at every point
/// of the block, so their columns of the decision matrix are equal, and their draws are summed before the
/// multiplication. Presentations that pass no threshold of some kind are dropped. The product is exactly the same.
struct BlockCells {
    /// The number of distinct thresholds of each kind that each cell passes, at least 1.
    private var cells: [SIMD4<Int32>] = []
    /// The cell and group of each member; members that pass no threshold of some kind are absent.
    private(set) var members: [(cell: Int, group: Int)] = []
    private(set) var sizes: [Int] = []
    private let deviations: [Int32]
    private let layers: [Int32]
    private let coherences: [Int32]

    init(_ block: [ThresholdRanks.Point], members all: ClassMembers) {
        deviations = Set(block.map(\.deviation)).sorted()
        layers = Set(block.map(\.layers)).sorted()
        coherences = Set(block.map(\.coherence)).sorted()
        var cellOf: [SIMD4<Int32>: Int] = [:]
        all.forEachDecided { group, deviation, layerCount, coherence in
            let key = passed(deviation, layerCount, coherence)
            guard key.min() > 0 else { return }
            let cell = cellOf[key, default: cells.count]
            if cell == cells.count {
                cellOf[key] = cell
                cells.append(key)
                sizes.append(0)
            }
            sizes[cell] += 1
            members.append((cell, group))
        }
    }

    var count: Int { cells.count }

    /// Writes 1 for each cell that the operating point accepts and 0 for the others. Returns the number of accepted
    /// presentations.
    func decide<Scalar: BLASScalar>(
        _ point: ThresholdRanks.Point, into decisions: UnsafeMutableBufferPointer<Scalar>
    ) -> Int {
        let needed = passed(point.deviation, point.layers, point.coherence)
        var accepted = 0
        for (cell, passed) in cells.enumerated() {
            let passes = all(passed .>= needed)
            decisions[cell] = passes ? 1 : 0
            if passes { accepted += sizes[cell] }
        }
        return accepted
    }

    /// The number of thresholds of each kind that the values pass; the fourth lane only fills the vector.
    private func passed(_ deviation: Int32, _ layerCount: Int32, _ coherence: Int32) -> SIMD4<Int32> {
        SIMD4(
            deviations.countNotAbove(deviation), layers.countNotAbove(layerCount), coherences.countNotAbove(coherence),
            1)
    }
}
