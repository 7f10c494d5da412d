import DepthAnalysis

/// Samples of a map as areas of pixels.
struct SampleRuns {
    let trace: AnalysisTrace
    /// Samples in a row.
    let columns: Int
    let map: PixelArea
    let scale: Int

    /// The pixels of all samples that fulfil a condition, neighbours in a row as one area.
    func areas(where isMeant: (Int) -> Bool) -> [PixelArea] {
        var areas: [PixelArea] = []
        var start = 0
        while start < trace.marks.count {
            let end = min(start + columns, trace.marks.count)
            var place = start
            while place < end {
                guard isMeant(place) else {
                    place += 1
                    continue
                }
                let first = place
                while place < end, isMeant(place) { place += 1 }
                areas.append(area(from: first - start, to: place - start, row: start / columns))
            }
            start = end
        }
        return areas
    }

    private func area(from first: Int, to end: Int, row: Int) -> PixelArea {
        PixelArea(
            left: map.left + first * scale, top: map.top + row * scale, width: (end - first) * scale, height: scale)
    }

    /// The lines between samples of one layer and whatever lies beside them.
    func outlines(of histogram: HistogramTrace) -> [PixelArea] {
        func layer(_ place: Int) -> Int32 {
            guard place < trace.marks.count, trace.marks[place].contains(.inLayer) else { return HistogramTrace.noBin }
            return histogram.bins[place]
        }
        let rows = (trace.marks.count + columns - 1) / columns
        // Lines of one pixel in three, and at least one.
        let thickness = max(scale / 3, 1)
        var areas: [PixelArea] = []
        for row in 1..<max(rows, 1) {
            merge(count: columns, isLine: { layer((row - 1) * columns + $0) != layer(row * columns + $0) }) {
                from, to in
                areas.append(
                    PixelArea(
                        left: map.left + from * scale, top: map.top + row * scale - thickness / 2,
                        width: (to - from) * scale, height: thickness))
            }
        }
        for column in 1..<max(columns, 1) {
            merge(count: rows, isLine: { layer($0 * columns + column - 1) != layer($0 * columns + column) }) {
                from, to in
                areas.append(
                    PixelArea(
                        left: map.left + column * scale - thickness / 2, top: map.top + from * scale,
                        width: thickness, height: (to - from) * scale))
            }
        }
        return areas
    }

    /// Calls `body` with the ends of each run of places where there is a line.
    private func merge(count: Int, isLine: (Int) -> Bool, _ body: (_ from: Int, _ to: Int) -> Void) {
        var place = 0
        while place < count {
            guard isLine(place) else {
                place += 1
                continue
            }
            let first = place
            while place < count, isLine(place) { place += 1 }
            body(first, place)
        }
    }
}
