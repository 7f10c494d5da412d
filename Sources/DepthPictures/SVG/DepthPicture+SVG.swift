extension DepthPicture {
    /// The picture as an SVG file.
    ///
    /// - Parameter pack: encodes the pixels of the map as PNG.
    package func svg(packing pack: @escaping (IndexedImage) -> [UInt8]) -> [UInt8] {
        var canvas = SVGCanvas(palette, packing: pack)
        draw(on: &canvas)
        let lines = caption.paragraphs + layout.legend.entries.map { $0.text }
        return canvas.document(
            width: width, height: height, title: "\(caption.verdict) \(caption.name)",
            description: lines.joined(separator: "\n"))
    }
}
