import DepthAnalysis
import PlanarityMeasurements

/// The overlays of candidates: marks in the lattice cells.
struct CandidateOverlays {
    private let shown: CandidateCells
    private let overlays: Overlays
    private let cells: CellGrid

    /// Nil without candidates.
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

    /// Draws a mark in each cell with a depth.
    private func drawPlane(on canvas: inout some Canvas) {
        let marks = shown.planeDistances.map { $0.map(PlaneMark.init(distance:)) }
        for mark in PlaneMark.allCases {
            let areas = marks.indices.filter { marks[$0] == mark }.map { cells[$0] }
            mark.draw(in: areas, side: cells.minimumSide, on: &canvas)
        }
    }

    /// Draws thin lines between regions, a thick one around the largest, and hatching outside all regions.
    private func drawRegions(on canvas: inout some Canvas) {
        let regions = shown.regions
        let depths = shown.trace.lattice.depths
        canvas.fill(cells.areas { regions[$0] == nil && depths[$0] > 0 }, Ink.noRegionFill)
        // Cells without a depth get no lines.
        let lines = cells.outlines(thickness: max(cells.minimumSide / 6, 1)) { cell in
            depths[cell] > 0 ? regions[cell] ?? -1 : nil
        }
        canvas.fill(lines, .solid(Ink.regionLine.paint))
        guard !shown.trace.regions.all.isEmpty else { return }
        // A light line inside a dark one shows on any background.
        let contour = isAroundLargest(regions)
        let thickness = max(cells.minimumSide / 4, 1)
        for (ink, inset) in [(Ink.regionGround, 0), (.regionLine, thickness)] {
            canvas.fill(
                cells.contour(thickness: 3 * thickness, inset: inset) { contour[$0] }, .solid(ink.paint))
        }
    }

    /// Whether each cell is within the outer contour of the largest region, including its holes.
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

/// The distance of a cell from the best plane, marked by colour and shape.
enum PlaneMark: CaseIterable {
    /// Within 1 % of the depth.
    case on
    /// Within 2 % of the depth.
    case near
    case off

    init(distance: Double) {
        self = distance <= 0.01 ? .on : distance <= 0.02 ? .near : .off
    }

    /// Draws the mark in the middle of each area.
    ///
    /// - Parameter side: the minimum width and height of the areas.
    func draw(in areas: [PixelArea], side: Int, on canvas: inout some Canvas) {
        // Half of the cell, and odd, so that there is a middle; one pixel in the smallest cells.
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
