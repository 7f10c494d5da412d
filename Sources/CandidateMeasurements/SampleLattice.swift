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
    private let x: [Double]
    private let y: [Double]

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
        let (samples, valid) = (map.samples, ValidDepths(validRange))
        var depths: [Double] = []
        depths.reserveCapacity(columns * rows)
        var validCount = 0
        for row in mapRows {
            for column in mapColumns {
                let depth = valid.depth(of: samples[row * map.width + column])
                depths.append(depth)
                validCount += depth > 0 ? 1 : 0
            }
        }
        guard validCount >= Self.leastValid else { return nil }
        let longer = Double(max(map.width, map.height))
        let x = mapColumns.map { Double(2 * $0 + 1 - map.width) / longer }
        let y = mapRows.map { Double(2 * $0 + 1 - map.height) / longer }
        cells = CellGroups(x: x, y: y, depths: depths)
        (self.x, self.y) = (x, y)
        self.mapColumns = mapColumns
        self.mapRows = mapRows
        self.depths = depths
        self.validCount = validCount
        leastInverse = 1 / Double(validRange.upper)
    }

    /// The middles of `count` equal parts of 0..<length.
    private static func places(_ count: Int, among length: Int) -> [Int] {
        (0..<count).map { (2 * $0 + 1) * length / (2 * count) }
    }

    /// Only every second, third... row, and of these such columns, the middle ones of each.
    func cells(every step: Int) -> CellGroups { CellGroups(x: x, y: y, depths: depths, every: step) }

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

    /// The depth of a sample in metres; 0 if it is not valid, or 0 and less, which a range of somebody's own may hold
    /// and of which there is no inverse.
    @inline(__always)
    func depth(of sample: Float) -> Double { sample >= lower && sample <= upper && sample > 0 ? Double(sample) : 0 }
}

/// Cells in rows, eight side by side in a group: what candidates calculate with.
///
/// The lanes of a sum are added up row by row and to one another at last (``Lanes/total``): an order that does not
/// depend on how many a processor adds at once. A row is filled up with cells that have no depth.
struct CellGroups: Sendable {
    /// Horizontal coordinates, the same for each row.
    let x: [Lanes]
    /// Vertical coordinates of the rows, downwards.
    let y: [Double]
    /// Depths in metres, row by row, 0 where there is none.
    let depths: [Lanes]
    /// Their inverses, 0 where there is none.
    let inverses: [Lanes]
    /// Which have a depth, a bit each.
    let valid: [UInt8]
    /// How many have a depth.
    let validCount: Int

    /// - Parameters:
    ///   - x: coordinates of the columns.
    ///   - y: coordinates of the rows.
    ///   - depths: row by row.
    ///   - step: takes only every second, third... row, and of these such columns, those in the middle.
    init(x: [Double], y: [Double], depths: [Double], every step: Int = 1) {
        let columns = Array(stride(from: step / 2, to: x.count, by: step))
        let rows = Array(stride(from: step / 2, to: y.count, by: step))
        let padding = [Double](repeating: 0, count: (8 - columns.count % 8) % 8)
        var padded: [Double] = []
        padded.reserveCapacity(rows.count * (columns.count + padding.count))
        for row in rows {
            for column in columns { padded.append(depths[row * x.count + column]) }
            padded += padding
        }
        let groups = Self.groups(padded)
        self.x = Self.groups(columns.map { x[$0] } + padding)
        self.y = rows.map { y[$0] }
        self.depths = groups
        inverses = groups.map { (1 / $0).kept(where: $0 .> 0) }
        let valid = groups.map { LaneBits.of($0 .> 0) }
        self.valid = valid
        validCount = valid.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// A multiple of eight values, eight by eight.
    static func groups(_ values: [Double]) -> [Lanes] {
        values.withUnsafeBytes { bytes in
            // SAFETY: the 64 bytes are inside, since the values are a multiple of eight; any alignment will do.
            (0..<values.count / 8).map { bytes.loadUnaligned(fromByteOffset: 64 * $0, as: Lanes.self) }
        }
    }

    /// Groups in a row.
    var groupsInRow: Int { x.count }
    /// Rows of groups.
    var rows: Int { y.count }

    /// The inverses of the cells to the left of those of a group, or to its right; 0 where there is none.
    @inline(__always)
    func inverses(beside index: Int, left isLeft: Bool) -> Lanes {
        let group = index % groupsInRow
        let isEnd = isLeft ? group == 0 : group + 1 == groupsInRow
        guard !isEnd else {
            var lanes = inverses[index]
            for lane in 0..<7 {
                if isLeft { lanes[7 - lane] = lanes[6 - lane] } else { lanes[lane] = lanes[lane + 1] }
            }
            lanes[isLeft ? 0 : 7] = 0
            return lanes
        }
        return inverses.withUnsafeBytes { bytes in
            // SAFETY: there is a group on that side, so the 64 bytes are inside; any alignment will do.
            bytes.loadUnaligned(fromByteOffset: 64 * index + (isLeft ? -8 : 8), as: Lanes.self)
        }
    }
}
