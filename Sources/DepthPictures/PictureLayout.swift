import DepthAnalysis

struct PictureLayout: Sendable {
    static let margin = 16
    /// The distance between the map and the parts beside it.
    private static let gap = 16
    /// The minimum width of the caption in letters, for narrow maps.
    private static let narrowestText = 64

    let width: Int
    let height: Int
    let scale: Int
    let rows: Int
    let map: PixelArea
    let title: TitleBlock
    let colourBar: ColourBar?
    let legend: Legend
    let legendTop: Int
    let panel: HistogramPanel?
    let panelLeft: Int

    init(
        _ samples: DepthMap, _ options: PictureOptions, _ caption: Caption, _ colours: ColourScale, _ legend: Legend,
        _ panel: HistogramPanel?
    ) {
        rows = max((samples.samples.count + samples.width - 1) / samples.width, 1)
        scale = options.scale(columns: samples.width, rows: rows)
        var area = PixelArea(left: 0, top: 0, width: samples.width * scale, height: rows * scale)
        guard !options.isPlain else {
            (map, width, height) = (area, area.width, area.height)
            (title, colourBar, self.panel) = (TitleBlock(caption, columns: 0), nil, nil)
            (self.legend, legendTop, panelLeft) = (legend, 0, 0)
            return
        }
        let margin = Self.margin
        let barWidth = colours.range == nil ? 0 : Self.gap + ColourBar.width
        let panelWidth = panel.map { Self.gap + $0.width } ?? 0
        let inner = max(area.width + barWidth + panelWidth, Self.narrowestText * Letters.plain.width)
        title = TitleBlock(caption, columns: inner / Letters.plain.width)
        area.left = margin
        area.top = margin + title.height
        map = area
        let bar = colours.range.map { range in
            ColourBar(
                range: range, colours: colours, left: area.right + Self.gap, top: area.top,
                height: max(area.height, ColourBar.minimumHeight))
        }
        colourBar = bar
        self.panel = panel
        panelLeft = area.right + barWidth + Self.gap
        let body = max(area.height, bar?.height ?? 0, panel?.height ?? 0)
        self.legend = legend.fitted(toColumns: inner / Letters.plain.width)
        legendTop = area.top + body + (legend.isEmpty ? 0 : margin)
        width = inner + 2 * margin
        height = legendTop + self.legend.height + margin
    }
}
