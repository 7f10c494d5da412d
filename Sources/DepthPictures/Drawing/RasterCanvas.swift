/// A picture as pixels.
package struct IndexedImage: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Palette indices, row by row.
    package let pixels: [UInt8]
    package let palette: Palette
}

/// Draws pixels, clipped to the picture.
package struct RasterCanvas: Canvas {
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
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
                    for column in columns where (row + column) % step == 0 {
                        pixels[start + column] = paint.index
                    }
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
