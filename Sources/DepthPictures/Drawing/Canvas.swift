/// A rectangle of pixels, relative to the upper left corner of the picture.
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

package enum Fill: Sendable, Hashable {
    case solid(Paint)
    /// Diagonal lines `step` pixels apart; the background is visible between them.
    case hatched(Paint, step: Int)
}

/// A drawing surface: pixels or SVG. All coordinates are whole pixels, so both look alike.
package protocol Canvas {
    /// Fills several areas in the same way.
    mutating func fill(_ areas: [PixelArea], _ fill: Fill)
    /// Draws squares of `scale` pixels, row by row.
    mutating func draw(_ squares: SquareGrid, scale: Int, left: Int, top: Int)
    /// Writes one line of text; `left` and `top` are its upper left corner.
    mutating func write(_ text: String, _ font: Letters, _ paint: Paint, left: Int, top: Int)
}

extension Canvas {
    mutating func fill(_ area: PixelArea, _ paint: Paint) { fill([area], .solid(paint)) }

    /// Draws a frame of one pixel inside an area.
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

package struct SquareGrid: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Palette indices, row by row.
    package let paints: [UInt8]
}
