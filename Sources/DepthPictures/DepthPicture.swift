package import DepthAnalysis

/// A drawing of a map with its analysis. All numbers come from the analysis; nothing is measured here.
package struct DepthPicture: Sendable {
    let map: DepthMap
    let analysis: SceneAnalysis
    /// Nil only if there are no overlays.
    let trace: AnalysisTrace?
    let parameters: AnalysisParameters
    let options: PictureOptions
    let caption: Caption
    let scale: ColourScale
    let layout: PictureLayout

    /// `trace` may be nil only if there are no overlays.
    package init(
        _ map: DepthMap, analysis: SceneAnalysis, trace: AnalysisTrace?, parameters: AnalysisParameters,
        options: PictureOptions = PictureOptions(), caption: Caption
    ) {
        precondition(trace != nil || options.overlays.isEmpty, "overlays are drawn from a trace")
        (self.map, self.analysis, self.trace, self.parameters) = (map, analysis, trace, parameters)
        (self.options, self.caption) = (options, caption)
        scale = ColourScale(options.range, options.colourMap, of: map.samples, validRange: parameters.validRange)
        let legend =
            options.isPlain ? Legend(entries: []) : Legend(map, analysis, trace, scale, parameters, options.overlays)
        let panel = HistogramPanel(trace, parameters, options, scale)
        layout = PictureLayout(map, options, caption, scale, legend, panel)
    }

    /// The maximum number of pixels; callers should refuse larger pictures.
    package static let maximumPixels = 1 << 27

    package var width: Int { layout.width }
    package var height: Int { layout.height }
    package var pixelsOfSample: Int { layout.scale }
    package var palette: Palette { Palette(options.colourMap) }

    package var image: IndexedImage {
        var canvas = RasterCanvas(width: width, height: height)
        draw(on: &canvas)
        return canvas.image(palette)
    }

    package func draw(on canvas: inout some Canvas) {
        canvas.draw(squares, scale: layout.scale, left: layout.map.left, top: layout.map.top)
        MapOverlays(self)?.draw(on: &canvas)
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

    /// The samples in rows of the map's width. If the last row is incomplete, it is padded with the background.
    private var squares: SquareGrid {
        let rows = layout.rows
        var paints = map.samples.map { scale.paint(of: $0).index }
        let missing = rows * map.width - paints.count
        for _ in 0..<missing { paints.append(Ink.background.paint.index) }
        return SquareGrid(width: map.width, height: rows, paints: paints)
    }
}
