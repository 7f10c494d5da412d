/// The verdict, the name and the reasons, above the map.
struct TitleBlock: Sendable {
    private let caption: Caption
    private let name: String
    private let lines: [String]

    private static let gap = 12

    /// - Parameter columns: the width in plain letters.
    init(_ caption: Caption, columns: Int) {
        self.caption = caption
        let bold = columns * Letters.plain.width / Letters.bold.width
        name = TextLines.shortened(caption.name, width: max(bold - caption.verdict.unicodeScalars.count - 2, 8))
        lines = caption.paragraphs.flatMap { TextLines.wrapped($0, width: columns) }
    }

    /// Includes the gap to the map.
    var height: Int { Letters.bold.lineHeight + lines.count * Letters.plain.lineHeight + Self.gap }

    func draw(on canvas: inout some Canvas) {
        let left = PictureLayout.margin
        var top = PictureLayout.margin
        canvas.write(caption.verdict, .bold, caption.ink.paint, left: left, top: top)
        let nameLeft = left + Letters.bold.width(of: caption.verdict + "  ")
        canvas.write(name, .bold, Ink.text.paint, left: nameLeft, top: top)
        top += Letters.bold.lineHeight
        for line in lines {
            canvas.write(line, .plain, Ink.dimText.paint, left: left, top: top)
            top += Letters.plain.lineHeight
        }
    }
}
