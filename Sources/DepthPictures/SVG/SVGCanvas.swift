internal import Support

/// Draws SVG. The map is an embedded PNG, because a rectangle per sample would take a megabyte.
package struct SVGCanvas: Canvas {
    private var body: [UInt8] = []
    private var hatches: [Hatch] = []
    private let palette: Palette
    private let pack: (IndexedImage) -> [UInt8]

    package init(_ palette: Palette, packing pack: @escaping (IndexedImage) -> [UInt8]) {
        (self.palette, self.pack) = (palette, pack)
    }

    package mutating func fill(_ areas: [PixelArea], _ fill: Fill) {
        guard !areas.isEmpty else { return }
        let colour: String
        switch fill {
        case .solid(let paint): colour = Self.hexadecimal(palette[paint])
        case .hatched(let paint, let step):
            let hatch = Hatch(paint: paint, step: step)
            if !hatches.contains(hatch) { hatches.append(hatch) }
            colour = "url(#\(hatch.name))"
        }
        append("<path fill=\"\(colour)\" d=\"")
        for area in areas { append("M\(area.left) \(area.top)h\(area.width)v\(area.height)h\(-area.width)z") }
        append("\"/>\n")
    }

    package mutating func draw(_ squares: SquareGrid, scale: Int, left: Int, top: Int) {
        var canvas = RasterCanvas(width: squares.width * scale, height: squares.height * scale)
        canvas.draw(squares, scale: scale, left: 0, top: 0)
        append("<image x=\"\(left)\" y=\"\(top)\" width=\"\(squares.width * scale)\"")
        append(" height=\"\(squares.height * scale)\" image-rendering=\"pixelated\" href=\"data:image/png;base64,")
        body += Base64.text(of: pack(canvas.image(palette)))
        append("\"/>\n")
    }

    package mutating func write(_ text: String, _ font: Letters, _ paint: Paint, left: Int, top: Int) {
        // `textLength` scales any font to the planned width.
        let width = font.width(of: text)
        append("<text x=\"\(left)\" y=\"\(top + font.ascent)\" textLength=\"\(width)\"")
        append(" lengthAdjust=\"spacingAndGlyphs\" class=\"\(font == .plain ? "plain" : "bold")\"")
        append(" fill=\"\(Self.hexadecimal(palette[paint]))\">\(text.xmlEscaped)</text>\n")
    }

    package func document(width: Int, height: Int, title: String, description: String) -> [UInt8] {
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title description">
            <title id="title">\(title.xmlEscaped)</title>
            <desc id="description">\(description.xmlEscaped)</desc>
            <style>text{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}\
            .plain{font-size:11.6px}.bold{font-size:14.9px;font-weight:bold}path{shape-rendering:crispEdges}</style>

            """
        if !hatches.isEmpty { text += "<defs>\n" }
        for hatch in hatches { text += definition(of: hatch) }
        if !hatches.isEmpty { text += "</defs>\n" }
        let ground = Self.hexadecimal(palette[Ink.background.paint])
        text += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(ground)\"/>\n"
        return Array(text.utf8) + body + Array("</svg>\n".utf8)
    }

    private struct Hatch: Equatable {
        let paint: Paint
        let step: Int

        var name: String { "hatch\(paint.index)" }
    }

    private func definition(of hatch: Hatch) -> String {
        let step = hatch.step
        var path = ""
        for row in 0..<step { path += "M\((step - row) % step) \(row)h1v1h-1z" }
        return """
            <pattern id="\(hatch.name)" width="\(step)" height="\(step)" \
            patternUnits="userSpaceOnUse"><path fill="\(Self.hexadecimal(palette[hatch.paint]))" d="\(path)"/></pattern>

            """
    }

    private mutating func append(_ text: String) { body.append(contentsOf: text.utf8) }
    private static func hexadecimal(_ colour: UInt32) -> String { "#" + String(colour, radix: 16).zeroPadded(to: 6) }
}

extension DepthPicture {
    package func svg(packing pack: @escaping (IndexedImage) -> [UInt8]) -> [UInt8] {
        var canvas = SVGCanvas(palette, packing: pack)
        draw(on: &canvas)
        let lines = caption.paragraphs + layout.legend.entries.map { $0.text }
        return canvas.document(
            width: width, height: height, title: "\(caption.verdict) \(caption.name)",
            description: lines.joined(separator: "\n"))
    }
}
