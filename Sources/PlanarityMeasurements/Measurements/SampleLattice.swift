public import DepthAnalysis

/// The samples of a map that the candidates use: at most 3072 cells, evenly spread.
///
///     guard let lattice = SampleLattice(map, validRange: .standard) else { return }
///     lattice.depths[row * lattice.columns + column]
///
/// A cell is a single sample, not a mean: averaging would create surfaces at edges and hide noise. The coordinates of a
/// cell are those of its pixel, from -1 to 1 along the longer side of the map and in the same unit along the other.
///
/// Source: `docs/CANDIDATES.md`, "Definitions".
public struct SampleLattice: Sendable {
    /// 64 by 48 cells, a sixteenth of a phone's map.
    static let maximumCells = 3072
    /// The minimum number of valid cells; fewer do not determine planes.
    public static let minimumValidCount = 64
    /// The minimum number of rows and of columns.
    public static let minimumSide = 3

    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The map column of each column of cells.
    public let mapColumns: [Int]
    /// The map row of each row of cells.
    public let mapRows: [Int]
    /// Depths in metres, row by row; 0 for an invalid sample.
    public let depths: [Double]
    /// The number of cells with a depth.
    public let validCount: Int
    /// The inverse of the farthest valid depth; smaller inverse depths of surfaces are raised to it.
    let leastInverse: Double
    let cells: CellGroups

    /// Samples a map. Returns nil if it is not a grid, has fewer than three rows or columns, or has fewer than 64
    /// valid cells.
    public init?(_ map: DepthMap, validRange: ValidRange) {
        guard map.isGrid, map.width >= Self.minimumSide, map.height >= Self.minimumSide else { return nil }
        let step = max(1, Int((Double(map.samples.count) / Double(Self.maximumCells)).squareRoot().rounded(.up)))
        var (columns, rows) = (max(map.width / step, Self.minimumSide), max(map.height / step, Self.minimumSide))
        if columns * rows > Self.maximumCells {
            if columns > rows { columns = Self.maximumCells / rows } else { rows = Self.maximumCells / columns }
        }
        self.columns = columns
        self.rows = rows
        let mapColumns = Self.places(columns, among: map.width)
        let mapRows = Self.places(rows, among: map.height)
        (self.mapColumns, self.mapRows) = (mapColumns, mapRows)
        let longer = Double(max(map.width, map.height))
        cells = CellGroups(
            x: mapColumns.map { Double(2 * $0 + 1 - map.width) / longer },
            y: mapRows.map { Double(2 * $0 + 1 - map.height) / longer },
            depths: Self.depths(of: map, validRange, mapRows, mapColumns, besideBy: 0))
        validCount = cells.valid.reduce(0) { $0 + $1.nonzeroBitCount }
        guard validCount >= Self.minimumValidCount else { return nil }
        depths = cells.depths(columns: columns)
        leastInverse = 1 / Double(validRange.upper)
    }

    /// The depths `offset` samples to the right of the cells (negative: left); 0 outside the map.
    func depths(of map: DepthMap, _ validRange: ValidRange, besideBy offset: Int) -> [Lanes] {
        Self.depths(of: map, validRange, mapRows, mapColumns, besideBy: offset)
    }

    private static func depths(
        of map: DepthMap, _ validRange: ValidRange, _ rows: [Int], _ columns: [Int], besideBy offset: Int
    ) -> [Lanes] {
        let groupsInRow = (columns.count + 7) / 8
        let valid = ValidDepths(validRange)
        let places = columns.map { $0 + offset }
        let inMap = places.prefix { $0 < 0 }.count..<(places.firstIndex { $0 >= map.width } ?? places.count)
        // Columns outside the map stay 0.
        var row = [Float](repeating: 0, count: 8 * groupsInRow)
        return [Lanes](unsafeUninitializedCapacity: rows.count * groupsInRow) { lanes, count in
            map.samples.withUnsafeBufferPointer { samples in
                row.withUnsafeMutableBufferPointer { row in
                    places.withUnsafeBufferPointer { places in
                        for mapRow in rows {
                            let first = mapRow * map.width
                            let inRow = UnsafeBufferPointer(rebasing: samples[first..<first + map.width])
                            for place in inMap { row[place] = inRow[places[place]] }
                            for group in 0..<groupsInRow {
                                // SAFETY: the row has 32 bytes for each group; no alignment is required.
                                let eight = UnsafeRawBufferPointer(row).loadUnaligned(
                                    fromByteOffset: 32 * group, as: SIMD8<Float>.self)
                                lanes.initializeElement(at: count, to: valid.depths(of: eight))
                                count += 1
                            }
                        }
                    }
                }
            }
        }
    }

    private static func places(_ count: Int, among length: Int) -> [Int] {
        (0..<count).map { (2 * $0 + 1) * length / (2 * count) }
    }

    func cells(every step: Int) -> CellGroups { CellGroups(cells, columns: columns, every: step) }

    func share(ofCells count: Int) -> Double { Double(count) / Double(validCount) }
}

/// Checks validity by two comparisons of bit patterns, which have the same order as positive floats. They also
/// distinguish subnormal numbers, which the vectors of 32-bit ARM compare as 0.
struct ValidDepths {
    private let lowest: Int32
    private let highest: Int32

    init(_ range: ValidRange) {
        // At least 1, because the bits of 0 are 0, and those of negative numbers are negative.
        lowest = max(1, Int32(bitPattern: range.lower.bitPattern))
        highest = Int32(bitPattern: min(range.upper, .greatestFiniteMagnitude).bitPattern)
    }

    /// The depths of samples in metres; 0 for an invalid sample, and for depths of 0 and below, which a custom range
    /// may allow but which have no inverse.
    @inline(__always)
    func depths(of samples: SIMD8<Float>) -> Lanes {
        // SAFETY: both are eight times 32 bits, and every bit pattern is valid in either.
        let bits = unsafeBitCast(samples, to: SIMD8<Int32>.self)
        let isValid = (bits .>= lowest) .& (bits .<= highest)
        return Lanes(SIMD8<Float>.zero.replacing(with: samples, where: isValid))
    }
}

/// The lattice in blocks of eight by eight cells, whose planes are the starting points of all fits of planes.
struct LatticeBlocks: Sendable {
    static let side = 8

    struct Block: Sendable {
        let group: Int
        let rows: Range<Int>
        let plane: InversePlane
    }

    /// The blocks with a plane and at least three quarters of their cells valid.
    let fitted: [Block]
    let parts: [PlaneSums]

    init(_ cells: CellGroups) {
        var fitted: [Block] = []
        var parts = [PlaneSums](repeating: PlaneSums(), count: 5)
        let down = (cells.rows + Self.side - 1) / Self.side
        fitted.reserveCapacity(down * cells.groupsInRow)
        cells.withMemory { cells in
            for place in 0..<down {
                let first = place * Self.side
                let rows = first..<min(first + Self.side, cells.rows)
                for group in 0..<cells.groupsInRow {
                    let sums = PlaneSums(cells, rows: rows, group: group)
                    parts[0].add(sums)
                    parts[1 + (2 * group >= cells.groupsInRow ? 1 : 0) + (2 * place >= down ? 2 : 0)].add(sums)
                    guard sums.count >= Double(Self.side * Self.side * 3 / 4), let plane = sums.plane else { continue }
                    fitted.append(Block(group: group, rows: rows, plane: plane))
                }
            }
        }
        self.fitted = fitted
        self.parts = parts
    }
}

extension LatticeBlocks.Block {
    func misfit(in cells: CellMemory) -> Double {
        var squares = Lanes.zero
        var count = 0
        for row in rows {
            let misfits = plane.misfits(cells, row, group)
            squares += (misfits * misfits).kept(where: cells.depths(row, group) .> 0)
            count += cells.valid(row, group).nonzeroBitCount
        }
        return (squares.total / Double(count)).squareRoot()
    }
}
