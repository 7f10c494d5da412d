import DepthAnalysis

/// The samples of a map as rectangles of pixels.
struct CellGrid {
    private let lefts: [Int]
    private let tops: [Int]
    /// The number of cells; the last row may be short.
    private let count: Int

    /// - Precondition: at least one column and one row.
    init(lefts: [Int], tops: [Int], count: Int) { (self.lefts, self.tops, self.count) = (lefts, tops, count) }

    private var columns: Int { lefts.count - 1 }
    private var rows: Int { tops.count - 1 }

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

    /// Lines on the borders between neighbours whose numbers differ; a cell whose number is nil has no lines.
    func outlines(thickness: Int, of number: (Int) -> Int?) -> [PixelArea] {
        func isLine(_ before: Int, _ after: Int) -> Bool {
            guard before < count, after < count, let first = number(before), let second = number(after)
            else { return false }
            return first != second
        }
        /// The start of a line in the direction of its thickness, clamped to the grid.
        func start(_ place: Int, _ ends: [Int]) -> Int {
            max(min(place - thickness / 2, ends[ends.count - 1] - thickness), ends[0])
        }
        var areas: [PixelArea] = []
        for row in 0..<rows {
            let cell = row * columns
            if row > 0 {
                Self.merge(count: columns, isMeant: { isLine(cell - columns + $0, cell + $0) }) { from, to in
                    areas.append(
                        PixelArea(
                            left: lefts[from], top: start(tops[row], tops), width: lefts[to] - lefts[from],
                            height: thickness))
                }
            }
        }
        for column in 1..<max(columns, 1) {
            Self.merge(
                count: rows, isMeant: { isLine($0 * columns + column - 1, $0 * columns + column) }
            ) { from, to in
                areas.append(
                    PixelArea(
                        left: start(lefts[column], lefts), top: tops[from], width: thickness,
                        height: tops[to] - tops[from]))
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
