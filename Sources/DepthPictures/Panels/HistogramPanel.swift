import DepthAnalysis

/// The histogram of the analysis: counts, smoothed counts, threshold and peaks, median and screen band.
struct HistogramPanel: Sendable {
    private let analysis: SceneAnalysis
    private let histogram: HistogramTrace?
    private let parameters: AnalysisParameters
    private let colours: ColourScale
    private let legend: Legend

    private static let fullWidth = axisWidth + plotWidth
    private static let title = "Histogram of the valid samples"
    private static let axisWidth = 7 * Letters.plain.width
    private static let plotWidth = 400
    private static let plotHeight = 320
    private static let axisHeight = 24
    private static let headHeight = 40
    private static let legendGap = 12

    init?(
        _ trace: AnalysisTrace?, _ parameters: AnalysisParameters, _ options: PictureOptions, _ colours: ColourScale
    ) {
        guard let trace, options.overlays.contains(.histogram), !options.isPlain else { return nil }
        analysis = trace.analysis
        histogram = trace.histogram
        (self.parameters, self.colours) = (parameters, colours)
        legend = Legend(entries: Self.entries(of: trace, parameters))
            .fitted(toColumns: Self.fullWidth / Letters.plain.width)
    }

    /// The width of the panel; the width of its title if there is no histogram.
    var width: Int { histogram == nil ? Letters.plain.width(of: Self.title) : Self.fullWidth }

    var height: Int {
        guard histogram != nil else { return Self.headHeight }
        return Self.headHeight + Self.plotHeight + Self.axisHeight + Self.legendGap + legend.height
    }

    private static func entries(of trace: AnalysisTrace, _ parameters: AnalysisParameters) -> [Legend.Entry] {
        let analysis = trace.analysis
        guard let histogram = trace.histogram else { return [] }
        let words = PictureWording(analysis: analysis, parameters: parameters)
        let median = PictureWording.metres(analysis.medianDepth)
        let ratio = TextLines.shortest(100 * parameters.peakProminenceRatio, digits: 1)
        let prominence = TextLines.decimal(histogram.prominence, digits: 1)
        let peaks = analysis.layerCount == 1 ? "1 peak" : "\(analysis.layerCount) peaks"
        return [
            Legend.Entry(
                sign: .area(.solid(.heat(Paint.heatCount / 2)), on: Ink.background.paint),
                text: "valid samples in each of \(histogram.counts.count) bins"),
            Legend.Entry(sign: .line(Ink.smoothed.paint), text: "smoothed: with both neighbours, divided by 3"),
            Legend.Entry(
                sign: .dashes(Ink.prominence.paint),
                text: "a peak is above \(prominence), \(ratio) % of the tallest"),
            Legend.Entry(
                sign: .triangle(Ink.prominence.paint),
                text: analysis.peakDepths.isEmpty ? "no peak" : "\(peaks): \(words.peaks)"),
            Legend.Entry(sign: .line(Ink.median.paint), text: "median \(median)"),
            Legend.Entry(
                sign: .area(.solid(Ink.bandShade.paint), on: Ink.background.paint),
                text: "screen band, \(PictureWording.metres(parameters.screenBand)) on both sides of it"),
        ]
    }

    func draw(on canvas: inout some Canvas, left: Int, top: Int) {
        canvas.write(Self.title, .plain, Ink.text.paint, left: left, top: top)
        let plot = PixelArea(
            left: left + Self.axisWidth, top: top + Self.headHeight, width: Self.plotWidth, height: Self.plotHeight)
        guard let histogram else {
            let text =
                analysis.status == .unavailable
                ? "none: there is no verdict" : "none: all samples have the same depth"
            canvas.write(text, .plain, Ink.dimText.paint, left: left, top: top + Letters.plain.lineHeight)
            return
        }
        let axes = HistogramAxes(plot: plot, histogram: histogram)
        drawBand(axes, on: &canvas)
        axes.drawGrid(on: &canvas)
        drawBars(axes, on: &canvas)
        drawSmoothed(axes, on: &canvas)
        drawThresholds(axes, on: &canvas)
        axes.drawDepths(on: &canvas)
        legend.draw(on: &canvas, left: left, top: plot.bottom + Self.axisHeight + Self.legendGap)
    }

    private func drawBand(_ axes: HistogramAxes, on canvas: inout some Canvas) {
        let first = axes.column(of: analysis.medianDepth - parameters.screenBand)
        let last = axes.column(of: analysis.medianDepth + parameters.screenBand)
        canvas.fill(
            PixelArea(left: first, top: axes.plot.top, width: max(last - first, 1), height: axes.plot.height),
            Ink.bandShade.paint)
    }

    private func drawBars(_ axes: HistogramAxes, on canvas: inout some Canvas) {
        for (bin, count) in axes.histogram.counts.enumerated() where count > 0 {
            let columns = axes.columns(ofBin: bin)
            let top = min(axes.row(of: Double(count)), axes.plot.bottom - 1)
            let paint = colours.range.map { colours.paint(ofDepth: axes.centre(ofBin: bin), in: $0) }
            canvas.fill(
                PixelArea(
                    left: columns.lowerBound, top: top, width: max(columns.count - (columns.count > 4 ? 1 : 0), 1),
                    height: axes.plot.bottom - top),
                paint ?? .heat(Paint.heatCount / 2))
        }
    }

    private func drawSmoothed(_ axes: HistogramAxes, on canvas: inout some Canvas) {
        var areas: [PixelArea] = []
        var last = axes.plot.bottom
        for (bin, count) in axes.histogram.smoothedCounts.enumerated() {
            let columns = axes.columns(ofBin: bin)
            let row = min(axes.row(of: count), axes.plot.bottom - 2)
            areas.append(PixelArea(left: columns.lowerBound, top: row, width: max(columns.count, 1), height: 2))
            if bin > 0 {
                areas.append(
                    PixelArea(
                        left: columns.lowerBound, top: min(row, last), width: 2, height: abs(row - last) + 2))
            }
            last = row
        }
        canvas.fill(areas, .solid(Ink.smoothed.paint))
    }

    private func drawThresholds(_ axes: HistogramAxes, on canvas: inout some Canvas) {
        let plot = axes.plot
        let row = min(axes.row(of: axes.histogram.prominence), plot.bottom - 1)
        let dashes = stride(from: plot.left, to: plot.right, by: 8).map {
            PixelArea(left: $0, top: row, width: min(5, plot.right - $0), height: 1)
        }
        canvas.fill(dashes, .solid(Ink.prominence.paint))
        canvas.fill(
            PixelArea(left: axes.column(of: analysis.medianDepth), top: plot.top, width: 1, height: plot.height),
            Ink.median.paint)
        for bin in analysis.peakBins {
            let columns = axes.columns(ofBin: bin)
            // The mark is above the bar and the curve, because a bar may have the colour of the mark.
            let tallest = max(axes.histogram.smoothedCounts[bin], Double(axes.histogram.counts[bin]))
            let bottom = axes.row(of: tallest) - 4
            canvas.fill(
                Legend.Sign.triangle(pointingAt: (columns.lowerBound + columns.upperBound) / 2, bottom: bottom),
                .solid(Ink.prominence.paint))
        }
    }
}
