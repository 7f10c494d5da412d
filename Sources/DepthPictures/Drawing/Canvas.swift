/// Pixels of a picture, from its upper left corner.
package struct PixelArea: Sendable, Hashable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int

    package init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    var right: Int { left + width }
    var bottom: Int { top + height }
}

/// How an area is filled.
package enum Fill: Sendable, Hashable {
    case solid(Paint)
    /// Diagonal lines, so many pixels from one to the next, so that what lies below still shows.
    case hatched(Paint, step: Int)
}

/// What a picture is drawn on: pixels, or the shapes of an SVG. All places are whole pixels, so both look alike.
package protocol Canvas {
    /// Fills areas, all of which mean one thing.
    mutating func fill(_ areas: [PixelArea], _ fill: Fill)
    /// Draws squares of `scale` pixels, row by row from a corner.
    mutating func draw(_ squares: SquareGrid, scale: Int, left: Int, top: Int)
    /// Writes text on one line, to the right of a place and below it.
    mutating func write(_ text: String, _ font: Letters, _ paint: Paint, left: Int, top: Int)
}

extension Canvas {
    mutating func fill(_ area: PixelArea, _ paint: Paint) { fill([area], .solid(paint)) }

    /// The frame of an area, a pixel wide and inside of it.
    mutating func outline(_ area: PixelArea, _ paint: Paint) {
        fill(
            [
                PixelArea(left: area.left, top: area.top, width: area.width, height: 1),
                PixelArea(left: area.left, top: area.bottom - 1, width: area.width, height: 1),
                PixelArea(left: area.left, top: area.top, width: 1, height: area.height),
                PixelArea(left: area.right - 1, top: area.top, width: 1, height: area.height),
            ], .solid(paint))
    }
}

/// Rows of colours.
package struct SquareGrid: Sendable, Hashable {
    /// At least 1.
    package let width: Int
    package let height: Int
    /// The place of each colour in the palette, row by row.
    package let paints: [UInt8]
}
