import DepthAnalysis
import PlanarityMeasurements

/// Adjacent cells as rectangles of pixels: the samples of a map, or groups of them.
struct CellGrid {
    /// The left end of each column, and the right end of the last.
    private let lefts: [Int]
    /// The top of each row, and the bottom of the last.
    private let tops: [Int]
    /// The number of cells; the last row may be short.
    private let count: Int

    /// - Precondition: at least one column and one row.
    init(lefts: [Int], tops: [Int], count: Int) {
        (self.lefts, self.tops, self.count) = (lefts, tops, count)
    }

    private var columns: Int { lefts.count - 1 }
    private var rows: Int { tops.count - 1 }

    /// The smallest side of any cell in pixels.
    var minimumSide: Int {
        func least(_ places: [Int]) -> Int { zip(places.dropFirst(), places).map { $0 - $1 }.min() ?? 0 }
        return min(least(lefts), least(tops))
    }

    subscript(_ cell: Int) -> PixelArea {
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        return area(from: column, to: column + 1, row: row)
    }

    private func area(from first: Int, to end: Int, row: Int) -> PixelArea {
        PixelArea(
            left: lefts[first], top: tops[row], width: lefts[end] - lefts[first], height: tops[row + 1] - tops[row])
    }

    /// The areas of the cells that satisfy a condition; neighbours in a row are merged.
    func areas(where isMeant: (Int) -> Bool) -> [PixelArea] {
        var areas: [PixelArea] = []
        for row in 0..<rows {
            let start = row * columns
            Self.merge(count: min(columns, count - start), isMeant: { isMeant(start + $0) }) { from, to in
                areas.append(area(from: from, to: to, row: row))
            }
        }
        return areas
    }

    /// Centred lines between neighbours with different numbers; nil is not a number.
    func outlines(thickness: Int, of number: (Int) -> Int?) -> [PixelArea] {
        lines(reach: 0, inset: 0, thickness: thickness, isEndLine: { _ in false }) { before, after in
            guard let first = number(before), let second = number(after) else { return false }
            return first != second
        }
    }

    /// Lines around cells, including corners and the borders of the grid, clamped to the grid.
    ///
    /// - Parameter inset: pixels to omit at both sides of the line.
    func contour(thickness: Int, inset: Int, of isInside: (Int) -> Bool) -> [PixelArea] {
        lines(reach: thickness / 2 - inset, inset: inset, thickness: thickness, isEndLine: isInside) {
            isInside($0) != isInside($1)
        }
    }

    /// - Parameters:
    ///   - reach: the extension of lines beyond their ends, clamped to the grid.
    ///   - isEndLine: whether there is a line between a cell and the border of the grid.
    ///   - isLine: whether there is a line between two neighbours.
    private func lines(
        reach: Int, inset: Int, thickness: Int, isEndLine: (Int) -> Bool, isLine: (Int, Int) -> Bool
    ) -> [PixelArea] {
        func isMeant(_ before: Int?, _ after: Int?) -> Bool {
            switch (before, after) {
            case (let before?, let after?): isLine(before, after)
            case (let cell?, nil), (nil, let cell?): isEndLine(cell)
            case (nil, nil): false
            }
        }
        /// The extent of a line perpendicular to itself.
        func across(_ place: Int, _ ends: [Int]) -> Range<Int> {
            let start = max(min(place - thickness / 2, ends[ends.count - 1] - thickness), ends[0])
            return start + inset..<max(start + thickness - inset, start + inset)
        }
        /// The extent of a line in its direction.
        func along(_ from: Int, _ to: Int, _ ends: [Int]) -> Range<Int> {
            let (first, last) = (ends[0] + inset, ends[ends.count - 1] - inset)
            return max(ends[from] - reach, first)..<min(ends[to] + reach, last)
        }
        func area(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelArea {
            PixelArea(left: columns.lowerBound, top: rows.lowerBound, width: columns.count, height: rows.count)
        }
        func cell(_ column: Int, _ row: Int) -> Int? {
            column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : nil
        }
        var areas: [PixelArea] = []
        for row in 0...rows {
            Self.merge(count: columns, isMeant: { isMeant(cell($0, row - 1), cell($0, row)) }) { from, to in
                areas.append(area(along(from, to, lefts), across(tops[row], tops)))
            }
        }
        for column in 0...columns {
            Self.merge(count: rows, isMeant: { isMeant(cell(column - 1, $0), cell(column, $0)) }) { from, to in
                areas.append(area(across(lefts[column], lefts), along(from, to, tops)))
            }
        }
        return areas
    }

    /// Calls `body` with the ends of each run of places that satisfy the condition.
    private static func merge(count: Int, isMeant: (Int) -> Bool, _ body: (_ from: Int, _ to: Int) -> Void) {
        var place = 0
        while place < count {
            guard isMeant(place) else {
                place += 1
                continue
            }
            let first = place
            while place < count, isMeant(place) { place += 1 }
            body(first, place)
        }
    }
}

extension CellGrid {
    init(samples count: Int, columns: Int, map: PixelArea, scale: Int) {
        let rows = (count + columns - 1) / columns
        self.init(
            lefts: (0...columns).map { map.left + $0 * scale }, tops: (0...rows).map { map.top + $0 * scale },
            count: count)
    }
}

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
