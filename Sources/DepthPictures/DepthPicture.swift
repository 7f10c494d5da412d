package import DepthAnalysis
package import PlanarityMeasurements

/// A picture of one map and of how it was judged.
///
///     let trace = analyzer.trace(map)
///     let picture = DepthPicture(
///         map, analysis: trace.analysis, trace: trace, parameters: analyzer.parameters, caption: caption)
///     let image = picture.image
///
/// Everything in it is what the analysis found: nothing is measured here.
package struct DepthPicture: Sendable {
    let map: DepthMap
    let analysis: SceneAnalysis
    /// Nil where nothing is shown that takes one.
    let trace: AnalysisTrace?
    /// Nil where nothing of it is shown, and for a map that has none.
    let candidates: CandidateCells?
    let parameters: AnalysisParameters
    let options: PictureOptions
    let caption: Caption
    let scale: ColourScale
    let layout: PictureLayout

    /// Lays a picture out.
    ///
    /// - Parameters:
    ///   - analysis: of the map.
    ///   - trace: of the same analysis; may be left out where there are no overlays.
    ///   - candidates: of the same map and valid range: ``Overlays/candidates(of:validRange:)``.
    ///   - parameters: those the analysis was made with.
    package init(
        _ map: DepthMap, analysis: SceneAnalysis, trace: AnalysisTrace?, candidates: CandidateTrace? = nil,
        parameters: AnalysisParameters, options: PictureOptions = PictureOptions(), caption: Caption
    ) {
        precondition(trace != nil || options.overlays.isEmpty, "overlays are drawn from a trace")
        self.map = map
        self.analysis = analysis
        self.trace = trace
        self.candidates = candidates.map { CandidateCells($0, of: map, validRange: parameters.validRange) }
        self.parameters = parameters
        self.options = options
        self.caption = caption
        scale = ColourScale(options.range, options.colourMap, of: map.samples, validRange: parameters.validRange)
        var legend = Legend(entries: [])
        if !options.isPlain {
            legend = Legend(map, analysis, trace, scale, parameters, options.overlays)
            legend = legend + Legend(self.candidates, of: map, options.overlays)
        }
        let panel = HistogramPanel(trace, parameters, options, scale)
        layout = PictureLayout(map, options, caption, scale, legend, panel)
    }

    /// The most pixels that a picture should have: what would have more is better not drawn.
    package static let mostPixels = 1 << 27

    /// Pixels of a row.
    package var width: Int { layout.width }
    /// Rows of pixels.
    package var height: Int { layout.height }
    /// Pixels a side of each sample.
    package var pixelsOfSample: Int { layout.scale }
    package var palette: Palette { Palette(options.colourMap) }

    /// The picture as pixels.
    package var image: IndexedImage {
        var canvas = RasterCanvas(width: width, height: height)
        draw(on: &canvas)
        return canvas.image(palette)
    }

    /// Draws the picture, from its back to its front.
    package func draw(on canvas: inout some Canvas) {
        canvas.draw(squares, scale: layout.scale, left: layout.map.left, top: layout.map.top)
        MapOverlays(self)?.draw(on: &canvas)
        CandidateOverlays(self)?.draw(on: &canvas)
        guard !options.isPlain else { return }
        canvas.outline(
            PixelArea(
                left: layout.map.left - 1, top: layout.map.top - 1, width: layout.map.width + 2,
                height: layout.map.height + 2), Ink.gridLine.paint)
        layout.title.draw(on: &canvas)
        layout.colourBar?.draw(on: &canvas)
        layout.legend.draw(on: &canvas, left: PictureLayout.margin, top: layout.legendTop)
        layout.panel?.draw(on: &canvas, left: layout.panelLeft, top: layout.map.top)
    }

    /// The samples, as many a row as the map says. Of a map that is no grid the last row may be short.
    private var squares: SquareGrid {
        let rows = layout.rows
        var paints = map.samples.map { scale.paint(of: $0).index }
        let missing = rows * map.width - paints.count
        for _ in 0..<missing { paints.append(Ink.background.paint.index) }
        return SquareGrid(width: map.width, height: rows, paints: paints)
    }
}
