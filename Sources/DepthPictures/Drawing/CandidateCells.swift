import DepthAnalysis
import PlanarityMeasurements

/// The candidates of each lattice cell, for drawing.
///
///     let cells = CandidateCells(trace, of: map, validRange: .standard)
///     let within = cells.planeDistances.count { $0 ?? .infinity <= 0.01 }
///     // trace.candidates.planeShare1 == Double(within) / Double(trace.lattice.validCount)
struct CandidateCells: Sendable {
    let trace: CandidateTrace
    /// The distance of each cell from the best plane along the camera's axis, relative to its depth; nil for a cell
    /// without depth. Empty without a plane.
    let planeDistances: [Double?]
    /// The index in ``PlanarRegions/all`` of each cell's region; nil outside all regions.
    let regions: [Int?]
    private let width: Int
    private let height: Int

    init(_ trace: CandidateTrace, of map: DepthMap, validRange: ValidRange) {
        self.trace = trace
        (width, height) = (map.width, map.height)
        planeDistances = Self.distances(trace, map, leastInverse: 1 / Double(validRange.upper))
        var regions = [Int?](repeating: nil, count: trace.lattice.depths.count)
        for (number, region) in trace.regions.all.enumerated() {
            for cell in region.cells { regions[cell] = number }
        }
        self.regions = regions
    }

    /// - Parameter leastInverse: the inverse of the farthest valid depth; planes are clamped to it.
    private static func distances(_ trace: CandidateTrace, _ map: DepthMap, leastInverse: Double) -> [Double?] {
        guard let plane = trace.plane else { return [] }
        let lattice = trace.lattice
        let longer = Double(max(map.width, map.height))
        return lattice.depths.indices.map { index in
            let depth = lattice.depths[index]
            guard depth > 0 else { return nil }
            let (row, column) = index.quotientAndRemainder(dividingBy: lattice.columns)
            let x = Double(2 * lattice.mapColumns[column] + 1 - map.width) / longer
            let y = Double(2 * lattice.mapRows[row] + 1 - map.height) / longer
            return abs(depth - 1 / max(plane.a * x + plane.b * y + plane.c, leastInverse)) / depth
        }
    }

    /// The cells on a map drawn with `scale` pixels per sample; they cover it without gaps.
    func grid(over map: PixelArea, scale: Int) -> CellGrid {
        func ends(_ count: Int, of length: Int, from start: Int) -> [Int] {
            (0...count).map { start + $0 * length / count * scale }
        }
        return CellGrid(
            lefts: ends(trace.lattice.columns, of: width, from: map.left),
            tops: ends(trace.lattice.rows, of: height, from: map.top), count: regions.count)
    }
}
