/// The presentations of one class, merged where a block of operating points cannot tell them apart.
///
/// The points of a block have few distinct thresholds. Two presentations that pass the same ones are decided alike by
/// every point of the block, so their columns of the decision matrix are equal and their draws can be added up before
/// the matrix is multiplied. Presentations that pass none of them fall away. The product stays the same, number for
/// number.
struct BlockCells {
    /// For each cell the numbers of distinct thresholds passed: at least 1 of each kind.
    private var cells: [SIMD4<Int32>] = []
    /// The cell of each member that is in one.
    private(set) var members: [(cell: Int, group: Int)] = []
    /// Presentations in each cell.
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

    /// Which cells an operating point accepts, 1 or 0 for each. Returns how many presentations that are.
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

    /// How many of each kind of thresholds numbers pass; the fourth number only fills the vector.
    private func passed(_ deviation: Int32, _ layerCount: Int32, _ coherence: Int32) -> SIMD4<Int32> {
        SIMD4(
            deviations.countNotAbove(deviation), layers.countNotAbove(layerCount), coherences.countNotAbove(coherence),
            1)
    }
}
