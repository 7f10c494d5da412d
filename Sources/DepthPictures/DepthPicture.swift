package import DepthAnalysis
package import PlanarityMeasurements

/// A picture of one map with its analysis.
///
///     let trace = analyzer.trace(map)
///     let picture = DepthPicture(
///         map, analysis: trace.analysis, trace: trace, parameters: analyzer.parameters, caption: caption)
///     let image = picture.image
///
/// All numbers come from the analysis; nothing is measured here.
package struct DepthPicture: Sendable {
    let map: DepthMap
    let analysis: SceneAnalysis
    /// Nil if no overlay needs it.
    let trace: AnalysisTrace?
    /// Nil if no overlay needs them, and for a map without candidates.
    let candidates: CandidateCells?
    let parameters: AnalysisParameters
    let options: PictureOptions
    let caption: Caption
    let scale: ColourScale
    let layout: PictureLayout

    /// Lays out a picture.
    ///
    /// - Parameters:
    ///   - analysis: the analysis of the map.
    ///   - trace: the trace of the same analysis; may be nil without overlays.
    ///   - candidates: for the same map and valid range; see ``Overlays/candidates(of:validRange:)``.
    ///   - parameters: the parameters of the analysis.
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

    /// The maximum number of pixels; callers should refuse larger pictures.
    package static let maximumPixels = 1 << 27

    package var width: Int { layout.width }
    package var height: Int { layout.height }
    /// The side of a sample in pixels.
    package var pixelsOfSample: Int { layout.scale }
    package var palette: Palette { Palette(options.colourMap) }

    package var image: IndexedImage {
        var canvas = RasterCanvas(width: width, height: height)
        draw(on: &canvas)
        return canvas.image(palette)
    }

    /// Draws the picture from back to front.
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

    /// The samples in rows of the map's width. If the map is not a grid, the last row may be short.
    private var squares: SquareGrid {
        let rows = layout.rows
        var paints = map.samples.map { scale.paint(of: $0).index }
        let missing = rows * map.width - paints.count
        for _ in 0..<missing { paints.append(Ink.background.paint.index) }
        return SquareGrid(width: map.width, height: rows, paints: paints)
    }
}
