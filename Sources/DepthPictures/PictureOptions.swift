/// The options of a picture.
///
///     var options = PictureOptions()
///     options.overlays = .ofVerdict
package struct PictureOptions: Sendable {
    package var colourMap = ColourMap.turbo
    /// The range of the colour scale; nil selects the colour map's own range or, if it has none, the range of the
    /// valid samples without outliers.
    package var range: DepthRange?
    package var overlays: Overlays = []
    /// Whether to draw the map without frame, text, colour bar, legend and histogram.
    package var isPlain = false
    /// The side of a sample in pixels; nil selects 1 for a plain picture, and otherwise a default for the map's size.
    package var scale: Int?

    package init() {}

    /// The maximum side of a sample in pixels.
    package static let largestScale = 64
    /// The default length of a map's longer side in pixels; larger maps are drawn at scale 1.
    private static let usualSide = 768

    func scale(columns: Int, rows: Int) -> Int {
        if let scale { return scale }
        if isPlain { return 1 }
        return min(max(Self.usualSide / max(columns, rows), 1), Self.largestScale)
    }
}

/// The text above a picture.
package struct Caption: Sendable, Hashable {
    /// The rating of a verdict, for its colour.
    package enum Tone: Sendable { case good, bad, warning }

    /// The verdict in one or two words.
    package let verdict: String
    package let tone: Tone
    /// The name of the map.
    package let name: String
    /// Further text, one element per paragraph.
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
