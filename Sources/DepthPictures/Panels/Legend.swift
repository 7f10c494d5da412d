import DepthAnalysis

/// The legend below the map: the meanings of marks and of all colours except those of depths, with numbers.
struct Legend: Sendable {
    enum Sign: Sendable {
        case area(Fill, on: Paint)
        /// The outline of a layer.
        case outline(Paint)
        case line(Paint)
        case dashes(Paint)
        case triangle(Paint)
        /// No sign: the line continues the text of the line above.
        case nothing
    }

    struct Entry: Sendable {
        let sign: Sign
        let text: String
    }

    let entries: [Entry]

    static let signWidth = 22
    static let lineHeight = 18

    init(entries: [Entry]) { self.entries = entries }

    init(
        _ map: DepthMap, _ analysis: SceneAnalysis, _ trace: AnalysisTrace?, _ scale: ColourScale,
        _ parameters: AnalysisParameters, _ overlays: Overlays
    ) {
        var entries: [Entry] = []
        var counts = [Int](repeating: 0, count: 256)
        for sample in map.samples { counts[Int(scale.paint(of: sample).index)] += 1 }
        func count(_ ink: Ink) -> Int { counts[Int(ink.paint.index)] }
        func add(_ fill: Fill, _ text: String, on ground: Ink) {
            entries.append(Entry(sign: .area(fill, on: ground.paint), text: text))
        }
        let words = PictureWording(analysis: analysis, parameters: parameters)
        let (noReading, outside) = (count(.noReading), count(.outside))
        let isHatched = overlays.contains(.invalidSamples)
        // The hatching is explained even if it does not occur.
        if noReading > 0 || isHatched && outside == 0 {
            let fill = isHatched ? Ink.invalidFill : .solid(Ink.noReading.paint)
            add(fill, words.noReading(noReading, of: map.samples.count), on: .noReading)
        }
        if outside > 0 {
            let fill = isHatched ? Ink.invalidFill : .solid(Ink.outside.paint)
            add(fill, words.outside(outside, of: map.samples.count), on: .outside)
        }
        if let range = scale.range {
            let (nearer, farther) = (count(.nearer), count(.farther))
            let isOutlier = scale.isFromSamples
            if nearer > 0 {
                let text = words.nearer(nearer, than: range.nearest, isOutlier: isOutlier)
                add(.solid(Ink.nearer.paint), text, on: .background)
            }
            if farther > 0 {
                let text = words.farther(farther, than: range.farthest, isOutlier: isOutlier)
                add(.solid(Ink.farther.paint), text, on: .background)
            }
        }
        if trace != nil {
            if overlays.contains(.edges) { add(.solid(Ink.edge.paint), words.edges, on: .background) }
            if overlays.contains(.band) { add(Ink.bandFill, words.band, on: .background) }
            if overlays.contains(.layers) {
                entries.append(Entry(sign: .outline(Ink.layerOutline.paint), text: words.layers))
            }
            if overlays.contains(.quadrants) {
                entries.append(Entry(sign: .dashes(Ink.quadrantLine.paint), text: words.quadrants))
            }
        }
        self.entries = entries
    }

    var isEmpty: Bool { entries.isEmpty }
    var height: Int { entries.count * Self.lineHeight }

    /// The legend with lines of at most `columns` letters, including the sign; longer texts are wrapped.
    func fitted(toColumns columns: Int) -> Legend {
        let width = max(columns - Self.signWidth / Letters.plain.width - 1, 16)
        var fitted: [Entry] = []
        for entry in entries {
            for (number, line) in TextLines.wrapped(entry.text, width: width).enumerated() {
                fitted.append(Entry(sign: number == 0 ? entry.sign : .nothing, text: line))
            }
        }
        return Legend(entries: fitted)
    }

    func draw(on canvas: inout some Canvas, left: Int, top: Int) {
        for (number, entry) in entries.enumerated() {
            let top = top + number * Self.lineHeight
            entry.sign.draw(on: &canvas, left: left, top: top)
            canvas.write(entry.text, .plain, Ink.text.paint, left: left + Self.signWidth, top: top)
        }
    }
}

extension Legend.Sign {
    private static let size = 13

    func draw(on canvas: inout some Canvas, left: Int, top: Int) {
        let size = Self.size
        switch self {
        case .nothing: return
        case .area(let fill, let ground):
            let area = PixelArea(left: left, top: top, width: size, height: size)
            canvas.fill(area, ground)
            canvas.fill([area], fill)
            canvas.outline(area, Ink.gridLine.paint)
        case .outline(let paint):
            canvas.fill(PixelArea(left: left, top: top, width: size, height: size), Ink.dimText.paint)
            for inset in 3..<5 {
                let side = size - 2 * inset
                let ring = PixelArea(left: left + inset, top: top + inset, width: side, height: side)
                canvas.outline(ring, paint)
            }
        case .line(let paint): canvas.fill(PixelArea(left: left, top: top + size / 2, width: size, height: 2), paint)
        case .dashes(let paint):
            for step in 0..<3 {
                canvas.fill(PixelArea(left: left + step * 5, top: top + size / 2, width: 3, height: 2), paint)
            }
        case .triangle(let paint):
            canvas.fill(Self.triangle(pointingAt: left + size / 2, bottom: top + size - 3), .solid(paint))
        }
    }

    static func triangle(pointingAt column: Int, bottom: Int) -> [PixelArea] {
        (0..<5).map { row in PixelArea(left: column - row, top: bottom - row, width: 2 * row + 1, height: 1) }
    }
}
