import DepthAnalysis

/// The mapping of depths and counts to pixels of a histogram.
struct HistogramAxes {
    let plot: PixelArea
    let histogram: HistogramTrace
    private let tallest: Double

    init(plot: PixelArea, histogram: HistogramTrace) {
        (self.plot, self.histogram) = (plot, histogram)
        tallest = Double(max(histogram.counts.max() ?? 1, 1))
    }

    /// The pixel columns of a bin; may be empty if there are more bins than pixels.
    func columns(ofBin bin: Int) -> Range<Int> {
        let count = histogram.counts.count
        return plot.left + bin * plot.width / count..<plot.left + (bin + 1) * plot.width / count
    }

    func centre(ofBin bin: Int) -> Double {
        let share = (Double(bin) + 0.5) / Double(histogram.counts.count)
        return histogram.minimum + share * (histogram.maximum - histogram.minimum)
    }

    /// The pixel column of a depth, clamped to the plot.
    func column(of depth: Double) -> Int {
        let share = (depth - histogram.minimum) / (histogram.maximum - histogram.minimum)
        return plot.left + Int(min(max(share, 0), 1) * Double(plot.width - 1))
    }

    func row(of count: Double) -> Int { plot.bottom - Int((count / tallest * Double(plot.height)).rounded()) }

    func drawGrid(on canvas: inout some Canvas) {
        for count in TextLines.ticks(from: 0, to: tallest, about: 5).places where count == count.rounded() {
            let row = min(row(of: count), plot.bottom - 1)
            canvas.fill(PixelArea(left: plot.left, top: row, width: plot.width, height: 1), Ink.gridLine.paint)
            let text = TextLines.shortest(count, digits: 0)
            canvas.write(
                text, .plain, Ink.dimText.paint, left: plot.left - 6 - Letters.plain.width(of: text),
                top: row - Letters.plain.height / 2 - 1)
        }
    }

    func drawDepths(on canvas: inout some Canvas) {
        canvas.fill(PixelArea(left: plot.left, top: plot.bottom, width: plot.width, height: 1), Ink.text.paint)
        let axis = TextLines.ticks(from: histogram.minimum, to: histogram.maximum, about: 6)
        for depth in axis.places {
            let column = column(of: depth)
            canvas.fill(PixelArea(left: column, top: plot.bottom, width: 1, height: 5), Ink.text.paint)
            let text = TextLines.decimal(depth, digits: axis.digits) + " m"
            let width = Letters.plain.width(of: text)
            canvas.write(
                text, .plain, Ink.dimText.paint, left: min(column - width / 2, plot.right - width), top: plot.bottom + 8
            )
        }
    }
}
