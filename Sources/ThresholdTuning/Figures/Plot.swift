internal import Support

/// An axis: its scale, range and ticks.
struct PlotAxis {
    enum Scale: String {
        case linear
        /// Normal deviates of shares, the scale of DET curves.
        case probit
    }

    let title: String
    let scale: Scale
    /// Both ends; on a probit scale, strictly between 0 and 1.
    let range: ClosedRange<Double>
    let ticks: [(value: Double, text: String)]

    /// The place of a value along the axis: 0 at the lower end, 1 at the upper. Values beyond an end are below 0 or
    /// above 1, except on a probit scale, where they are placed at the end.
    func place(_ value: Double) -> Double {
        switch scale {
        case .linear: return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .probit:
            let value = min(max(value, range.lowerBound), range.upperBound)
            let (low, high) = (NormalDeviate.of(range.lowerBound), NormalDeviate.of(range.upperBound))
            return (NormalDeviate.of(value) - low) / (high - low)
        }
    }

    /// Shares from 0 to `upper` in per cent, with four to six ticks.
    static func percent(_ title: String, upTo upper: Double) -> PlotAxis {
        let step = [0.01, 0.02, 0.05, 0.1, 0.2].first { upper / $0 <= 6 } ?? 0.2
        let count = Int((upper / step + 1e-9).rounded(.down))
        return PlotAxis(
            title: title, scale: .linear, range: 0...upper,
            ticks: (0...count).map {
                (Double($0) * step, NumberText.significant(100 * Double($0) * step, digits: 3))
            })
    }
}

/// The appearance of one species' curve. Colour, dash and marker each identify it.
///
/// The colours are those of Okabe and Ito, "Color universal design" (2008), without yellow and black.
struct PlotStyle {
    let stroke: SVGFigure.Stroke
    let marker: Marker

    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]
    private static let dashes = ["", "5 2", "1.5 1.5", "7 2 1.5 2", "3 1.5", "9 3"]

    /// The number of styles.
    static var count: Int { colours.count }

    static func numbered(_ number: Int) -> PlotStyle {
        PlotStyle(
            stroke: SVGFigure.Stroke(colour: colours[number % count], width: 1.1, dash: dashes[number % count]),
            marker: Marker.allCases[number % Marker.allCases.count])
    }

    /// The style of the worst species' curve, which is beneath the others.
    static let worst = PlotStyle(stroke: SVGFigure.Stroke(colour: "#777777", width: 2.4), marker: .ring)
}

/// A chart with two axes, curves, marked points and a legend below.
struct Plot {
    /// A curve or a set of points, with its line in the legend.
    struct Series {
        /// Precedes the name in the legend.
        var prefix = ""
        let name: String
        let style: PlotStyle
        var points: [SVGFigure.Point] = []
        var marks: [SVGFigure.Point] = []

        /// Whether the legend shows the marker.
        var showsMarker: Bool { !marks.isEmpty || points.isEmpty }
    }

    let title: String
    let description: String
    let horizontal: PlotAxis
    let vertical: PlotAxis
    /// Height of the frame divided by its width.
    var aspect = 1.0
    /// Vertical lines with a text above the frame.
    var guides: [(value: Double, text: String)] = []
    /// A polygon behind the curves.
    var band: [SVGFigure.Point] = []
    var bars: [(from: SVGFigure.Point, to: SVGFigure.Point, colour: String)] = []
    var series: [Series] = []
    /// Lines below the legend.
    var notes: [String] = []

    private static let margin = (left: 36.0, right: 10.0, top: 8.0, bottom: 30.0)
    private static let lineHeight = 10.0
    private static let guideSize = 6.5
    private static let guideHeight = 7.5
    static let legendSize = 7.5
    /// The number of characters on a line of a note.
    static let noteWidth = 58

    var svg: String {
        var margin = Self.margin
        margin.top += Double(guideRows.max().map { $0 + 1 } ?? 0) * Self.guideHeight
        let frameWidth = SVGFigure.columnWidth - margin.left - margin.right
        let frameHeight = (frameWidth * aspect).rounded()
        let notes = notes.flatMap { $0.wrapped(width: Self.noteWidth, indent: 0) }
        let legendTop = margin.top + frameHeight + margin.bottom
        let lines = series.count + notes.count
        var figure = SVGFigure(height: legendTop + Double(lines) * Self.lineHeight + 4)
        let (left, right) = (margin.left, margin.left + frameWidth)
        let (top, bottom) = (margin.top, margin.top + frameHeight)
        func place(_ point: SVGFigure.Point) -> SVGFigure.Point {
            (left + frameWidth * horizontal.place(point.x), bottom - frameHeight * vertical.place(point.y))
        }
        figure.clip(named: "frame", (left, top), (right, bottom))
        for tick in horizontal.ticks {
            let x = place((tick.value, vertical.range.lowerBound)).x
            figure.line((x, top), (x, bottom), .grid)
            figure.text(tick.text, at: (x, bottom + 10), size: 7.5, anchor: .middle)
        }
        for tick in vertical.ticks {
            let y = place((horizontal.range.lowerBound, tick.value)).y
            figure.line((left, y), (right, y), .grid)
            figure.text(tick.text, at: (left - 3, y + 2.7), size: 7.5, anchor: .end)
        }
        figure.area(band.map(place), fill: "#000000", opacity: 0.13, clip: "frame")
        for (guide, row) in zip(guides, guideRows) {
            let x = place((guide.value, vertical.range.lowerBound)).x
            let above = top - 2.5 - Double(row) * Self.guideHeight
            figure.line((x, above + 1), (x, bottom), .guide)
            figure.text(guide.text, at: (x, above), size: Self.guideSize, anchor: .middle, colour: "#555555")
        }
        for bar in bars {
            figure.path(
                [place(bar.from), place(bar.to)], SVGFigure.Stroke(colour: bar.colour, width: 0.9), clip: "frame")
        }
        for series in series { figure.path(series.points.map(place), series.style.stroke, clip: "frame") }
        figure.path([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], .frame)
        for series in series {
            for mark in series.marks where isInside(mark) {
                figure.mark(series.style.marker, at: place(mark), colour: series.style.stroke.colour)
            }
        }
        figure.text(horizontal.title, at: (left + frameWidth / 2, bottom + 21), anchor: .middle)
        figure.text(vertical.title, at: (10, top + frameHeight / 2), anchor: .middle, isVertical: true)
        writeLegend(to: &figure, top: legendTop, notes)
        return figure.document(title: title, description: description)
    }

    /// For each guide, the row of its text above the frame: the lowest row in which it touches no other text.
    private var guideRows: [Int] {
        let frameWidth = SVGFigure.columnWidth - Self.margin.left - Self.margin.right
        var placed: [(row: Int, from: Double, to: Double)] = []
        for guide in guides {
            let middle = frameWidth * horizontal.place(guide.value)
            // Nor may a text touch the line of another guide, which crosses the rows below that guide's text.
            let half = FigureLabels.drawnWidth(of: guide.text, size: Self.guideSize) / 2 + 2
            let row = (0...).first { row in
                !placed.contains { $0.row >= row && $0.from < middle + half && middle - half < $0.to }
            }
            placed.append((row ?? 0, middle - half, middle + half))
        }
        return placed.map(\.row)
    }

    /// Whether a mark is in the frame: on a probit scale, every share is.
    func isInside(_ point: SVGFigure.Point) -> Bool {
        [(horizontal, point.x), (vertical, point.y)].allSatisfy { (-1e-9...1 + 1e-9).contains($0.0.place($0.1)) }
    }

    private static let legendLeft = 37.0

    /// The label of each series.
    var legend: [FigureLabels.Label] {
        FigureLabels.all(
            series.map { ($0.prefix, $0.name) }, width: SVGFigure.columnWidth - Self.legendLeft - 4,
            size: Self.legendSize)
    }

    private func writeLegend(to figure: inout SVGFigure, top: Double, _ notes: [String]) {
        var y = top
        for (series, label) in zip(series, legend) {
            y += Self.lineHeight
            if !series.points.isEmpty { figure.line((8, y - 2.7), (32, y - 2.7), series.style.stroke) }
            if series.showsMarker {
                figure.mark(series.style.marker, at: (20, y - 2.7), colour: series.style.stroke.colour)
            }
            figure.text(label, at: (Self.legendLeft, y), size: Self.legendSize)
        }
        for note in notes {
            y += Self.lineHeight
            figure.text(note, at: (8, y), size: 7, colour: "#333333")
        }
    }
}
