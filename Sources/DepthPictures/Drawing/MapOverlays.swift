import DepthAnalysis

/// The overlays of the verdict, drawn from the trace of the analysis.
struct MapOverlays {
    private let picture: DepthPicture
    private let trace: AnalysisTrace
    private let samples: CellGrid

    init?(_ picture: DepthPicture) {
        guard let trace = picture.trace else { return nil }
        (self.picture, self.trace) = (picture, trace)
        samples = CellGrid(
            samples: trace.marks.count, columns: picture.map.width, map: picture.layout.map,
            scale: picture.layout.scale)
    }

    func draw(on canvas: inout some Canvas) {
        let overlays = picture.options.overlays
        if overlays.contains(.band) { canvas.fill(samples.areas { trace.marks[$0].contains(.inBand) }, Ink.bandFill) }
        if overlays.contains(.invalidSamples) {
            canvas.fill(samples.areas { !trace.marks[$0].contains(.valid) }, Ink.invalidFill)
        }
        if overlays.contains(.layers), let histogram = trace.histogram { drawLayers(histogram, on: &canvas) }
        if overlays.contains(.edges) {
            canvas.fill(samples.areas { trace.marks[$0].contains(.edge) }, .solid(Ink.edge.paint))
        }
        if overlays.contains(.quadrants) { drawQuadrants(on: &canvas) }
    }

    /// Lines are a third of a sample thick, at least a pixel, with a dark border if samples are three pixels or more.
    private func drawLayers(_ histogram: HistogramTrace, on canvas: inout some Canvas) {
        let layers = LayerRegions(histogram, of: trace.analysis, columns: picture.map.width).layers
        let thickness = max(picture.layout.scale / 3, 1)
        func layer(_ place: Int) -> Int? { place < layers.count ? layers[place] : LayerRegions.none }
        if picture.layout.scale >= 3 {
            canvas.fill(samples.outlines(thickness: thickness + 2, of: layer), .solid(Ink.layerGround.paint))
        }
        canvas.fill(samples.outlines(thickness: thickness, of: layer), .solid(Ink.layerOutline.paint))
    }

    private func drawQuadrants(on canvas: inout some Canvas) {
        let words = PictureWording(analysis: trace.analysis, parameters: picture.parameters)
        for (place, quadrant) in zip(trace.quadrants, trace.analysis.quadrants) {
            let area = area(of: place)
            // Dark dashes on a light frame are visible on any background.
            canvas.outline(area, Ink.background.paint)
            canvas.fill(Self.dashes(around: area), .solid(Ink.quadrantLine.paint))
            if !picture.options.isPlain { label(words.deviation(of: quadrant), area, on: &canvas) }
        }
    }

    private func area(of quadrant: QuadrantArea) -> PixelArea {
        let (map, scale) = (picture.layout.map, picture.layout.scale)
        return PixelArea(
            left: map.left + quadrant.columns.lowerBound * scale, top: map.top + quadrant.rows.lowerBound * scale,
            width: quadrant.columns.count * scale, height: quadrant.rows.count * scale)
    }

    private static func dashes(around area: PixelArea) -> [PixelArea] {
        let length = 4
        var dashes: [PixelArea] = []
        for left in stride(from: area.left, to: area.right, by: 2 * length) {
            let width = min(length, area.right - left)
            dashes.append(PixelArea(left: left, top: area.top, width: width, height: 1))
            dashes.append(PixelArea(left: left, top: area.bottom - 1, width: width, height: 1))
        }
        for top in stride(from: area.top, to: area.bottom, by: 2 * length) {
            let height = min(length, area.bottom - top)
            dashes.append(PixelArea(left: area.left, top: top, width: 1, height: height))
            dashes.append(PixelArea(left: area.right - 1, top: top, width: 1, height: height))
        }
        return dashes
    }

    /// Writes text on a plate in the middle of a quadrant, if there is room.
    private func label(_ text: String, _ area: PixelArea, on canvas: inout some Canvas) {
        let width = Letters.plain.width(of: text) + 8
        let height = Letters.plain.height + 4
        guard width + 2 <= area.width, height + 2 <= area.height else { return }
        let plate = PixelArea(
            left: area.left + (area.width - width) / 2, top: area.top + (area.height - height) / 2, width: width,
            height: height)
        canvas.fill(plate, Ink.background.paint)
        canvas.outline(plate, Ink.quadrantLine.paint)
        canvas.write(text, .plain, Ink.text.paint, left: plate.left + 4, top: plate.top + 2)
    }
}

/// The regions that a map's layers cover, smoothed against noise. A place belongs to a layer if more than half of the
/// valid samples around it are in the bin of the layer's peak or an adjacent bin, because peaks are found in counts
/// that are smoothed over three bins (§5).
struct LayerRegions {
    /// The value of a place outside all layers.
    static let none = -1
    /// The number of samples that the neighbourhood extends in each direction.
    private static let reach = 2

    /// The index of each place's peak, or ``none``; row by row.
    private(set) var layers: [Int]

    init(_ histogram: HistogramTrace, of analysis: SceneAnalysis, columns: Int) {
        let peaks = Self.peaks(ofBins: analysis.histogramCounts.count, analysis.peakBins)
        layers = [Int](repeating: Self.none, count: histogram.bins.count)
        // One count per peak, and a last one for samples outside all layers.
        var votes = [Int](repeating: 0, count: analysis.peakBins.count + 1)
        let rows = (histogram.bins.count + columns - 1) / columns
        func vote(_ place: Int) -> Int? {
            let bin = histogram.bins[place]
            return bin == HistogramTrace.noBin ? nil : peaks[Int(bin)]
        }
        for place in layers.indices {
            let (row, column) = place.quotientAndRemainder(dividingBy: columns)
            for index in votes.indices { votes[index] = 0 }
            for near in max(row - Self.reach, 0)...min(row + Self.reach, rows - 1) {
                for beside in max(column - Self.reach, 0)...min(column + Self.reach, columns - 1) {
                    let other = near * columns + beside
                    if other < layers.count, let vote = vote(other) { votes[vote] += 1 }
                }
            }
            let half = votes.reduce(0, +) / 2
            layers[place] = votes.dropLast().firstIndex { $0 > half } ?? Self.none
        }
    }

    /// For each bin, the index of the peak in it, or in the lower or higher adjacent bin; the count of peaks if none.
    private static func peaks(ofBins count: Int, _ peakBins: [Int]) -> [Int] {
        (0..<count).map { bin in
            peakBins.firstIndex(of: bin) ?? peakBins.firstIndex { abs($0 - bin) == 1 } ?? peakBins.count
        }
    }
}
