package struct PictureOptions: Sendable {
    package var colourMap = ColourMap.turbo
    /// Nil selects the colour map's fixed range or, without one, the range of the valid samples without outliers.
    package var range: DepthRange?
    package var overlays: Overlays = []
    /// Whether to draw only the map and overlays on it, without frame, text, colour bar, legend and histogram.
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

package struct Caption: Sendable, Hashable {
    package enum Tone: Sendable { case good, bad, warning }

    package let verdict: String
    package let tone: Tone
    package let name: String
    package let paragraphs: [String]

    package init(verdict: String, tone: Tone, name: String, paragraphs: [String]) {
        (self.verdict, self.tone, self.name, self.paragraphs) = (verdict, tone, name, paragraphs)
    }

    var ink: Ink {
        switch tone {
        case .good: .good
        case .bad: .bad
        case .warning: .warning
        }
    }
}

/// A part of the analysis shown in a picture.
package enum Overlay: String, Sendable, CaseIterable {
    case edges
    case invalidSamples = "invalid_samples"
    case quadrants
    case band
    case layers
    case histogram

    package var name: String { rawValue }
}

package struct Overlays: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package init(_ overlay: Overlay) { rawValue = 1 << UInt8(Overlay.allCases.firstIndex(of: overlay) ?? 0) }

    package static let all = Overlays(Overlay.allCases.map(Overlays.init))

    package func contains(_ overlay: Overlay) -> Bool { contains(Overlays(overlay)) }
}
