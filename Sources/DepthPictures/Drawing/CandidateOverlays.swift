import DepthAnalysis
import PlanarityMeasurements

/// What lies over the map of the measurements beside the verdict: marks in the cells of the lattice they are made on.
struct CandidateOverlays {
    private let shown: CandidateCells
    private let overlays: Overlays
    private let cells: CellGrid

    /// Nil where there is nothing to draw from.
    init?(_ picture: DepthPicture) {
        guard let shown = picture.candidates else { return nil }
        self.shown = shown
        overlays = picture.options.overlays
        cells = shown.grid(over: picture.layout.map, scale: picture.layout.scale)
    }

    func draw(on canvas: inout some Canvas) {
        if overlays.contains(.regions) { drawRegions(on: &canvas) }
        if overlays.contains(.plane) { drawPlane(on: &canvas) }
    }

    /// A mark in each cell that has a depth.
    private func drawPlane(on canvas: inout some Canvas) {
        let marks = shown.planeDistances.map { $0.map(PlaneMark.init(distance:)) }
        for mark in PlaneMark.allCases {
            let areas = marks.indices.filter { marks[$0] == mark }.map { cells[$0] }
            mark.draw(in: areas, side: cells.leastSide, on: &canvas)
        }
    }

    /// Thin lines between regions, a thick one around the largest, and a hatch where there is none.
    private func drawRegions(on canvas: inout some Canvas) {
        let regions = shown.regions
        let depths = shown.trace.lattice.depths
        canvas.fill(cells.areas { regions[$0] == nil && depths[$0] > 0 }, Ink.noRegionFill)
        // What has no depth parts nothing.
        let lines = cells.outlines(thickness: max(cells.leastSide / 6, 1)) { cell in
            depths[cell] > 0 ? regions[cell] ?? -1 : nil
        }
        canvas.fill(lines, .solid(Ink.regionLine.paint))
        guard !shown.trace.regions.all.isEmpty else { return }
        // Light within dark: one of them shows whatever lies below.
        let contour = isAroundLargest(regions)
        let thickness = max(cells.leastSide / 4, 1)
        for (ink, inset) in [(Ink.regionGround, 0), (.regionLine, thickness)] {
            canvas.fill(
                cells.contour(thickness: 3 * thickness, inset: inset) { contour[$0] }, .solid(ink.paint))
        }
    }

    /// Whether each cell is within the outer contour of the largest region: in it, or in a hole of it.
    private func isAroundLargest(_ regions: [Int?]) -> [Bool] {
        let (columns, rows) = (shown.trace.lattice.columns, shown.trace.lattice.rows)
        var isInside = [Bool](repeating: true, count: regions.count)
        var next: [Int] = []
        func reach(_ column: Int, _ row: Int) {
            let cell = row * columns + column
            guard isInside[cell], regions[cell] != 0 else { return }
            isInside[cell] = false
            next.append(cell)
        }
        for column in 0..<columns {
            reach(column, 0)
            reach(column, rows - 1)
        }
        for row in 0..<rows {
            reach(0, row)
            reach(columns - 1, row)
        }
        while let cell = next.popLast() {
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            if column > 0 { reach(column - 1, row) }
            if column + 1 < columns { reach(column + 1, row) }
            if row > 0 { reach(column, row - 1) }
            if row + 1 < rows { reach(column, row + 1) }
        }
        return isInside
    }
}

/// How far a cell lies from the best plane, and how that is marked: colour and shape say the same.
enum PlaneMark: CaseIterable {
    /// Within 1 % of its depth.
    case on
    /// Within 2 %.
    case near
    /// Farther.
    case off

    init(distance: Double) {
        self = distance <= 0.01 ? .on : distance <= 0.02 ? .near : .off
    }

    /// Draws the mark into the middle of areas.
    ///
    /// - Parameter side: pixels that each has at least across and down.
    func draw(in areas: [PixelArea], side: Int, on canvas: inout some Canvas) {
        // Half of the cell, odd, so that there is a middle; of the smallest cells a pixel.
        let side = side < 3 ? 1 : max(side / 2 | 1, 3)
        let frame = side < 3 ? 0 : max(side / 6, 1)
        func rectangles(width: Int, height: Int) -> [PixelArea] {
            areas.map { area in
                PixelArea(
                    left: area.left + (area.width - width) / 2, top: area.top + (area.height - height) / 2,
                    width: width, height: height)
            }
        }
        switch self {
        case .on:
            // A dark square.
            if frame > 0 { canvas.fill(rectangles(width: side, height: side), .solid(Ink.nearPlane.paint)) }
            let inner = side - 2 * frame
            canvas.fill(rectangles(width: inner, height: inner), .solid(Ink.onPlane.paint))
        case .near:
            // A light bar.
            let bar = max(side / 7, 1)
            if frame > 0 {
                canvas.fill(rectangles(width: side, height: bar + 2 * frame), .solid(Ink.onPlane.paint))
            }
            canvas.fill(rectangles(width: side - 2 * frame, height: bar), .solid(Ink.nearPlane.paint))
        case .off:
            // A plus.
            let arm = max(side / 5, 1)
            canvas.fill(
                rectangles(width: side, height: arm) + rectangles(width: arm, height: side),
                .solid(Ink.offPlane.paint))
        }
    }
}
