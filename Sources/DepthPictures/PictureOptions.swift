/// How a picture is drawn.
///
///     var options = PictureOptions()
///     options.overlays = .ofVerdict
package struct PictureOptions: Sendable {
    package var colourMap = ColourMap.turbo
    /// The depths that get colours; nil for the colour map's own, or those of the valid samples without outliers.
    package var range: DepthRange?
    package var overlays: Overlays = []
    /// Whether the map stands alone, without a word.
    package var isPlain = false
    /// Pixels a side of each sample; nil for 1 of a plain picture, and for as many as make a picture of a usual size.
    package var scale: Int?

    package init() {}

    /// The most pixels a side of a sample.
    package static let largestScale = 64
    /// Pixels of the longer side of a map whose scale nobody chose; a larger map keeps its own size.
    private static let usualSide = 768

    /// The scale of a map of so many columns and rows.
    func scale(columns: Int, rows: Int) -> Int {
        if let scale { return scale }
        if isPlain { return 1 }
        return min(max(Self.usualSide / max(columns, rows), 1), Self.largestScale)
    }
}

/// What is written above a picture.
package struct Caption: Sendable, Hashable {
    /// What a verdict is to whoever reads it.
    package enum Tone: Sendable { case good, bad, warning }

    /// The verdict in a word or two.
    package let verdict: String
    package let tone: Tone
    /// What was judged.
    package let name: String
    /// What more there is to say, a paragraph each.
    package let paragraphs: [String]

    package init(verdict: String, tone: Tone, name: String, paragraphs: [String]) {
        self.verdict = verdict
        self.tone = tone
        self.name = name
        self.paragraphs = paragraphs
    }

    var ink: Ink {
        switch tone {
        case .good: .good
        case .bad: .bad
        case .warning: .warning
        }
    }
}
