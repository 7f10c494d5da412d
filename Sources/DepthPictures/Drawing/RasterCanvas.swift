package struct IndexedImage: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Palette indices, row by row.
    package let pixels: [UInt8]
    package let palette: Palette
}

/// Draws pixels, and clips areas and text to the picture.
package struct RasterCanvas: Canvas {
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: Ink.background.paint.index, count: width * height)
    }

    package func image(_ palette: Palette) -> IndexedImage {
        IndexedImage(width: width, height: height, pixels: pixels, palette: palette)
    }

    package mutating func fill(_ areas: [PixelArea], _ fill: Fill) {
        for area in areas {
            let columns = max(area.left, 0)..<max(min(area.right, width), max(area.left, 0))
            for row in max(area.top, 0)..<max(min(area.bottom, height), max(area.top, 0)) {
                let start = row * width
                switch fill {
                case .solid(let paint): for column in columns { pixels[start + column] = paint.index }
                case .hatched(let paint, let step):
                    for column in columns where (row + column) % step == 0 { pixels[start + column] = paint.index }
                }
            }
        }
    }

    package mutating func draw(_ squares: SquareGrid, scale: Int, left: Int, top: Int) {
        for row in 0..<squares.height {
            let first = (top + row * scale) * width + left
            var place = first
            for paint in squares.paints[row * squares.width..<(row + 1) * squares.width] {
                for _ in 0..<scale {
                    pixels[place] = paint
                    place += 1
                }
            }
            for copy in 1..<max(scale, 1) {
                for column in 0..<squares.width * scale {
                    pixels[first + copy * width + column] = pixels[first + column]
                }
            }
        }
    }

    package mutating func write(_ text: String, _ font: Letters, _ paint: Paint, left: Int, top: Int) {
        var start = left
        for scalar in text.unicodeScalars {
            for (row, bits) in font.rows(of: scalar).enumerated() where top + row >= 0 && top + row < height {
                for column in 0..<font.width where bits & (0x8000 >> UInt16(column)) != 0 {
                    let place = start + column
                    if place >= 0, place < width { pixels[(top + row) * width + place] = paint.index }
                }
            }
            start += font.width
        }
    }
}

/// A rectangle of pixels, relative to the upper left corner of the picture.
package struct PixelArea: Sendable, Hashable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int

    package init(left: Int, top: Int, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
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
    mutating func fill(_ areas: [PixelArea], _ fill: Fill)
    /// Draws squares of `scale` pixels, row by row.
    mutating func draw(_ squares: SquareGrid, scale: Int, left: Int, top: Int)
    /// Writes one line of text; `left` and `top` are its upper left corner.
    mutating func write(_ text: String, _ font: Letters, _ paint: Paint, left: Int, top: Int)
}

extension Canvas {
    mutating func fill(_ area: PixelArea, _ paint: Paint) { fill([area], .solid(paint)) }

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
