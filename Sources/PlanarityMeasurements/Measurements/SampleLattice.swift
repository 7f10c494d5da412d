public import DepthAnalysis

/// The samples of a map that candidates look at: at most 3072 cells, evenly spread.
///
///     guard let lattice = SampleLattice(map, validRange: .standard) else { return }
///     lattice.depths[row * lattice.columns + column]
///
/// A cell is one sample as it stands, not a mean: means would invent surfaces at edges and hide noise. Its coordinates
/// are those of its pixel, -1 to 1 along the longer side of the map and in the same unit along the other.
///
/// Source: `docs/CANDIDATES.md`, "The lattice".
public struct SampleLattice: Sendable {
    /// 64 by 48, a sixteenth of a phone's map.
    static let mostCells = 3072
    /// Fewer say nothing about planes.
    public static let leastValid = 64
    /// Fewer rows or columns say nothing about them either.
    public static let leastSide = 3

    /// Cells in a row.
    public let columns: Int
    /// Rows of cells.
    public let rows: Int
    /// The column of the map each column of cells is taken from.
    public let mapColumns: [Int]
    /// The row of the map each row of cells is taken from.
    public let mapRows: [Int]
    /// Depths in metres row by row, 0 where the sample is not valid.
    public let depths: [Double]
    /// Cells that have a depth.
    public let validCount: Int
    /// The inverse of the farthest valid depth: no surface is taken to lie beyond it.
    let leastInverse: Double
    /// All cells.
    let cells: CellGroups

    /// Looks at a map; nil if it is no grid, has fewer than three rows or columns, or fewer than 64 valid cells.
    public init?(_ map: DepthMap, validRange: ValidRange) {
        guard map.isGrid, map.width >= Self.leastSide, map.height >= Self.leastSide else { return nil }
        let step = max(1, Int((Double(map.samples.count) / Double(Self.mostCells)).squareRoot().rounded(.up)))
        var (columns, rows) = (max(map.width / step, Self.leastSide), max(map.height / step, Self.leastSide))
        if columns * rows > Self.mostCells {
            if columns > rows { columns = Self.mostCells / rows } else { rows = Self.mostCells / columns }
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
        guard validCount >= Self.leastValid else { return nil }
        depths = cells.depths(columns: columns)
        leastInverse = 1 / Double(validRange.upper)
    }

    /// What lies so many samples to the right of the cells, or to the left: 0 where no sample does.
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
        // What no sample is taken for stays 0.
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
                                // SAFETY: the row has 32 bytes for each group; any alignment will do.
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

    /// The middles of `count` equal parts of 0..<length.
    private static func places(_ count: Int, among length: Int) -> [Int] {
        (0..<count).map { (2 * $0 + 1) * length / (2 * count) }
    }

    /// Only every second, third... row, and of these such columns, the middle ones of each.
    func cells(every step: Int) -> CellGroups { CellGroups(cells, columns: columns, every: step) }

    /// A number of cells as a share of those that have a depth.
    func share(ofCells count: Int) -> Double { Double(count) / Double(validCount) }
}

/// Which samples have a depth.
struct ValidDepths {
    private let lower: Float
    private let upper: Float

    init(_ range: ValidRange) {
        (lower, upper) = (range.lower, min(range.upper, .greatestFiniteMagnitude))
    }

    /// The depths of samples in metres; 0 for those that are not valid, or 0 and less, which a range of somebody's own
    /// may hold and of which there is no inverse.
    @inline(__always)
    func depths(of samples: SIMD8<Float>) -> Lanes {
        let isValid = (samples .>= lower) .& (samples .<= upper) .& (samples .> 0)
        return Lanes(SIMD8<Float>.zero.replacing(with: samples, where: isValid))
    }
}
