/// A bar with the colours of depths, nearest at the top.
struct ColourBar: Sendable {
    let range: DepthRange
    let colours: ColourScale
    let left: Int
    let top: Int
    let height: Int

    private static let barWidth = 16
    private static let tickWidth = 5
    private static let labelColumns = 8
    /// The approximate distance between labels in pixels.
    private static let tickDistance = 48
    static let minimumHeight = 128

    static var width: Int { barWidth + tickWidth + 4 + labelColumns * Letters.plain.width }

    func draw(on canvas: inout some Canvas) {
        guard range.farthest > range.nearest else {
            let area = PixelArea(left: left, top: top, width: Self.barWidth, height: height)
            canvas.fill(area, colours.paint(ofDepth: range.nearest, in: range))
            label(range.nearest, digits: 3, at: top + height / 2, on: &canvas)
            return
        }
        drawColours(on: &canvas)
        let axis = TextLines.ticks(from: range.nearest, to: range.farthest, about: max(height / Self.tickDistance, 2))
        for depth in axis.places { label(depth, digits: axis.digits, at: row(of: depth), on: &canvas) }
    }

    private func drawColours(on canvas: inout some Canvas) {
        var start = 0
        while start < height {
            let paint = paint(ofRow: start)
            var end = start + 1
            while end < height, self.paint(ofRow: end) == paint { end += 1 }
            canvas.fill(PixelArea(left: left, top: top + start, width: Self.barWidth, height: end - start), paint)
            start = end
        }
    }

    private func paint(ofRow row: Int) -> Paint { .heat(row * Paint.heatCount / height) }

    private func row(of depth: Double) -> Int {
        let share = (depth - range.nearest) / (range.farthest - range.nearest)
        return top + min(Int(share * Double(height)), height - 1)
    }

    private func label(_ depth: Double, digits: Int, at row: Int, on canvas: inout some Canvas) {
        let right = left + Self.barWidth
        canvas.fill(PixelArea(left: right, top: row, width: Self.tickWidth, height: 1), Ink.text.paint)
        // The digits are centred on the tick, except that the top label does not rise more than 4 pixels above the top
        // of the bar.
        let highest = max(row - Letters.plain.height / 2 - 1, top - 4)
        let text = TextLines.decimal(depth, digits: digits) + " m"
        canvas.write(text, .plain, Ink.text.paint, left: right + Self.tickWidth + 4, top: highest)
    }
}
