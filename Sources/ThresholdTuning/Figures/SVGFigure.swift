internal import Support

/// The shapes of a figure as SVG text. Lengths are in points; equal calls give equal bytes.
///
///     var figure = SVGFigure(width: 252, height: 100)
///     figure.line((0, 50), (252, 50), .grid)
///     print(figure.document(title: "A line", description: "Across the middle."))
struct SVGFigure {
    typealias Point = (x: Double, y: Double)

    /// One column of a page with two columns: 3.5 inches.
    static let columnWidth = 252.0

    let width: Double
    let height: Double
    private var body = ""
    private var clips = ""

    init(width: Double = SVGFigure.columnWidth, height: Double) {
        self.width = width
        self.height = height
    }

    /// The appearance of a line.
    struct Stroke {
        var colour = "#000000"
        var width = 0.5
        /// Lengths of dashes and gaps; empty for a solid line.
        var dash = ""

        static let frame = Stroke(width: 0.6)
        static let grid = Stroke(colour: "#d9d9d9", width: 0.4)
        static let guide = Stroke(colour: "#555555", width: 0.6, dash: "1 2")

        fileprivate var attributes: String {
            "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(SVGFigure.text(width))\" stroke-linejoin=\"round\""
                + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"")
        }
    }

    enum Anchor: String {
        case start, middle, end
    }

    mutating func line(_ from: Point, _ to: Point, _ stroke: Stroke) { path([from, to], stroke) }

    /// Connected lines. Points on the straight line between their neighbours are omitted.
    mutating func path(_ points: [Point], _ stroke: Stroke, clip: String? = nil) {
        guard points.count > 1 else { return }
        let clipping = clip.map { " clip-path=\"url(#\($0))\"" } ?? ""
        body += "<path \(stroke.attributes)\(clipping) d=\"\(Self.commands(points))\"/>\n"
    }

    /// A filled polygon without an outline.
    mutating func area(_ points: [Point], fill: String, opacity: Double = 1, clip: String? = nil) {
        guard points.count > 2 else { return }
        let clipping = clip.map { " clip-path=\"url(#\($0))\"" } ?? ""
        let transparency = opacity < 1 ? " fill-opacity=\"\(Self.text(opacity))\"" : ""
        body += "<path fill=\"\(fill)\"\(transparency)\(clipping) d=\"\(Self.commands(points))z\"/>\n"
    }

    /// The text at its baseline.
    mutating func text(
        _ text: String, at place: Point, size: Double = 8, anchor: Anchor = .start, isVertical: Bool = false,
        colour: String = "#000000", title: String? = nil
    ) {
        let (x, y) = (Self.text(place.x), Self.text(place.y))
        let turn = isVertical ? " transform=\"rotate(-90 \(x) \(y))\"" : ""
        body += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(Self.text(size))\" text-anchor=\"\(anchor.rawValue)\""
        let full = title.map { "<title>\($0.xmlEscaped)</title>" } ?? ""
        body += " fill=\"\(colour)\"\(turn)>\(full)\(text.xmlEscaped)</text>\n"
    }

    mutating func text(_ label: FigureLabels.Label, at place: Point, size: Double, anchor: Anchor = .start) {
        text(label.text, at: place, size: size, anchor: anchor, title: label.fullName)
    }

    mutating func mark(_ marker: Marker, at place: Point, colour: String, size: Double = 2.6) {
        body += marker.element(at: place, size: size, colour: colour)
    }

    /// Defines a rectangle outside which clipped shapes are not drawn.
    mutating func clip(named name: String, _ from: Point, _ to: Point) {
        clips += "<clipPath id=\"\(name)\"><path d=\"\(Self.commands([from, (to.x, from.y), to, (from.x, to.y)]))z\"/>"
        clips += "</clipPath>\n"
    }

    /// The complete file.
    func document(title: String, description: String) -> String {
        let (w, h) = (Self.text(width), Self.text(height))
        return """
            <!-- \(ReportTable.signature) -->
            <svg xmlns="http://www.w3.org/2000/svg" width="\(w)pt" height="\(h)pt" viewBox="0 0 \(w) \(h)" role="img" \
            font-family="Helvetica, Arial, sans-serif">
            <title>\(title.documentLine.xmlEscaped)</title>
            <desc>\(description.xmlEscaped)</desc>
            <defs>
            \(clips)</defs>
            <path fill="#ffffff" d="M0 0h\(w)v\(h)h-\(w)z"/>
            \(body)</svg>

            """
    }

    /// A number with at most two decimals.
    static func text(_ number: Double) -> String {
        let digits = NumberText.fixed(number, digits: 2)
        let trimmed = digits.reversed().drop { $0 == "0" }
        let text = String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
        return text == "-0" || text.isEmpty ? "0" : text
    }

    private static func commands(_ points: [Point]) -> String {
        var kept: [Point] = []
        for point in points {
            if kept.count > 1 {
                let (a, b) = (kept[kept.count - 2], kept[kept.count - 1])
                // Steps of a curve go along one axis.
                let isStraight =
                    (a.x == b.x && b.x == point.x && (b.y - a.y) * (point.y - b.y) >= 0)
                    || (a.y == b.y && b.y == point.y && (b.x - a.x) * (point.x - b.x) >= 0)
                if isStraight { kept.removeLast() }
            }
            kept.append(point)
        }
        return kept.enumerated().map { "\($0 == 0 ? "M" : "L")\(text($1.x)) \(text($1.y))" }.joined()
    }
}

/// A small shape at a point, distinguishable in black and white.
enum Marker: String, CaseIterable {
    case disc, square, triangle, diamond, cross, ring

    fileprivate func element(at place: SVGFigure.Point, size: Double, colour: String) -> String {
        func number(_ value: Double) -> String { SVGFigure.text(value) }
        func shape(_ offsets: [(Double, Double)]) -> String {
            let points = offsets.map { "\(number(place.x + size * $0.0)) \(number(place.y + size * $0.1))" }
            return "<path fill=\"\(colour)\" d=\"M\(points.joined(separator: "L"))z\"/>\n"
        }
        let circle = "<circle cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"\(number(0.85 * size))\""
        switch self {
        case .disc: return "\(circle) fill=\"\(colour)\"/>\n"
        case .ring: return "\(circle) fill=\"#ffffff\" stroke=\"\(colour)\" stroke-width=\"0.9\"/>\n"
        case .square: return shape([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)])
        case .triangle: return shape([(0, -1.1), (1, 0.75), (-1, 0.75)])
        case .diamond: return shape([(0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)])
        case .cross:
            let (x, y, arm) = (place.x, place.y, 0.85 * size)
            let arms = [(-1.0, -1.0, 1.0, 1.0), (-1.0, 1.0, 1.0, -1.0)].map { a, b, c, d in
                "M\(number(x + a * arm)) \(number(y + b * arm))L\(number(x + c * arm)) \(number(y + d * arm))"
            }
            return "<path fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.1\" d=\"\(arms.joined())\"/>\n"
        }
    }
}
